/**
 * Cards that moved, slide: FLIP by id. What stood where is noted before the page changes;
 * afterwards each card that stands elsewhere is animated from its old place to its new one.
 * Only transforms, and nothing waits for it. A card that did not move is left alone.
 */

const [NEAR_MS, FAR_MS] = [150, 220];
const ROW_MS = 320; // from the first to the last card of a dealt row
const TURN_MS = 180;
const HOME_MS = 320;
const NEXT_MS = 18; // from one card of a run to the next
const SHOW_MS = 1000; // a hint, from its place to where it may go
const RUN = 13;
const EASE = 'cubic-bezier(.2,.7,.3,1)';

/** @typedef {{x: number, y: number, node: HTMLElement}} Place */
/** @typedef {{cards: Map<string, Place>, stock: number, piles: Map<string, string>}} Picture */

const calm = matchMedia('(prefers-reduced-motion: reduce)');
export const moves = () =>
  !calm.matches && !document.hidden && document.documentElement.dataset.animations !== 'off';

/** Lengths are measured in pixels of the window, and set in those of a page that may be zoomed. */
export const zoom = () => document.getElementById('felt')?.currentCSSZoom ?? 1;
const by = (dx, dy, scale = zoom()) => `translate(${dx / scale}px,${dy / scale}px)`;

const cards = () =>
  /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('#tableau li[id^="c"]'));
const rows = () => Number(document.getElementById('stock')?.dataset.rows ?? 0);

/** What a foundation shows: enough to see that it changed. */
const face = (pile) => pile.querySelector('.card')?.getAttribute('aria-label') ?? '';
const piles = () => document.querySelectorAll('#foundations > .foundation');

/** Page coordinates, so that scrolling in between does not count as a move. */
const place = (node) => {
  const box = node.getBoundingClientRect();
  return { x: box.left + scrollX, y: box.top + scrollY, node };
};

/** @returns {Picture | null} where everything is now; null when nothing shall move */
export function picture() {
  if (!moves() || !document.getElementById('tableau')) return null;
  return {
    cards: new Map([...cards()].map((li) => [li.id, place(li)])),
    stock: rows(),
    piles: new Map([...piles()].map((pile) => [pile.id, face(pile)])),
  };
}

/** @param {Picture | null} before */
export function play(before) {
  for (const ghost of document.querySelectorAll('.ghost')) ghost.remove();
  if (!before || !moves()) return;
  const changed = [...piles()].filter((pile) => before.piles.get(pile.id) !== face(pile));
  const stock = document.getElementById('stock');
  const dealt = rows() < before.stock;
  const source = dealt ? stock : changed[0];

  // First all reading, then all writing: one layout for 104 cards.
  const moved = [];
  const turned = [];
  const now = new Set();
  const from = source && place(source);
  for (const li of cards()) {
    now.add(li.id);
    const old = before.cards.get(li.id) ?? from;
    if (!old) continue;
    const here = place(li);
    const [dx, dy] = [old.x - here.x, old.y - here.y];
    if (Math.abs(dx) + Math.abs(dy) > 1) moved.push({ li, dx, dy, isNew: old === from });
    else if (old.node !== li && old.node.classList.contains('down') && li.classList.contains('up')) turned.push(li);
  }
  const gone = [...before.cards].filter(([id]) => !now.has(id)).map(([, old]) => old);
  const isBack = rows() > before.stock;
  const flights = flightsHome(gone, isBack ? [stock] : changed, isBack);

  const fresh = moved.filter((move) => move.isNew);
  for (const { li, dx, dy, isNew } of moved) {
    const turn = isNew ? fresh.findIndex((move) => move.li === li) : 0;
    slide(li, dx, dy, dealt ? (turn / (fresh.length || 1)) * ROW_MS : turn * NEXT_MS, isNew && dealt);
  }
  turned.forEach(turnUp);
  flyHome(flights, isBack ? [] : changed);
}

/** Do something that moves cards, and let them slide to where it puts them. */
export function withMotion(change) {
  const before = picture();
  change();
  play(before);
}

/** A card that waits for its turn in a dealt row is not seen before it leaves the stock. */
function slide(node, dx, dy, delay, isHidden) {
  node.animate(
    [
      { transform: by(dx, dy), zIndex: 15, opacity: isHidden ? 0 : 1 },
      { opacity: 1, offset: 0.1 },
      { transform: 'none', zIndex: 15, opacity: 1 },
    ],
    { duration: Math.min(FAR_MS, NEAR_MS + Math.hypot(dx, dy) / 8) - (isHidden ? 30 : 0), delay, easing: EASE, fill: 'backwards' },
  );
}

