/**
 * Where there is no connection, a notice stands in for a page. It and the files it is made of are
 * all that is kept: no page, no board, no answer of the server.
 * The server writes before this: CACHE, a name for this release; NOTICE, an address; FILES.
 */

const prepare = async () => (await caches.open(CACHE)).addAll([NOTICE, ...FILES]);

async function tidy() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  // Otherwise a page would wait for this script to start before it is asked for.
  await registration.navigationPreload?.enable();
}

const kept = (request) => caches.match(request, { ignoreVary: true });

async function visit({ request, preloadResponse }) {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return (await kept(NOTICE)) ?? Response.error();
  }
}

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(prepare());
});
addEventListener('activate', (event) => event.waitUntil(tidy()));
addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(visit(event));
  else if (FILES.includes(new URL(request.url).pathname))
    event.respondWith(kept(request).then((file) => file ?? fetch(request)));
});
