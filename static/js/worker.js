/** The notice for when the connection is gone (sw.js), and its end. */

addEventListener('load', () => {
  // without it everything else works
  navigator.serviceWorker?.register('/sw.js').catch(() => {});
});

if (document.getElementById('offline')) addEventListener('online', () => location.reload());
