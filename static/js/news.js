/**
 * A tab that comes into sight again asks, once, whether its game has gone on elsewhere: in another
 * tab, or on another device. Where nothing has changed the answer is empty, and nothing is drawn.
 */

let away = document.hidden;

document.addEventListener('visibilitychange', () => {
  const isBack = away && !document.hidden;
  away = document.hidden;
  const status = document.getElementById('status');
  const form = document.getElementById('lift'); // its address is the table's
  if (!isBack || !navigator.onLine || !status || !form || !window.htmx) return;
  const { version, state } = status.dataset;
  const url = `${form.getAttribute('action')}?shown=${version}&state=${state}`;
  window.htmx.ajax('GET', url, { swap: 'none' });
});
