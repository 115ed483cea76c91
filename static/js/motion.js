/**
 * Cards that moved, slide: FLIP by id. What stood where is noted before the page changes;
 * afterwards each card that stands elsewhere is animated from its old place to its new one.
 * Only transforms, and nothing waits for it. A card that did not move is left alone.
 */

const SLIDE_MS = 160;
const ROW_MS = 340; // from the first to the last card of a dealt row
const EASE = 'cubic-bezier(.2,.7,.3,1)';

/** @typedef {{x: number, y: number, node: HTMLElement}} Place */
/** @typedef {{cards: Map<string, Place>, stock: number, piles: Map<string, string>}} Picture */

const calm = matchMedia('(prefers-reduced-motion: reduce)');
const still = () =>
  calm.matches || document.hidden || document.documentElement.dataset.animations === 'off';

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
  if (still() || !document.getElementById('tableau')) return null;
  return {
    cards: new Map([...cards()].map((li) => [li.id, place(li)])),
    stock: rows(),
    piles: new Map([...piles()].map((pile) => [pile.id, face(pile)])),
  };
}

/** @param {Picture | null} before */
export function play(before) {
  if (!before || still()) return;
  const changed = [...piles()].filter((pile) => before.piles.get(pile.id) !== face(pile));
  const stock = document.getElementById('stock');
  const dealt = rows() < before.stock;
  const source = dealt ? stock : changed[0];

  // First all reading, then all writing: one layout for 104 cards.
  const moves = [];
  const now = new Set();
  const from = source && place(source);
  for (const li of cards()) {
    now.add(li.id);
    const old = before.cards.get(li.id) ?? from;
    if (!old) continue;
    const here = place(li);
    const dx = old.x - here.x;
    const dy = old.y - here.y;
    if (Math.abs(dx) + Math.abs(dy) > 1) moves.push({ li, dx, dy, isNew: old === from });
    else if (old.node !== li && old.node.classList.contains('down') && li.classList.contains('up'))
      moves.push({ li, flip: true });
  }
  const gone = [...before.cards].filter(([id]) => !now.has(id)).map(([, old]) => old);
  const homes = gone.length ? (rows() > before.stock ? [stock] : changed) : [];

  const fresh = moves.filter((move) => move.isNew);
  for (const move of moves) {
    if (move.flip) {
      turn(move.li);
      continue;
    }
    const isDealt = move.isNew && dealt;
    const delay = isDealt ? (fresh.indexOf(move) / fresh.length) * ROW_MS : 0;
    slide(move.li, move.dx, move.dy, delay, isDealt);
  }
  flyHome(gone, homes);
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
      { transform: `translate(${dx}px,${dy}px)`, zIndex: 15, opacity: isHidden ? 0 : 1 },
      { opacity: 1, offset: 0.1 },
      { transform: 'none', zIndex: 15, opacity: 1 },
    ],
    { duration: SLIDE_MS, delay, easing: EASE, fill: 'backwards' },
  );
}

function turn(li) {
  li.firstElementChild?.animate(
    [{ transform: 'scaleX(0.1)', filter: 'brightness(.6)' }, { transform: 'none' }],
    { duration: SLIDE_MS, easing: 'ease-out' },
  );
}

/** Cards that left the columns: a picture of each flies to its pile and is taken away. */
function flyHome(gone, homes) {
  const felt = document.getElementById('felt');
  const tableau = document.getElementById('tableau');
  if (!felt || !tableau || !homes.length) return;
  const origin = place(felt);
  // Thirteen cards a run; with several runs at once the first go to the first pile.
  gone.forEach((old, index) => {
    const home = place(homes[Math.min(homes.length - 1, Math.floor(index / 13))]);
    const copy = /** @type {HTMLElement} */ (old.node.cloneNode(true));
    copy.removeAttribute('id');
    copy.removeAttribute('style');
    copy.setAttribute('aria-hidden', 'true');
    copy.inert = true;
    copy.classList.add('flying');
    copy.style.left = `${home.x - origin.x}px`;
    copy.style.top = `${home.y - origin.y}px`;
    tableau.append(copy);
    const flight = copy.animate(
      [{ transform: `translate(${old.x - home.x}px,${old.y - home.y}px)` }, { transform: 'none' }],
      { duration: 260, delay: (gone.length - 1 - index) * 14, easing: EASE, fill: 'backwards' },
    );
    flight.finished.catch(() => {}).finally(() => copy.remove());
  });
}
