/**
 * The table in the browser. It knows no rules: where a card may go is in data-to, why it may
 * not is in data-why, and every action is a submit of form#act, which htmx sends.
 */

import { cancelDrag, sendHome, settle, startDrag } from './drag.js';
import { moves, picture, play, showWay, withMotion } from './motion.js';
import { arrow, rove, tabStop } from './arrows.js';
import { startClock } from './clock.js';

const DOUBLE_MS = 400;
const DEALT_MS = 700; // until the last card of a dealt row has left the stock
const MOST_WAITING = 20; // wishes kept while an answer is under way
const AGAIN_MS = 2000; // between two tries without a connection
const MOST_TRIES = 150; // five minutes of them

const byId = (id) => document.getElementById(id);
const table = () => byId('table');

/** @type {{button: HTMLButtonElement, value: string, to: string, key: string} | null} */
let lifted = null;
let last = { key: '', time: -Infinity }; // the last press on a card, to know a double one
let busy = null; // the request that keeps form#act from sending another
let later = []; // moves, undo and redo wished for meanwhile
let sending = false; // one of them is being submitted
let wanted = null; // the move that is being submitted
let dealt = -Infinity; // when the stock was last clicked
let drawn = null; // cards drawn in their new column though the answer is under way
let again = null; // an action that found no connection
let trying = 0; // how often the one being submitted has been tried
let before = null; // the picture before a swap
let focus = null; // what had the focus before a swap
let state = ''; // how the game stood before it

// --- saying ---------------------------------------------------------------------------

/** A new paragraph each time, so that the same sentence is announced again. */
function say(text, refused = false) {
  const p = document.createElement('p');
  if (refused) p.className = 'refused';
  p.textContent = text;
  byId('say')?.replaceChildren(p);
}

// --- lifting --------------------------------------------------------------------------

const keyOf = (button) => button.closest('li')?.id ?? button.closest('.foundation')?.id ?? '';
const buttonOf = (key) => byId(key)?.querySelector('button.card');

const target = (token) =>
  token === 'f'
    ? document.querySelector('#foundations > .foundation:has(> .slot)')
    : byId(`col-${token}`);

/** "4x3" to column 7 is the action "4-7x3". */
function actionOf(button, token) {
  const [from, count = '1'] = button.value.split('x');
  return token === 'f' || count === '1' ? `${from}-${token}` : `${from}-${token}x${count}`;
}

const tokenOf = (drop) => drop.closest('.foundation') ? 'f' : drop.closest('.column').id.slice(4);

function lift(button) {
  letGo();
  document.querySelector('#say > .refused')?.remove(); // it was about another press
  const to = button.dataset.to ?? '';
  lifted = { button, value: button.value, to, key: keyOf(button) };
  button.setAttribute('aria-pressed', 'true');
  for (let node = button.closest('li') ?? button; node; node = node.matches('li') ? node.nextElementSibling : null)
    node.classList.add('lifted');
  for (const token of to.split(' ').filter(Boolean)) {
    const drop = document.createElement('button');
    drop.className = 'drop';
    drop.name = 'action';
    drop.value = actionOf(button, token);
    drop.setAttribute('form', 'act');
    drop.setAttribute('aria-label', token === 'f' ? 'Move to a foundation' : `Move to column ${token}`);
    target(token)?.append(drop);
  }
}

function letGo() {
  for (const drop of document.querySelectorAll('.drop')) drop.remove();
  for (const node of document.querySelectorAll('.lifted')) node.classList.remove('lifted');
  lifted?.button.removeAttribute('aria-pressed');
  lifted = null;
}

/** After a swap: the same card is lifted again if it is still there and may do the same. */
function liftAgain() {
  const old = lifted;
  letGo();
  const button = old && buttonOf(old.key);
  if (button?.value === old?.value && button?.dataset.to === old?.to && button) lift(button);
}

/** @param {HTMLButtonElement} button */
function pressCard(button, event) {
  const key = keyOf(button);
  const twice = event.detail > 0 && key === last.key && event.timeStamp - last.time < DOUBLE_MS;
  last = { key: twice ? '' : key, time: event.timeStamp };
  const { to, why } = button.dataset;
  const drop = button.closest('.column')?.querySelector(':scope > .drop');
  if (drop && lifted) return drop.click();
  if (to && (twice || table()?.dataset.oneTap === 'on')) {
    letGo();
    return void move(button, to.split(' ')[0]);
  }
  if (lifted?.key === key) return letGo();
  if (to) return lift(button);
  letGo();
  if (why) refuse(button);
}

/** Say why a card stays where it is. */
function refuse({ dataset: { why } }) {
  say((why && table()?.getAttribute(`data-why-${why}`)) || 'It does not go there.', true);
}

// --- acting ---------------------------------------------------------------------------

