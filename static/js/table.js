/**
 * The table in the browser. It knows no rules: where a card may go is in data-to, why it may
 * not is in data-why, and every action is a submit of form#act, which htmx sends.
 */

import { answered, drawAll, hasToWait, isWished, startActs, want, wantMove } from './acts.js';
import { arrow, rove, tabStop } from './arrows.js';
import { buttonOf, byId, keyOf, refuse, say, tokensOf } from './board.js';
import { startClock } from './clock.js';
import { cancelDrag, follow, startDrag } from './drag.js';
import { isSure, surePlaces, unsurePlaces } from './drawn.js';
import { held, isFree, letGo, lift, liftAgain } from './lift.js';
import { moves, picture, play, showWay } from './motion.js';

const DOUBLE_MS = 400;
const DEALT_MS = 700; // until the last card of a dealt row has left the stock

const table = () => byId('table');

let last = { key: '', time: -Infinity }; // the last press on a card, to know a double one
let dealt = -Infinity; // when the stock was last clicked
let before = null; // the picture before a swap
let focus = null; // what had the focus before a swap
let state = ''; // how the game stood before it

// --- pressing a card ------------------------------------------------------------------

/** @param {HTMLButtonElement} button */
function pressCard(button, event) {
  const key = keyOf(button);
  const twice = event.detail > 0 && key === last.key && event.timeStamp - last.time < DOUBLE_MS;
  last = { key: twice ? '' : key, time: event.timeStamp };
  const { to, why } = button.dataset;
  const drop = button.closest('.column')?.querySelector(':scope > .drop');
  if (drop && held()) return drop.click();
  if (to && (twice || table()?.dataset.oneTap === 'on')) {
    return void wantMove(button, surePlaces(button)[0] ?? tokensOf(button)[0]);
  }
  if (held()?.key === key) return letGo();
  if (isFree(button)) return lift(button);
  letGo();
  if (why) refuse(button);
}

/** Where a drop is taken: what is not sure, the answer decides. */
const places = (button) => [...surePlaces(button), ...unsurePlaces(button)];

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
    card: isDrop ? held()?.key : node.closest('li')?.id,
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
  if (isStale(event.detail.ctx) || hasToWait(event.detail.ctx)) {
    event.preventDefault();
    return;
  }
  // htmx does this only together with its own history, which is off
  const url = event.detail.ctx.response?.headers?.get?.('HX-Replace-Url');
  if (url) history.replaceState(history.state, '', url);
  focus = noteFocus();
  before = picture();
  state = byId('status')?.dataset.state ?? '';
  answered(event.detail.ctx);
  // a hint was for the position before; piles that stay would keep it
  for (const node of document.querySelectorAll('.hinted')) node.classList.remove('hinted');
});

document.addEventListener('htmx:after:swap', () => {
  drawAll();
  liftAgain();
  if (document.querySelector('.cover')) cancelDrag();
  follow();
  play(before);
  before = null;
  document.querySelector('#tableau li.hinted, .stock.hinted')?.scrollIntoView({ block: 'nearest' });
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

// A page from the browser's own store is old as a whole: what was chosen in the settings meanwhile
// is no part of the table, so that news.js, which asks for the table alone, cannot mend it. And
// where it is news of the table only, a page loaded anew would let go of what is in the hand.
addEventListener('pageshow', (event) => event.persisted && location.reload());

// --- dialog and share -----------------------------------------------------------------

function showDialog() {
  const dialog = /** @type {HTMLDialogElement | null} */ (byId('dialog'));
  if (!dialog) return;
  if (dialog.childElementCount && !dialog.open) {
    cancelDrag();
    dialog.showModal();
    if (!dialog.querySelector('[autofocus]')) dialog.querySelector('[data-close]')?.focus(); // the harmless answer
    dialog.scrollTop = 0; // the question first
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
    const button = held()?.button;
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
    const next = arrow(event.key, at, held()?.button);
    if (within || next) event.preventDefault(); // elsewhere a key that leads nowhere scrolls
    next?.focus();
    return;
  }
  const id = pressKey(event);
  if (!id) return;
  if (id !== 't-new' && id !== 't-keys' && byId('status')?.dataset.state === 'won') return event.preventDefault();
  const control = byId(id);
  if (id === 't-hint' && table().dataset.hints === 'off') return say('Hints are switched off in the settings.', true);
  if (id === 'deal' && !control) return void (event.repeat || want({ action: 'deal' })); // the server says why not
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

startActs(); // what it says of the connection holds for the settings too

if (table()) {
  startDrag({ lift, letGo, isFree, places, move: wantMove, isWished });
  startClock();
  rove();
  // lifted by a link: from here on the script has it
  const button = document.querySelector('.lifted > button, button.lifted');
  if (button) lift(button);
  showDialog();
  if (table().dataset.sounds === 'on') import('./sound.js');
}
