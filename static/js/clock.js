/**
 * The clock shows what the server counts: the time it gave, and what has passed since it came.
 * It never counts on its own: after five minutes without an action, and when the tab is hidden,
 * the game is paused, because the server does not count beyond that either.
 */

const IDLE_MS = 300_000; // the longest span between two actions that counts

const seen = { key: '', elapsed: 0, gap: 0, since: 0, shown: 0 };
let asked = ''; // the state for which a pause was already asked
let leaving = false; // to another page, or a reload: that page would race with the pause

const status = () => document.getElementById('status');
const runs = (state) => state === 'playing' || state === 'stuck'; // it may go on by an undo

const text = (ms) => {
  const total = Math.floor(ms / 1000);
  const [h, m, s] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const two = (n) => String(n).padStart(2, '0');
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
};

/** Take over what the server said, once for each answer that says it. */
function read(node) {
  const { elapsedMs, gapMs, version, state } = node.dataset;
  const key = [elapsedMs, gapMs, version, state].join();
  if (key === seen.key && node === seen.node) return;
  const elapsed = Number(elapsedMs) || 0;
  // A tick that was shown is not taken back when the answer was quicker than the last one.
  const back = seen.shown - elapsed;
  if (!(runs(state) && back > 0 && back < 2000 && version !== '0')) seen.shown = 0;
  Object.assign(seen, { key, node, elapsed, gap: Number(gapMs) || 0, since: performance.now() });
  asked = '';
}

function tick() {
  const node = status();
  const face = document.getElementById('clock');
  if (!node || !face) return;
  read(node);
  const { state } = node.dataset;
  if (state === 'won' || state === 'lost') return; // as the server wrote it: never 0:00
  let ms = seen.elapsed;
  if (runs(state)) {
    const passed = performance.now() - seen.since;
    ms += Math.max(0, Math.min(passed, IDLE_MS - seen.gap));
    ms = seen.shown = Math.max(ms, seen.shown);
    // hidden: again, should the first request have met one that was under way
    if (seen.gap + passed >= IDLE_MS || (document.hidden && !leaving)) pause();
  }
  if (face.textContent !== text(ms)) face.textContent = text(ms);
}

/** Ask the server to pause, once; the request outlives the page. */
function pause() {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById('pause'));
  if (!form || !runs(status()?.dataset.state) || asked === seen.key) return;
  asked = seen.key;
  const button = document.createElement('button');
  button.hidden = true;
  button.name = 'paused';
  button.value = '1';
  form.append(button);
  form.requestSubmit(button);
  button.remove();
}

export function startClock() {
  setInterval(tick, 250); // the only one: it looks the page up anew each time
  document.addEventListener('htmx:after:swap', tick);
  addEventListener('pagehide', () => (leaving = true)); // comes before visibilitychange
  addEventListener('pageshow', () => (leaving = false));
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) tick();
    else if (!leaving) pause();
  });
  document.addEventListener('htmx:config:request', (event) => {
    const { ctx } = event.detail;
    if (ctx.sourceElement?.id === 'pause') ctx.request.keepalive = true;
  });
  tick();
}
