/** Runs in every page before its own scripts: tells the tests when it is their turn. */
(() => {
  const PATIENCE_MS = 30_000;
  const underWay = new Set();
  const waiting = new Set();
  const soon = (work) => {
    const { port1, port2 } = new MessageChannel(); // timers may be faked
    port1.onmessage = () => {
      port1.close();
      work();
    };
    port2.postMessage(0);
  };
  const byId = (id) => document.getElementById(id);
  const version = () => Number(byId('status')?.dataset.version);
  const look = () => {
    for (const check of waiting) check();
  };

  addEventListener('htmx:before:request', ({ detail: { ctx } }) => underWay.add(ctx));
  addEventListener('htmx:finally:request', ({ detail: { ctx } }) => {
    // htmx frees the form after this event, and the table then sends what waited
    soon(() => soon(() => {
      underWay.delete(ctx);
      probe.answers += 1;
      look();
    }));
  });
  document.addEventListener('animationstart', (event) => probe.animations.push(event.animationName));

  addEventListener('pointerdown', ({ pointerType }) => probe.hands.add(pointerType), true);
  addEventListener('keydown', () => probe.hands.add('keys'), true);

  /** Wait until `isDone`, asked after every answer. */
  const until = (isDone, what) =>
    new Promise((resolve, reject) => {
      const check = () => {
        if (!isDone()) return;
        waiting.delete(check);
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        waiting.delete(check);
        reject(new Error(`Not ${what}: version ${version()}, "${byId('say')?.textContent}"`));
      }, PATIENCE_MS);
      waiting.add(check);
      check();
    });

  const IGNORED = new Set(['tabindex', 'data-elapsed-ms', 'data-gap-ms', 'data-htmx-powered']);

  /** The element as lines: what a player meets, without the clock and what scripts note. */
  function* outline(node, depth = 0) {
    const indent = ' '.repeat(depth);
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.data.trim().replace(/\s+/g, ' ');
      if (text) yield indent + text;
      return;
    }
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const attributes = [...node.attributes]
      .filter(({ name, value }) => !IGNORED.has(name) && !(name === 'class' && !value) && !(node.id === 't-hint' && /href|hx-get/.test(name)))
      .map(({ name, value }) => ` ${name}="${value}"`)
      .sort();
    yield `${indent}<${node.localName}${attributes.join('')}>`;
    if (['clock', 'say', 'dialog'].includes(node.id)) return;
    for (const child of node.childNodes) yield* outline(child, depth + 1);
  }

  const ids = (root) => [...root.querySelectorAll('[id]')].map(({ id }) => id);

  const probe = {
    answers: 0,
    version,
    animations: [],
    hands: new Set(), // mouse, touch, pen, keys: what the page has been played with
    settled: () => until(() => underWay.size === 0, 'settled'),
    reached: (wanted) => until(() => underWay.size === 0 && version() >= wanted, `at version ${wanted}`),
    answered: (count) => until(() => underWay.size === 0 && probe.answers >= count, `answered ${count} times`),

    /** What the page shows, what a fresh load of it shows, ids that are there twice, and
     *  controls within controls. */
    async compare() {
      const fresh = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html');
      const all = ids(document);
      return {
        shown: [...outline(byId('table'))],
        fresh: [...outline(fresh.getElementById('table'))],
        doubled: all.filter((id, index) => all.indexOf(id) !== index),
        nested: [...document.querySelectorAll(':is(a, button) :is(a, button, input)')].map(({ outerHTML }) => outerHTML),
      };
    },

    /** Every move that the page offers, as cards to lift and the place to put them. */
    offers: () =>
      [...document.querySelectorAll('button.card[data-to]')].flatMap((button) =>
        button.dataset.to.split(' ').map((place) => [button.value, place])),

    /** What else a player may do. */
    others: () => [
      ...(byId('deal') && !document.querySelector('.column.empty') ? ['deal'] : []),
      ...['undo', 'redo'].filter((step) => byId(`t-${step}`)?.ariaDisabled !== 'true'),
    ],

    focus() {
      const node = document.activeElement;
      const [li, column] = [node.closest('li'), node.closest('.column, .foundation')];
      return {
        tag: node.localName,
        id: node.id,
        value: node.value ?? '',
        card: li?.id ?? '',
        place: column?.id ?? '',
        fromEnd: li ? [...li.parentElement.children].reverse().indexOf(li) + 1 : 0,
        isDrop: node.matches('.drop'),
        isSeen: node.getClientRects().length > 0,
        isRinged: getComputedStyle(node).outlineStyle !== 'none',
      };
    },

    box(selector) {
      const node = document.querySelector(selector);
      if (!node) throw new Error(`Nothing is ${selector}`);
      const { left, top, width, height } = node.getBoundingClientRect();
      return [left, top, width, height];
    },

    cards: () => [...document.querySelectorAll('#tableau li')].map(({ id }) => id),

    async still() {
      await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})));
      return true;
    },
  };
  globalThis.probe = probe;
})();