/** First the back turns away, then the face comes round. */
function turnUp(li) {
  li.classList.add('turning');
  const half = { duration: TURN_MS / 2, fill: /** @type {FillMode} */ ('both') };
  const back = li.animate([{ transform: 'none' }, { transform: 'scaleX(0)' }], { ...half, easing: 'ease-in', pseudoElement: '::before' });
  const front = li.firstElementChild.animate(
    [{ transform: 'scaleX(0)', filter: 'brightness(.75)' }, { transform: 'none', filter: 'none' }],
    { ...half, delay: TURN_MS / 2, easing: 'ease-out' },
  );
  const over = () => {
    li.classList.remove('turning');
    if (!li.className) li.removeAttribute('class');
    back.cancel();
    front.cancel();
  };
  front.finished.then(over, () => {});
}

// --- copies: of cards that left the columns, and of those that a hint would move ---------

/** A picture of a card that lies where `at` is, without anything to press. */
function copyOf(node, at, origin, name) {
  const copy = /** @type {HTMLElement} */ (node.cloneNode(true));
  copy.removeAttribute('id');
  copy.removeAttribute('style');
  copy.setAttribute('aria-hidden', 'true');
  copy.inert = true;
  copy.classList.remove('hinted', 'lifted', 'dragging');
  copy.classList.add('flying', ...name);
  copy.style.left = `${(at.x - origin.x) / zoom()}px`;
  copy.style.top = `${(at.y - origin.y) / zoom()}px`;
  return copy;
}

/** Where each card that left comes from and goes to. Thirteen cards are a run, and go to one pile. */
function flightsHome(gone, homes, isBack) {
  const tableau = document.getElementById('tableau');
  if (!tableau || !homes.length) return [];
  const origin = place(tableau);
  const ends = homes.map(place);
  return gone.map((old, index) => {
    const end = ends[Math.min(ends.length - 1, Math.floor(index / RUN))];
    const copy = copyOf(old.node, end, origin, []);
    // the King first, so that the Ace comes to lie on top; a row goes back as it came
    const turn = isBack ? gone.length - 1 - index : index % RUN;
    return { copy, dx: old.x - end.x, dy: old.y - end.y, delay: turn * NEXT_MS };
  });
}

/** All stay until the last has landed; only then the pile itself is seen. */
function flyHome(flights, changed) {
  if (!flights.length) return;
  const total = Math.max(...flights.map(({ delay }) => delay)) + HOME_MS;
  for (const top of changed.map((pile) => pile.querySelector('.top')))
    top?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: total });
  const scale = zoom();
  const done = flights.map(({ copy, dx, dy, delay }) => {
    document.getElementById('tableau')?.append(copy);
    const times = { duration: HOME_MS, delay, fill: /** @type {FillMode} */ ('both') };
    // sideways at once, upwards a little later: an arc
    copy.animate({ translate: [`${dx / scale}px`, '0px'] }, { ...times, easing: 'cubic-bezier(.3,.4,.3,1)' });
    return copy.animate({ transform: [by(0, dy, scale), 'none'] }, { ...times, easing: 'cubic-bezier(.5,0,.2,1)' }).finished;
  });
  Promise.allSettled(done).then(() => flights.forEach(({ copy }) => copy.remove()));
}

/** After a hint: its cards go the way once, as pictures of themselves. */
export function showWay() {
  const nodes = [...document.querySelectorAll('#tableau li.hinted')];
  const aim = document.querySelector('.column.hinted, .foundation.hinted');
  const tableau = document.getElementById('tableau');
  if (!nodes.length || !aim || !tableau || !moves()) return;
  const last = aim.querySelector('li:last-child');
  const [origin, start, end] = [tableau, nodes[0], last ?? aim].map(place);
  const drop = last ? Math.min(last.getBoundingClientRect().height / 4, 30) : 0;
  const way = by(end.x - start.x, end.y + drop - start.y);
  for (const copy of nodes.map((node) => copyOf(node, place(node), origin, ['ghost']))) {
    tableau.append(copy);
    copy.animate(
      [{ opacity: 0.85 }, { transform: way, opacity: 0.85, offset: 0.6 }, { transform: way, opacity: 0.85, offset: 0.8 }, { transform: way, opacity: 0 }],
      { duration: SHOW_MS, easing: 'ease-in-out' },
    ).finished.catch(() => {}).finally(() => copy.remove());
  }
}
