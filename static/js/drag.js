/**
 * Dragging with mouse, finger or pen. Cards follow the pointer by a transform; where they may
 * go is in data-to. On release the greatest overlap decides among the legal targets and the
 * place they came from; anything else goes home and costs no request. An answer that comes
 * meanwhile ends nothing, as long as the same cards lie where they were taken up.
 */

import { buttonOf, cardsFrom, keyOf, namesFrom, refuse, say, target } from './board.js';
import { withMotion, zoom } from './motion.js';

const SLOP = { mouse: 4, touch: 9, pen: 6 }; // px before a press becomes a drag

/**
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box
 * @typedef {{token: string | null, node: Element, box: Box}} Zone
 * @typedef {object} Table
 * @property {(button: HTMLButtonElement, isNew: boolean) => void} lift
 * @property {() => void} letGo
 * @property {(button: HTMLButtonElement) => boolean} isFree whether it may be taken up
 * @property {(button: HTMLButtonElement) => string[]} places where it may be put down
 * @property {(button: HTMLButtonElement, token: string) => boolean} move
 * @property {(key: string) => boolean} isWished whether an answer will decide about it
 */

/** @type {Table} */
let table;
let press = null; // a pointer is down on a card
/** @type {{key: string, nodes: HTMLElement[], transform: string}[]} */
let waiting = []; // cards that lie where they were dropped until an answer decides
let swallow = false; // the click that follows a drag is none
let frame = 0;

const pageBox = (node) => {
  const { left, top, right, bottom } = node.getBoundingClientRect();
  return { left: left + scrollX, top: top + scrollY, right: right + scrollX, bottom: bottom + scrollY };
};

const overlap = (a, b) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** A column counts down to the end of the table, a foundation as the whole row of them. */
function zone(token, node) {
  const box = pageBox(token === 'f' ? node.parentElement : node);
  const tableau = document.getElementById('tableau');
  if (node.matches('.column') && tableau) box.bottom = Math.max(box.bottom, pageBox(tableau).bottom);
  return { token, node, box };
}

const homeOf = (button) => button.closest('.column, .foundation');
const isLiftable = (button) => table.isFree(button) || button.dataset.why === 'nowhere';
const zones = (button) =>
  table.places(button).map((token) => [token, target(token)]).filter(([, node]) => node).map(([token, node]) => zone(token, node));

/** Take the cards up; or on, when the board has changed below them. */
function hold() {
  const { button, box: old } = press;
  table.lift(button, !old);
  const [nodes, box] = [cardsFrom(button), pageBox(button)];
  if (old) {
    press.startX += box.left - old.left;
    press.startY += box.top - old.top;
  }
  Object.assign(press, { nodes, box, active: true, zoom: zoom(), zones: [zone(null, homeOf(button)), ...zones(button)], over: null });
  for (const node of nodes) node.classList.add('dragging');
  try {
    button.setPointerCapture(press.id);
  } catch {
    // the pointer is already gone: its cancel event follows
  }
}

const shift = () => ({ dx: press.x + scrollX - press.startX, dy: press.y + scrollY - press.startY });

/** @returns {Zone | null} what the card overlaps most: a target, or its home */
function landing() {
  const { dx, dy } = shift();
  const { left, top, right, bottom } = press.box;
  const card = { left: left + dx, top: top + dy, right: right + dx, bottom: bottom + dy };
  let [found, most] = [null, 0];
  for (const candidate of press.zones) {
    const area = overlap(card, candidate.box);
    if (area > most) [found, most] = [candidate, area];
  }
  return found;
}

/** @returns {Zone | null} */
function best() {
  const found = landing();
  return found?.token ? found : null;
}

function paint() {
  frame = 0;
  if (!press?.active) return;
  const { dx, dy } = shift();
  for (const node of press.nodes) node.style.transform = `translate(${dx / press.zoom}px,${dy / press.zoom}px)`;
  const over = best()?.node ?? null;
  if (over !== press.over) {
    press.over?.classList.remove('over');
    over?.classList.add('over');
    press.over = over;
  }
}

const ask = () => (frame ||= requestAnimationFrame(paint));

function putBack(nodes) {
  for (const node of nodes) {
    node.classList.remove('dragging');
    node.style.removeProperty('transform');
    if (!node.getAttribute('style')) node.removeAttribute('style');
  }
}

function end() {
  const ended = press;
  press = null;
  cancelAnimationFrame(frame);
  frame = 0;
  ended?.over?.classList.remove('over');
  if (ended?.active) {
    swallow = true;
    table.letGo();
  }
  return ended;
}

/** Let go of what is being dragged: it slides home. */
export function cancelDrag() {
  const ended = end();
  if (ended?.active) withMotion(() => putBack(ended.nodes));
  return Boolean(ended?.active);
}

