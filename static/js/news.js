/**
 * A tab that comes into sight again asks, once, whether its game has gone on elsewhere: in another
 * tab, or on another device. Where nothing has changed the answer is empty, and nothing is drawn.
 */

document.addEventListener('visibilitychange', () => {
  const status = document.getElementById('status');
  const form = document.getElementById('lift'); // its address is the table's
  if (document.hidden || !navigator.onLine || !status || !form || !window.htmx) return;
  const { version, state } = status.dataset;
  const url = `${form.getAttribute('action')}?shown=${version}&state=${state}`;
  window.htmx.ajax('GET', url, { swap: 'none' });
});