/** Submit form#act as a button in it would. @returns whether a request went out */
function act(action) {
  const form = /** @type {HTMLFormElement | null} */ (byId('act'));
  if (!form || (busy && !sending)) return false;
  const button = document.createElement('button');
  button.hidden = true;
  button.name = 'action';
  button.value = action;
  form.append(button);
  form.requestSubmit(button);
  button.remove();
  return Boolean(busy) || !window.htmx; // htmx tells at once whether it sends
}

/** @returns whether the move went out; one that must wait for an answer is made after it */
function move(button, token) {
  if (busy && !sending) {
    putOff({ key: keyOf(button), value: button.value, token });
    return false;
  }
  wanted = { button, token };
  const sent = act(actionOf(button, token));
  wanted = null;
  return sent;
}

function putOff(wish) {
  if (later.length < MOST_WAITING) later.push(wish);
}

/** While an answer is under way a deal is dropped; moves, undo and redo are made afterwards. */
function guard(event) {
  if (event.target.id !== 'act') return;
  if (!busy && (sending || !later.length)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const action = event.submitter?.value;
  if (action === 'undo' || action === 'redo') putOff(action);
  else if (event.submitter?.matches('.drop') && lifted) {
    putOff({ key: lifted.key, value: lifted.value, token: tokenOf(event.submitter) });
    letGo();
  }
}

function actNext() {
  if (!later.length || busy) return;
  const wish = later.shift();
  sending = true;
  if (typeof wish === 'string') act(wish);
  else moveAsWished(wish);
  sending = false;
}

/** A move that waited is made only if it is still that card, and may still go there. */
function moveAsWished({ key, value, token }) {
  const button = buttonOf(key);
  if (button?.value === value && button.dataset.to?.split(' ').includes(token)) return void move(button, token);
  later = [];
  say('The table had changed before that move: nothing was moved.', true);
}

// --- a move is drawn before it is answered --------------------------------------------

/** Columns hold what they show; an empty one shows its outline. */
function relocate(nodes, list) {
  const columns = [nodes[0].closest('.column'), list.closest('.column')];
  const had = document.activeElement;
  settle();
  list.append(...nodes);
  for (const column of columns) column?.classList.toggle('empty', !column.querySelector('li'));
  if (had && nodes.some((node) => node.contains(had))) had.focus({ preventScroll: true });
}

/** Put the cards where the server will put them too. What comes with it follows in its answer. */
function draw({ button, token }) {
  const list = token === 'f' ? null : target(token)?.querySelector('ol');
  const li = button.closest('li');
  if (!li || !list) return; // to and from a foundation the cards fly with the answer
  const nodes = [li];
  while (nodes.at(-1).nextElementSibling) nodes.push(nodes.at(-1).nextElementSibling);
  drawn = { nodes, from: li.parentElement };
  const focused = document.activeElement?.closest('#table');
  letGo(); // takes away the place to drop, which may have the focus
  withMotion(() => relocate(nodes, list));
  if (focused && document.activeElement === document.body) button.focus({ preventScroll: true });
}

/** The move was not made, or something else is about to change: back to what the server said. */
function undraw() {
  const old = drawn;
  drawn = null;
  if (old?.from.isConnected && old.nodes.every((node) => node.isConnected)) relocate(old.nodes, old.from);
}

const isAct = (ctx) => ctx?.sourceElement?.id === 'act';
/** Its own request, or one that takes its turn with it (hx-sync="#act:drop"). */
const holdsAct = (ctx) =>
  isAct(ctx) || ctx?.sourceElement?.getAttribute?.('hx-sync')?.startsWith('#act') === true;

document.addEventListener('submit', guard, true);
document.addEventListener('htmx:before:request', ({ detail: { ctx } }) => {
  if (holdsAct(ctx)) busy = ctx;
  if (!isAct(ctx)) return;
  again = null;
  ctx.tries = trying;
  const drop = ctx.sourceEvent?.submitter;
  const wish = wanted ?? (drop?.matches('.drop') && lifted ? { button: lifted.button, token: tokenOf(drop) } : null);
  if (wish) draw(wish);
});
document.addEventListener('htmx:finally:request', ({ detail: { ctx } }) => {
  if (ctx !== busy) return;
  busy = null;
  if (!(ctx.response?.status < 400)) later = [];
  if (drawn) withMotion(undraw);
  sendHome();
  setTimeout(actNext); // htmx frees the form only after this event
});
document.addEventListener('htmx:error', ({ detail: { ctx } }) => {
  if (!ctx || ctx.response) return;
  if (isAct(ctx)) tryAgainLater(ctx.request.body, ctx.tries + 1);
  else say('No connection. Try again.', true);
});
document.addEventListener('htmx:response:error', ({ detail: { ctx } }) => {
  if (ctx.response.status >= 500) say('The server could not do that. Try again.', true);
});

/** The same action on the same version, so that it cannot be made twice. */
function tryAgainLater(body, tries) {
  const wish = { action: body.get('action'), version: body.get('version'), tries };
  if (wish.tries > MOST_TRIES) return void say('Still no connection: your move was not made.', true);
  if (wish.tries === 1) say('No connection. Your last move is made as soon as it is back.', true);
  again = wish;
  setTimeout(() => again === wish && tryAgain(), AGAIN_MS);
}

function tryAgain() {
  const wish = again;
  if (!wish || busy) return;
  trying = wish.tries;
  if (wish.version === byId('status')?.dataset.version) act(wish.action);
  trying = 0;
}

addEventListener('offline', () => say('No connection: the game waits where it is.', true));
addEventListener('online', () => {
  say('Connected again.');
  tryAgain();
});

// --- swaps ----------------------------------------------------------------------------

/** An answer for this game that is older than what the page shows. */
function isStale(ctx) {
  const version = ctx.response?.headers?.get?.('X-Wisp-Version');
  const shown = byId('status')?.dataset.version;
  const game = byId('act')?.getAttribute('action')?.replace(/\/[^/]*$/, '');
  const asked = ctx.request.action.split('?')[0];
  if (!version || !shown || !game || !(asked === game || asked.startsWith(`${game}/`))) return false;
  return Number(version) < Number(shown);
}

function noteFocus() {
  const node = document.activeElement;
  if (!node?.closest('#table')) return null;
  const isDrop = node.matches('.drop');
  return {
    node,
    id: node.id,
    card: isDrop ? lifted?.key : node.closest('li')?.id,
    column: node.closest('.column')?.id,
  };
}

/** The same control, or the card that moved, or the column's last card; on a covered board "Go on". */
function giveFocus() {
  const goOn = document.querySelector('.cover button');
  if (focus?.node.closest('#felt') && goOn) return void goOn.focus();
  if (!focus || (focus.node.isConnected && focus.node === document.activeElement)) return;
  if (document.activeElement && document.activeElement !== document.body) return;
  const column = focus.column && byId(focus.column);
  const next =
    (focus.card && buttonOf(focus.card)) ||
    (focus.id && byId(focus.id)) ||
    column?.querySelector('li:last-child > button') ||
    tabStop() ||
    byId('panel')?.querySelector('a, button') || // won: no card is left
    table();
  next?.focus({ preventScroll: true });
}

document.addEventListener('htmx:before:swap', (event) => {
  if (isStale(event.detail.ctx)) {
    event.preventDefault();
    return;
  }
  // htmx does this only together with its own history, which is off
  const url = event.detail.ctx.response?.headers?.get?.('HX-Replace-Url');
  if (url) history.replaceState(history.state, '', url);
  focus = noteFocus();
  before = picture();
  state = byId('status')?.dataset.state ?? '';
  settle();
  // An answer to the move itself brings its columns; anything else must find them as they were.
  if (drawn && !(isAct(event.detail.ctx) && event.detail.ctx.response?.status < 400)) undraw();
  // a hint was for the position before; piles that stay would keep it
  for (const node of document.querySelectorAll('.hinted')) node.classList.remove('hinted');
});

document.addEventListener('htmx:after:swap', () => {
  drawn = null;
  liftAgain();
  play(before);
  before = null;
  showWay();
  if (state !== 'won' && byId('status')?.dataset.state === 'won') celebrate();
  rove();
  showDialog(); // one that closes hands the focus back first
  giveFocus();
});

/** Only fetched when there is something to celebrate, and nobody minds things that move. */
function celebrate() {
  if (moves()) import('./celebrate.js').then((fest) => fest.celebrate()).catch(() => {});
}

// A page from the browser's own store shows an old table.
addEventListener('pageshow', (event) => event.persisted && location.reload());

// --- dialog and share -----------------------------------------------------------------

function showDialog() {
  const dialog = /** @type {HTMLDialogElement | null} */ (byId('dialog'));
  if (!dialog) return;
  if (dialog.childElementCount && !dialog.open) {
    dialog.showModal();
    if (!dialog.querySelector('[autofocus]')) dialog.querySelector('[data-close]')?.focus(); // the harmless answer
  }
  else if (!dialog.childElementCount && dialog.open) dialog.close();
}

function showLink(href) {
  const [heading, field, close] = ['h2', 'input', 'button'].map((tag) => document.createElement(tag));
  heading.id = 'dialog-title';
  heading.textContent = 'Link to this deal';
  Object.assign(field, { readOnly: true, value: href, autofocus: true });
  field.setAttribute('aria-label', 'Link to this deal');
  close.textContent = 'Close';
  close.dataset.close = '';
  const row = document.createElement('p');
  row.className = 'onward';
  row.append(close);
  byId('dialog')?.replaceChildren(heading, field, row);
  showDialog();
  field.select();
}

async function share({ href }) {
  try {
    if (navigator.share && matchMedia('(pointer: coarse)').matches)
      return await navigator.share({ title: document.title, url: href });
    await navigator.clipboard.writeText(href);
    say('Link copied.');
  } catch (error) {
    if (error?.name !== 'AbortError') showLink(href); // aborted: the player thought better of it
  }
}

// --- pointer --------------------------------------------------------------------------

/** A further click of a double one on the stock: it meets cards that have not left it yet. */
function isAfterDeal(event) {
  if (event.detail && event.target.closest('#deal')) dealt = event.timeStamp;
  else if (event.detail && event.timeStamp - dealt < DEALT_MS) {
    const box = byId('stock').getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  }
  return false;
}

document.addEventListener('click', (event) => {
  const at = event.target;
  if (!at.closest?.('#table')) return;
  if (isAfterDeal(event)) return void event.preventDefault();
  const button = at.closest('button.card[form="lift"]');
  const link = at.closest('#t-share');
  if (!button) last = { key: '', time: -Infinity }; // a press elsewhere in between
  if (button) {
    event.preventDefault();
    pressCard(button, event);
  } else if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    share(document.querySelector('#share a'));
  } else if (at.closest('[data-hide]')) {
    event.preventDefault();
    byId('panel').hidden = true;
    tabStop()?.focus({ preventScroll: true });
  } else if (at.closest('#t-pause[aria-disabled="true"]')) {
    event.preventDefault();
    say('There is nothing to pause: the clock stands still.', true);
  } else if (at.closest('[data-close]') || (at.id === 'dialog' && event.detail < 2)) {
    // not by the second click of the double one that opened it
    event.preventDefault();
    byId('dialog')?.close();
  } else if (at.closest('#deal') && event.detail > 1) {
    event.preventDefault(); // a double click on the stock is one deal
  } else if (at.closest('#felt') && !at.closest('button, a')) {
    letGo();
  }
});
document.addEventListener('close', (event) => event.target.id === 'dialog' && event.target.replaceChildren(), true);

