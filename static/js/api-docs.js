/** Draws the calls of the interface for programs. */

const root = document.documentElement;
const night = matchMedia('(prefers-color-scheme: dark)');

/** As dark as the page around it: by the player's choice, or as the device is. */
function dress() {
  const { theme } = root.dataset;
  root.classList.toggle('dark-mode', theme === 'dark' || (theme === 'system' && night.matches));
}

night.addEventListener('change', dress);
dress();

const place = document.getElementById('api-docs');

globalThis.SwaggerUIBundle({
  domNode: place,
  url: place.dataset.document,
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null, // nobody else is asked
});
