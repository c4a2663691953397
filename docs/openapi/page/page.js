/** Shows openapi.yaml. Calls can be tried where the page stands beside the functions: on the local stack. */
const isLocal = ['127.0.0.1', 'localhost'].includes(location.hostname);

SwaggerUIBundle({
  url: 'openapi.yaml',
  dom_id: '#page',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelRendering: 'example',
  displayRequestDuration: true,
  supportedSubmitMethods: isLocal ? ['get', 'post', 'delete'] : [],
});
