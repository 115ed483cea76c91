/**
 * What a player wishes is made in that order: each submits form#act when the one before is
 * answered, with the version that came with that answer. Moves are drawn at once, on what is on
 * the screen. Once one is refused, it and all that was drawn on it are taken back.
 */

import { actionOf, buttonOf, byId, keyOf, namesFrom, say, tokenOf, tokensOf } from './board.js';
import { follow } from './drag.js';
import { draw, isAnythingDrawn, undraw } from './drawn.js';
import { held, letGo } from './lift.js';
import { withMotion } from './motion.js';

const MOST_WISHES = 20;
const AGAIN_MS = 2000; // between two tries without a connection
const MOST_TRIES = 150; // five minutes of them

/** @typedef {{action?: string, key?: string, cards?: string, token?: string, isDrawn?: boolean}} Wish */

let busy = null; // the request that keeps form#act from sending another
/** @type {Wish | null} */
let sent = null; // it is about this
/** @type {Wish[]} */
let queue = []; // what follows it
let isClear = true; // the screen shows all of them: the next may be drawn on it
let isSubmitting = false; // what a player wished for earlier
let again = null; // an action that found no connection
let isPausing = false; // a pause waits until everything is answered
let trying = 0; // how often the one being submitted has been tried
let isWaiting = false; // the server has too much to do: the next is sent in a moment

const wishes = () => (sent ? [sent, ...queue] : queue);
const isIdle = () => !busy && !wishes().length;
const waitMs = (ctx) => 1000 * Number(ctx.response?.headers?.get?.('Retry-After') ?? NaN);

/** Whether cards lie where they were dropped until an answer decides. */
export const isWished = (key) => wishes().some((wish) => wish.key === key);

// --- drawing --------------------------------------------------------------------------

function drawOn(wish) {
  const button = isClear && wish.key && buttonOf(wish.key);
  wish.isDrawn = Boolean(button) && namesFrom(button) === wish.cards && draw(button, wish.token);
  isClear = wish.isDrawn;
}

/** Draw a wish for the first time. */
function show(wish) {
  if ('isDrawn' in wish) return;
  const focused = document.activeElement?.closest('#table');
  if (wish.key) letGo(); // takes away the place to drop, which may have the focus
  withMotion(() => drawOn(wish));
  if (focused && document.activeElement === document.body) buttonOf(wish.key)?.focus({ preventScroll: true });
}

/** Everything that is wished for, on the board as the server has it. */
export function drawAll() {
  undraw();
  isClear = true;
  wishes().forEach(drawOn);
}

const redraw = () => withMotion(() => {
  drawAll();
  follow();
});

// --- wishing --------------------------------------------------------------------------

/** @param {Wish} wish @returns whether it is taken up; a second deal is not, as long as one is under way */
function isTaken(wish) {
  const others = wishes();
  if (others.length >= MOST_WISHES) return false;
  return wish.action !== 'deal' || !others.some(({ action }) => action === 'deal');
}

const moveOf = (button, token) => ({ key: keyOf(button), cards: namesFrom(button), token });

const sayWaiting = () => say(again?.isRefused
  ? 'The server cannot do that right now. Your last move is made as soon as it can.'
  : 'No connection. Your last move is made as soon as it is back.', true);

export function want(wish) {
  if (again) sayWaiting();
  if (again || !isTaken(wish)) return false;
  queue.push(wish);
  sendNext();
  show(wish);
  return true;
}

export const wantMove = (button, token) => want(moveOf(button, token));

