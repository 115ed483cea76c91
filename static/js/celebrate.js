/**
 * Won: for a few seconds the cards spring from their foundations over the felt. Fetched only then,
 * in nobody's way, and gone with the next press.
 */

const FIRST_MS = 600; // the last run is home by then
const NEXT_MS = 55;
const MOST = 52;
const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];
const STEPS = 20;

const between = (low, high) => low + Math.random() * (high - low);

/** A throw in a field of this size: up and aside, then down and out; as points in time. */
function thrown({ x, y }, { width, height }) {
  const gravity = height * 2.4;
  const up = between(0.15, 0.6) * height;
  const seconds = (up + Math.sqrt(up * up + 2 * gravity * (height * 1.1 - y))) / gravity;
  const aside = (between(0.05, 0.95) * width - x) / seconds;
  const spin = between(-220, 220);
  const points = Array.from({ length: STEPS + 1 }, (_, step) => {
    const t = (step / STEPS) * seconds;
    return { visibility: 'visible', transform: `translate(${x + aside * t}px,${y - up * t + (gravity * t * t) / 2}px) rotate(${spin * t}deg)` };
  });
  return { points, duration: seconds * 1000 };
}

/** The cards of all runs, one of each in turn. */
function runs(table) {
  const field = table.getBoundingClientRect();
  const tops = [...table.querySelectorAll('.foundation .card')];
  const ranks = RANKS.slice(-Math.ceil(MOST / tops.length)).reverse();
  return ranks.flatMap((rank) => tops.map((top) => {
    const { left, top: y } = top.getBoundingClientRect();
    const card = document.createElement('span');
    card.className = `card ${[...top.classList].find((name) => name.length === 1) ?? 's'}`;
    card.dataset.rank = rank;
    return { card, at: { x: left - field.left, y: y - field.top } };
  }));
}

/** Sizes are not inherited from the foundations. */
function fieldFor(table) {
  const field = document.createElement('div');
  field.className = 'celebration';
  field.setAttribute('aria-hidden', 'true');
  const style = getComputedStyle(table.querySelector('.foundation'));
  for (const name of ['--card-w', '--card-h', '--rank-size']) field.style.setProperty(name, style.getPropertyValue(name));
  return field;
}

export function celebrate() {
  const table = document.getElementById('table');
  if (!table?.querySelector('.foundation .card')) return;
  const field = fieldFor(table);
  const size = { width: table.clientWidth, height: table.clientHeight };
  const stop = new AbortController();
  stop.signal.addEventListener('abort', () => field.remove());
  for (const name of ['pointerdown', 'keydown', 'wheel', 'pagehide', 'htmx:before:swap'])
    addEventListener(name, () => stop.abort(), { capture: true, passive: true, signal: stop.signal });
  const cards = runs(table);
  field.append(...cards.map(({ card }) => card));
  table.append(field);
  const flights = cards.map(({ card, at }, index) => {
    const { points, duration } = thrown(at, size);
    return card.animate(points, { duration, delay: FIRST_MS + index * NEXT_MS, fill: 'forwards' }).finished;
  });
  Promise.allSettled(flights).then(() => stop.abort());
}
