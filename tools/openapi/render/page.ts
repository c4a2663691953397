/** The API page: openapi.yaml as one HTML file that can be read without scripts. */
import { html, prose } from './html.ts';
import { operationHtml } from './operation.ts';
import type { Document, Shown } from './types.ts';

export function pageOf(document: Document): string {
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    operations: operationsOf(document).filter(({ operation }) => operation.tags.includes(name)),
  }));
  const { title, version, description } = document.info;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} API</title>
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="tokens.css">
<link rel="stylesheet" href="page.css">
</head>
<body>
<a class="skip" href="#content">To the operations</a>
<header>
<h1>${title} API</h1>
<p>Version ${version}, as <a href="openapi.yaml">openapi.yaml</a></p>
</header>
<div class="columns">
<nav aria-label="Operations">
<details open><summary>Operations</summary>
${groups.map(
  ({ name, operations }) =>
    html`<p class="group"><a href="#${name}">${name}</a></p><ul>${operations.map(
      ({ operation, method, path }) =>
        html`<li><a href="#${operation.operationId}"><span class="method" data-method="${method}">${method}</span> ${path.replace(`/${name}`, '')}</a></li>`,
    )}</ul>`,
)}
</details>
</nav>
<main id="content" tabindex="-1">
<section aria-label="About">
${prose(description)}
<p id="where">Calls can be tried on the local stack: <code>npm start</code>, then this page at <code>http://127.0.0.1:5000/docs/</code>.</p>
</section>
${groups.map(
  ({ name, description: about, operations }) =>
    html`<section aria-labelledby="${name}"><h2 id="${name}">${name}</h2>${prose(about)}${operations.map(operationHtml)}</section>`,
)}
</main>
</div>
<script src="try.js" defer></script>
</body>
</html>
`.text;
}

const operationsOf = (document: Document): Shown[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      document,
      path,
      operation,
      method: method.toUpperCase(),
    })),
  );