/** Every submit of form#act takes its turn. */
function guard(event) {
  const { submitter } = event;
  if (submitter?.id === 't-pause' && !isIdle()) {
    event.preventDefault();
    event.stopImmediatePropagation();
    isPausing = true;
  }
  if (event.target.id !== 'act' || isSubmitting || !submitter?.value) return;
  const isMove = submitter.matches('.drop') && held();
  const wish = isMove ? moveOf(held().button, tokenOf(submitter)) : { action: submitter.value };
  if (isIdle() && !again) {
    sent = wish; // and htmx sends it
    setTimeout(() => !busy && sent === wish && giveUp());
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
  want(wish);
}

// --- sending --------------------------------------------------------------------------

/** Submit form#act as a button in it would. */
function submit(action) {
  const form = /** @type {HTMLFormElement | null} */ (byId('act'));
  if (!form) return;
  const button = document.createElement('button');
  button.hidden = true;
  button.name = 'action';
  button.value = action;
  form.append(button);
  isSubmitting = true;
  form.requestSubmit(button);
  isSubmitting = false;
  button.remove();
}

function send(wish, action) {
  sent = wish;
  submit(action);
  if (!busy && window.htmx) giveUp(); // htmx tells at once whether it sends
}

/** A move that waited is made only if it is still those cards, and they may still go there. */
function actionFor(wish) {
  if (wish.action) return wish.action;
  const button = buttonOf(wish.key);
  const may = button && (wish.isDrawn || (namesFrom(button) === wish.cards && tokensOf(button).includes(wish.token)));
  return may ? actionOf(button, wish.token) : null;
}

function sendNext() {
  if (busy || sent || isWaiting || !queue.length) return;
  const wish = queue.shift();
  const action = actionFor(wish);
  if (action) return send(wish, action);
  say('The table had changed before that move: nothing was moved.', true);
  giveUp();
}

function giveUp() {
  sent = null;
  queue = [];
  redraw();
}

const isAct = (ctx) => ctx?.sourceElement?.id === 'act';
/** Its own request, or one that takes its turn with it (hx-sync="#act:drop"). */
const holdsAct = (ctx) =>
  isAct(ctx) || ctx?.sourceElement?.getAttribute?.('hx-sync')?.startsWith('#act') === true;
const isDone = (ctx) => ctx.response?.status < 400;

/** An answer is about to be shown: it finds the board as the server had it. */
export function answered(ctx) {
  if (isAct(ctx)) sent = null;
  undraw();
}

function finished(ctx) {
  busy = null;
  if (isTooMuch(ctx) && sent) return sendAgainLater(ctx);
  const isOver = isAct(ctx) && sent; // without anything to show
  if (!isDone(ctx)) giveUp();
  else if (isOver || (isAnythingDrawn() && !wishes().length)) {
    sent = null;
    redraw();
  }
  setTimeout(() => { // htmx frees the form only after this event
    sendNext();
    if (isPausing && isIdle()) pauseNow();
  });
}

/** An answer that tells when to ask again, and nothing of the table. */
export const hasToWait = (ctx) => isAct(ctx) && [429, 503].includes(ctx.response?.status) && waitMs(ctx) > 0;
const isTooMuch = (ctx) => hasToWait(ctx) && ctx.response.status === 429;

/** What is wished for stays, drawn as it is. */
function sendAgainLater(ctx) {
  queue.unshift(sent);
  sent = null;
  isWaiting = true;
  say('Not quite so fast: your move is made in a moment.');
  setTimeout(() => {
    isWaiting = false;
    sendNext();
  }, waitMs(ctx));
}

function pauseNow() {
  isPausing = false;
  byId('t-pause')?.click();
}

export function startActs() {
  document.addEventListener('submit', guard, true);
  document.addEventListener('htmx:before:request', ({ detail: { ctx } }) => {
    if (holdsAct(ctx)) busy = ctx;
    if (!isAct(ctx)) return;
    again = null;
    ctx.tries = trying;
    if (sent) show(sent);
  });
  document.addEventListener('htmx:finally:request', ({ detail: { ctx } }) => ctx === busy && finished(ctx));
  document.addEventListener('htmx:error', ({ detail: { ctx } }) => {
    if (!ctx || ctx.response) return;
    if (isAct(ctx)) tryAgainLater(ctx);
    else if (again) sayWaiting();
    else say('No connection. Try again.', true);
  });
  document.addEventListener('htmx:response:error', ({ detail: { ctx } }) => {
    if (hasToWait(ctx)) isTooMuch(ctx) || tryAgainLater(ctx);
    else if (ctx.response.status >= 500) say('The server could not do that. Try again.', true);
  });
  addEventListener('offline', () => say('No connection: the game waits where it is.', true));
  addEventListener('online', () => {
    say('Connected again.');
    tryAgain();
  });
}

// --- without a connection, or with a server that cannot -------------------------------

/** The same action on the same version, so that it cannot be made twice. */
function tryAgainLater(ctx) {
  const { body } = ctx.request;
  const wish = { action: body.get('action'), version: body.get('version'), tries: ctx.tries + 1, isRefused: Boolean(ctx.response) };
  if (wish.tries > MOST_TRIES) return void say('This takes too long: your move was not made.', true);
  again = wish;
  if (wish.tries === 1) sayWaiting();
  setTimeout(() => again === wish && tryAgain(), AGAIN_MS);
}

function tryAgain() {
  const wish = again;
  if (!wish || busy || sent) return;
  trying = wish.tries;
  if (wish.version === byId('status')?.dataset.version) send({ action: wish.action }, wish.action);
  trying = 0;
}
