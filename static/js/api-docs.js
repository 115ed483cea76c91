/** Draws the calls of the interface for programs. */

const place = document.getElementById('api-docs');

globalThis.SwaggerUIBundle({
  domNode: place,
  url: place.dataset.document,
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null, // nobody else is asked
});
