/** Where things are on the board, and the few words beside it. */

export const byId = (id) => document.getElementById(id);

/** A new paragraph each time, so that the same sentence is announced again. */
export function say(text, refused = false) {
  const p = document.createElement('p');
  if (refused) p.className = 'refused';
  p.textContent = text;
  byId('say')?.replaceChildren(p);
}

/** Say why a card stays where it is. */
export function refuse({ dataset: { why } }) {
  say((why && byId('table')?.getAttribute(`data-why-${why}`)) || 'It does not go there.', true);
}

/** A card's key is an id that outlives every swap. */
export const keyOf = (button) => button.closest('li')?.id ?? button.closest('.foundation')?.id ?? '';
export const buttonOf = (key) => byId(key)?.querySelector('button.card');

/** The cards that a card lifts: itself, and all that lie on it. */
export function cardsFrom(button) {
  const li = button.closest('li');
  const nodes = [li ?? button];
  while (li && nodes.at(-1).nextElementSibling) nodes.push(nodes.at(-1).nextElementSibling);
  return nodes;
}
export const namesFrom = (button) => cardsFrom(button).map(({ id }) => id).join(' ');

/** Where the server says that they may go. */
export const tokensOf = (button) => button.dataset.to?.split(' ') ?? [];

export const target = (token) =>
  token === 'f'
    ? document.querySelector('#foundations > .foundation:has(> .slot)')
    : byId(`col-${token}`);

/** "4x3" to column 7 is the action "4-7x3". */
export function actionOf(button, token) {
  const [from, count = '1'] = button.value.split('x');
  return token === 'f' || count === '1' ? `${from}-${token}` : `${from}-${token}x${count}`;
}

export const tokenOf = (drop) => (drop.closest('.foundation') ? 'f' : drop.closest('.column').id.slice(4));