// --- keyboard -------------------------------------------------------------------------

const PRESSES = { d: 'deal', p: 't-pause', u: 't-undo', r: 't-redo', h: 't-hint', n: 't-new', '?': 't-keys' };

function pressKey(event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const command = event.ctrlKey || event.metaKey;
  if (event.altKey) return null;
  if (command && key === 'z') return event.shiftKey ? 't-redo' : 't-undo';
  if (command && key === 'y' && !event.shiftKey) return 't-redo';
  if (command || (event.shiftKey && key !== '?')) return null;
  return PRESSES[key] ?? null;
}

document.addEventListener('keydown', (event) => {
  const at = /** @type {HTMLElement} */ (event.target);
  if (!table() || event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return;
  if (at.closest?.('input, textarea, select, [contenteditable]:not([contenteditable="false"])')) return;
  if (event.key === 'Escape') {
    const button = lifted?.button;
    if (cancelDrag() || !button) return;
    const wasDrop = at.matches('.drop');
    letGo();
    if (wasDrop) button.focus();
    return;
  }
  const nowhere = (at === document.body || at === table()) && /^Arrow(Left|Right)$/.test(event.key);
  const within = /^Arrow|^Home$|^End$/.test(event.key) && at.closest?.('#tableau');
  if (nowhere || within || (event.key.startsWith('Arrow') && at.closest?.('.top, .tools, .suits'))) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const next = arrow(event.key, at, lifted?.button);
    if (within || next) event.preventDefault(); // elsewhere a key that leads nowhere scrolls
    next?.focus();
    return;
  }
  const id = pressKey(event);
  if (!id) return;
  const control = byId(id);
  if (id === 't-hint' && table().dataset.hints === 'off') return say('Hints are switched off in the settings.', true);
  if (id === 'deal' && !control) return void (event.repeat || act('deal')); // the server says why not
  if (!control) return;
  event.preventDefault();
  if (!event.repeat) control.click(); // a key held down is one press
});

document.addEventListener('focusin', (event) => {
  if (event.target.matches?.('#tableau > .column button.card')) rove(event.target);
});

// --- start ----------------------------------------------------------------------------

if (window.htmx) {
  // It would wait a moment, in which a quick press was sent without it.
  window.htmx.initialize();
}

if (table()) {
  startDrag({ lift, letGo, move, refuse, target });
  startClock();
  rove();
  // lifted by a link: from here on the script has it
  const button = document.querySelector('.lifted > button, button.lifted');
  if (button) lift(button);
  showDialog();
  if (table().dataset.sounds === 'on') import('./sound.js');
}
