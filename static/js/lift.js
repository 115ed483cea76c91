/** What a player holds: its cards are raised, and the places where they may go are ringed. */

import { actionOf, buttonOf, cardsFrom, keyOf, namesFrom, refuse, target } from './board.js';
import { isSure, surePlaces } from './drawn.js';

/** @type {{button: HTMLButtonElement, key: string, cards: string, isSure: boolean} | null} */
let lifted = null;

export const held = () => lifted;

function ring(button, token) {
  const drop = document.createElement('button');
  drop.className = 'drop';
  drop.name = 'action';
  drop.value = actionOf(button, token);
  drop.setAttribute('form', 'act');
  drop.setAttribute('aria-label', token === 'f' ? 'Move to a foundation' : `Move to column ${token}`);
  target(token)?.append(drop);
}

/** A card of which only an answer under way tells where it may go is ringed with that answer. */
export function lift(button, isNew = true) {
  letGo();
  if (isNew) document.querySelector('#say > .refused')?.remove(); // it was about another press
  lifted = { button, key: keyOf(button), cards: namesFrom(button), isSure: isSure(button) };
  button.setAttribute('aria-pressed', 'true');
  for (const node of cardsFrom(button)) node.classList.add('lifted');
  for (const token of surePlaces(button)) ring(button, token);
}

export function letGo() {
  for (const drop of document.querySelectorAll('.drop')) drop.remove();
  for (const node of document.querySelectorAll('.lifted')) node.classList.remove('lifted');
  lifted?.button.removeAttribute('aria-pressed');
  lifted = null;
}

/** After a change of the table: the same cards are lifted again if they still may go somewhere. */
export function liftAgain() {
  const old = lifted;
  letGo();
  const button = old && buttonOf(old.key);
  if (!button || namesFrom(button) !== old.cards) return;
  if (button.dataset.to || !isSure(button)) lift(button, false);
  else if (!old.isSure) refuse(button);
}

/** Cards that a press or a drag may take up; of some only the answer tells. */
export const isFree = (button) => Boolean(button.dataset.to) || !isSure(button);
