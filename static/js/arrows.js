/**
 * What the arrow keys reach. The columns are one tab stop, within which they go from card to
 * card; from the top of a column on to the stock and the foundations, and back.
 */

const COLUMNS = '#tableau > .column'; // not the copies that are flying home
const ABOVE = '#deal, .foundation button.card';
const TOOLS = '.suits button, .tools > .tool';

const all = (selector) =>
  /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)].filter((node) => node.getClientRects().length));
const cards = () => /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll(`${COLUMNS} button.card`)]);
export const tabStop = () => cards().find((button) => button.tabIndex === 0);

/** One tab stop for all columns: the card that had it, or the first column's last card. */
export function rove(wanted) {
  const every = cards();
  const kept = every.filter((button) => button.tabIndex === 0 && button.hasAttribute('tabindex'));
  const stop = wanted ?? kept[0] ?? document.querySelector(`${COLUMNS} li:last-child > button`);
  for (const button of every) {
    const index = button === stop ? '0' : '-1';
    if (button.getAttribute('tabindex') !== index) button.setAttribute('tabindex', index);
  }
}

const middle = (node) => {
  const { left, right } = node.getBoundingClientRect();
  return (left + right) / 2;
};
const nearest = (nodes, from) => {
  const way = (node) => Math.abs(middle(node) - middle(from));
  return nodes.toSorted((one, other) => way(one) - way(other))[0];
};
const beside = (nodes, from, key) => nodes[nodes.indexOf(from) + (key === 'ArrowRight' ? 1 : -1)];

/** What an arrow reaches in a column: the place to drop, or the card beside this one. */
function reach(column, row) {
  const drop = column.querySelector(':scope > .drop');
  if (drop) return drop;
  const list = [...column.querySelectorAll('li')];
  return list[Math.min(row, list.length - 1)]?.querySelector('button') ?? column.querySelector('li > button');
}

function along(key, column, li) {
  const columns = [...document.querySelectorAll(COLUMNS)];
  const row = li?.nextElementSibling ? [...li.parentElement.children].indexOf(li) : Infinity;
  const found = columns.map((other) => reach(other, row));
  if (key === 'Home') return found.find(Boolean);
  if (key === 'End') return found.findLast(Boolean);
  const here = columns.indexOf(column);
  return key === 'ArrowRight' ? found.slice(here + 1).find(Boolean) : found.slice(0, here).findLast(Boolean);
}

function fromColumn(key, column, li) {
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return along(key, column, li);
  if (!li) return column.querySelector('li:last-child > button');
  const next = key === 'ArrowUp' ? li.previousElementSibling : li.nextElementSibling;
  return next?.querySelector('button') ?? (key === 'ArrowUp' ? nearest(all(ABOVE), li) : null);
}

function fromAbove(key, from) {
  if (key === 'ArrowDown') return nearest(all(`${COLUMNS} li.up:not(.up + .up) > button`), from);
  return key === 'ArrowUp' ? null : beside(all(ABOVE), from, key);
}

function fromTools(key, from) {
  if (key === 'ArrowDown') return tabStop();
  return key === 'ArrowUp' ? null : beside(all(TOOLS), from, key);
}

/**
 * @param {string} key an arrow, Home or End
 * @param {HTMLElement} from what has the focus
 * @param {HTMLElement | undefined} held the card that is lifted
 */
export function arrow(key, from, held) {
  const home = document.querySelector('.foundation > .drop');
  const [column, above] = [from.closest('.column'), from.closest('.top')];
  if (column) return key === 'ArrowUp' && home ? home : fromColumn(key, column, from.closest('li'));
  if (above && !from.matches('.drop')) return fromAbove(key, from);
  if (from.matches(TOOLS)) return fromTools(key, from);
  return held ?? tabStop(); // from a place to drop, or from nowhere yet
}
