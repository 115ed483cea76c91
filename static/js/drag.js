/**
 * Dragging with mouse, finger or pen. Cards follow the pointer by a transform; where they may
 * go is in data-to. On release the greatest overlap decides among the legal targets and the
 * place they came from; anything else goes home and costs no request.
 */

import { withMotion, zoom } from './motion.js';

const SLOP = { mouse: 4, touch: 9, pen: 6 }; // px before a press becomes a drag

/**
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box
 * @typedef {{token: string | null, node: Element, box: Box}} Zone
 * @typedef {object} Table
 * @property {(button: HTMLButtonElement) => void} lift
 * @property {() => void} letGo
 * @property {(button: HTMLButtonElement, token: string) => boolean} move
 * @property {(button: HTMLButtonElement) => void} refuse
 * @property {(token: string) => Element | null | undefined} target
 */

/** @type {Table} */
let table;
let press = null; // a pointer is down on a card
let waiting = []; // cards that were dropped and wait for the answer
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

function begin() {
  const { button, id } = press;
  const li = button.closest('li');
  const nodes = [li ?? button];
  while (li && nodes.at(-1).nextElementSibling) nodes.push(nodes.at(-1).nextElementSibling);
  table.lift(button);
  const home = button.closest('.column, .foundation');
  const tokens = button.dataset.to?.split(' ') ?? [];
  Object.assign(press, {
    nodes,
    active: true,
    box: pageBox(button),
    zoom: zoom(),
    zones: [
      zone(null, home),
      ...tokens.map((token) => [token, table.target(token)]).filter(([, node]) => node).map(([token, node]) => zone(token, node)),
    ],
    over: null,
  });
  for (const node of nodes) node.classList.add('dragging');
  try {
    button.setPointerCapture(id);
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

/** Take every inline transform away at once: the page is about to change, or has. */
export function settle() {
  const ended = end();
  putBack([...(ended?.nodes ?? []), ...waiting]);
  waiting = [];
}

/** Cards that still lie where they were dropped, though no answer moved them. */
export const sendHome = () => waiting.length && withMotion(settleWaiting);
function settleWaiting() {
  putBack(waiting);
  waiting = [];
}

function down(event) {
  swallow = false;
  if (press) {
    cancelDrag(); // a second finger, or a second button
    return;
  }
  if (!event.isPrimary || event.button !== 0 || event.ctrlKey) return;
  const button = event.target.closest?.('button.card[form="lift"]');
  if (!button || !(button.dataset.to || button.dataset.why === 'nowhere')) return;
  const { clientX: x, clientY: y, pointerId: id, pointerType } = event;
  press = { button, id, x, y, startX: x + scrollX, startY: y + scrollY, slop: SLOP[pointerType] ?? 6, mouse: pointerType === 'mouse' };
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
    if (Math.hypot(dx, dy) < press.slop || !press.button.isConnected) return;
    begin();
  }
  ask();
}

function up(event) {
  if (event.pointerId !== press?.id) return;
  if (!press.active) {
    press = null;
    return;
  }
  press.x = event.clientX;
  press.y = event.clientY;
  paint();
  const zone = landing();
  const { button, nodes } = end();
  waiting = nodes;
  if (!zone) table.refuse(button);
  if (!zone?.token || !table.move(button, zone.token)) sendHome();
}

const lost = (event) => event.pointerId === press?.id && cancelDrag();

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
  // Otherwise a quick drag is a fling too, and the browser takes the next tap for stopping it.
  document.getElementById('felt')?.addEventListener(
    'touchmove',
    (event) => press?.active && event.cancelable && event.preventDefault(),
    { passive: false },
  );
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
