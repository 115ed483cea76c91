/**
 * Moves that are drawn before they are answered, on top of one another. The browser knows no
 * rules: data-to says where these cards may go on those. What only lies there drawn, the server
 * has not spoken of yet, and nothing is drawn that rests on it.
 */

import { cardsFrom, target, tokensOf } from './board.js';
import { release } from './drag.js';

/** @type {{nodes: HTMLElement[], from: Element, to: Element}[]} */
let steps = [];

const listOf = (token) => (token === 'f' ? null : target(token)?.querySelector('ol'));
const latest = (list) => steps.findLast(({ from, to }) => from === list || to === list);

export const isAnythingDrawn = () => steps.length > 0;

/** Whether these are the cards that the server has spoken of: all that lie on it came with it. */
export function isSure(button) {
  const li = button.closest('li');
  const step = li && latest(li.parentElement);
  return !step || (step.to === li.parentElement && step.nodes.includes(li));
}

export const surePlaces = (button) =>
  isSure(button) ? tokensOf(button).filter((token) => !latest(listOf(token))) : [];

/** Columns of which only the answer tells what they take. */
export function unsurePlaces(button) {
  const home = button.closest('.column');
  const lists = new Set(steps.flatMap(({ from, to }) => [from, to]));
  return [...lists].map((list) => list.closest('.column')).filter((column) => column !== home).map(({ id }) => id.slice(4));
}

/** Columns hold what they show; an empty one shows its outline. */
function put(nodes, list) {
  const columns = [nodes[0].closest('.column'), list.closest('.column')];
  const had = document.activeElement;
  release(nodes);
  list.append(...nodes);
  for (const column of columns) column?.classList.toggle('empty', !column.querySelector('li'));
  if (had && nodes.some((node) => node.contains(had))) had.focus({ preventScroll: true });
}

/** Put cards where the server will put them too. To and from a foundation they fly with the answer. */
export function draw(button, token) {
  const [from, to] = [button.closest('li')?.parentElement, listOf(token)];
  if (!from || !to || !surePlaces(button).includes(token)) return false;
  const nodes = cardsFrom(button);
  steps.push({ nodes, from, to });
  put(nodes, to);
  return true;
}

/** Back to what the server said. */
export function undraw() {
  for (const { nodes, from } of steps.toReversed()) put(nodes, from);
  steps = [];
}