/** These cards have found their place. */
export function release(nodes) {
  putBack(nodes);
  waiting = waiting.filter(({ key }) => key !== nodes[0].id);
}

/** Where an answer will decide, the cards lie where they were dropped; all others go home. */
function lay({ key, nodes, transform }) {
  const button = table.isWished(key) && buttonOf(key);
  if (nodes[0].isConnected && button) return [{ key, nodes, transform }];
  putBack(nodes);
  if (!button) return [];
  const found = cardsFrom(button);
  for (const node of found) {
    node.classList.add('dragging');
    node.style.transform = transform;
  }
  return [{ key, nodes: found, transform }];
}

const isAsTaken = (button) =>
  button && namesFrom(button) === press.cards && homeOf(button)?.id === press.home && isLiftable(button);

/** After every change of the table: what is held, and what waits, is looked up anew. */
export function follow() {
  waiting = waiting.flatMap(lay);
  if (!press) return;
  const button = buttonOf(press.key);
  press.over?.classList.remove('over');
  putBack(press.nodes);
  if (isAsTaken(button)) {
    press.isAnew ||= button !== press.button;
    press.button = button;
    if (!press.active) return;
    hold();
    paint();
  } else if (end().active) say('The table has changed: the cards went home.', true);
}

/** Cards that were dropped, and that no answer will decide about, go home. */
const sendHome = () => withMotion(follow);

function down(event) {
  swallow = false;
  if (press) {
    cancelDrag(); // a second finger, or a second button
    return;
  }
  if (!event.isPrimary || event.button !== 0 || event.ctrlKey) return;
  const button = event.target.closest?.('button.card[form="lift"]');
  if (!button || !isLiftable(button)) return;
  const { clientX: x, clientY: y, pointerId: id, pointerType } = event;
  press = {
    button, id, x, y,
    key: keyOf(button),
    cards: namesFrom(button),
    home: homeOf(button).id,
    nodes: [],
    startX: x + scrollX,
    startY: y + scrollY,
    slop: SLOP[pointerType] ?? 6,
    mouse: pointerType === 'mouse',
  };
  // on the card too: should it be replaced, the finger's events still go there
  button.addEventListener('touchmove', keepStill, { passive: false });
}

function move(event) {
  if (event.pointerId !== press?.id) return;
  // A release outside the window, or another button: nothing stays glued to the pointer.
  if (press.mouse && event.buttons !== 1) {
    cancelDrag();
    return;
  }
  press.x = event.clientX;
  press.y = event.clientY;
  if (!press.active) {
    const { dx, dy } = shift();
    if (Math.hypot(dx, dy) < press.slop) return;
    hold();
  }
  ask();
}

function up(event) {
  if (event.pointerId !== press?.id) return;
  if (!press.active) {
    const { button, isAnew } = press;
    press = null;
    if (isAnew) button.click(); // the card that was pressed is no more: there is no click
    return;
  }
  press.x = event.clientX;
  press.y = event.clientY;
  paint();
  const zone = landing();
  const { button, key, nodes } = end();
  waiting.push({ key, nodes, transform: nodes[0].style.transform });
  if (!zone) refuse(button);
  if (!zone?.token || !table.move(button, zone.token)) sendHome();
}

/** A card that is replaced loses the pointer too, but its place does not. */
const lost = (event) =>
  event.pointerId === press?.id && (event.type === 'pointercancel' || event.target === press.button) && cancelDrag();

/** Otherwise a quick drag is a fling too, and the browser takes the next tap for stopping it. */
const keepStill = (event) => press?.active && event.cancelable && event.preventDefault();

/** @param {Table} given */
export function startDrag(given) {
  table = given;
  document.addEventListener('pointerdown', down);
  document.addEventListener('pointermove', move);
  document.addEventListener('pointerup', up);
  document.addEventListener('pointercancel', lost);
  document.addEventListener('lostpointercapture', lost);
  document.addEventListener('contextmenu', (event) => {
    cancelDrag();
    // a long press on the felt is no request for a menu; a right click may be
    if (event.pointerType === 'touch' && event.target.closest?.('#felt')) event.preventDefault();
  });
  // it must stand before a finger is put down
  document.getElementById('felt')?.addEventListener('touchmove', keepStill, { passive: false });
  document.addEventListener('dragstart', (event) => event.target.closest?.('#felt') && event.preventDefault());
  document.addEventListener('keydown', () => (swallow = false), true);
  document.addEventListener('click', (event) => {
    if (!swallow) return;
    swallow = false;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  addEventListener('scroll', () => press?.active && ask(), { passive: true });
  for (const name of ['blur', 'resize', 'pagehide']) addEventListener(name, cancelDrag);
  document.addEventListener('visibilitychange', cancelDrag);
}
