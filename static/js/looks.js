/** A look is shown on the whole page the moment it is chosen; the next page comes with it anyway. */

const root = document.documentElement;

/** What surrounds the page follows the theme as the page does. */
function surround(theme) {
  const sides = { light: '(prefers-color-scheme: light)', dark: '(prefers-color-scheme: dark)' };
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
    const { side } = meta.dataset;
    meta.media = theme === 'system' ? sides[side] : theme === side ? 'all' : 'not all';
  }
}

document.addEventListener('htmx:after:swap', () => {
  for (const choice of document.querySelectorAll('form.choice')) {
    if (!(choice.id in root.dataset)) continue; // a way to play, no look
    root.dataset[choice.id] = choice.querySelector('[aria-pressed="true"]').value;
  }
  surround(root.dataset.theme);
});

// A press counts even when the player is on the way back to the table already.
document.addEventListener('htmx:config:request', ({ detail: { ctx } }) => (ctx.request.keepalive = true));
