/** One operation: parameters, a form to try it, and its answers. */
import { html, inline, type Markup, prose } from './html.ts';
import { schemaOf, typeOf } from './schema.ts';
import { formOf } from './try-form.ts';
import type { Document, Media, Operation, Parameter, Response, Shown } from './types.ts';

export function operationHtml(shown: Shown): Markup {
  const { method, path, operation, document } = shown;
  const { operationId: id } = operation;
  return html`<article id="${id}" class="operation" aria-labelledby="${id}-name">
<h3 id="${id}-name"><a href="#${id}"><span class="method" data-method="${method}">${method}</span> <code>${breakable(path)}</code></a></h3>
<p class="summary">${inline(operation.summary)}</p>
${prose(operation.description)}
<p class="who">${callers(operation)}</p>
${formOf(shown)}
${operation.parameters?.length ? parametersHtml(document, operation.parameters) : null}
${operation.requestBody && bodyHtml(document, operation.requestBody.content)}
<h4>Answers</h4>
${Object.entries(operation.responses).map(([status, response]) => responseHtml(document, status, response))}
</article>`;
}

/** Allows a line break at each slash of a long path. */
const breakable = (path: string) =>
  path.split('/').map((part, at) => (at === 0 ? part : html`<wbr>/${part}`));

function callers({ security = [] }: Operation): string {
  const names = security.flatMap((each) => Object.keys(each));
  if (names.length === 0) return 'Needs no credentials.';
  if (names.includes('datasetKey')) return 'People and jobs call it.';
  return names.includes('deviceKey') ? 'People and cameras call it.' : 'People call it.';
}

const parametersHtml = (document: Document, parameters: readonly Parameter[]): Markup =>
  html`<h4>Parameters</h4><ul class="fields">${parameters.map(
    (each) =>
      html`<li><code>${each.name}</code> <span class="type">in the ${each.in}</span> ${typeOf(document, each.schema)}${
        each.required && html` <em>required</em>`
      }${each.description && html` <span class="said">${inline(each.description)}</span>`}</li>`,
  )}</ul>`;

const bodyHtml = (document: Document, content: Record<string, Media>): Markup =>
  html`<h4>Body</h4>${Object.entries(content).map(
    ([type, { schema }]) =>
      html`<details><summary><code>${type}</code></summary>${schemaOf(document, schema) ?? html`<p>The bytes.</p>`}</details>`,
  )}`;

function responseHtml(document: Document, status: string, given: Response): Markup {
  const name = given.$ref?.split('/').at(-1);
  const response = name ? (document.components.responses[name] ?? {}) : given;
  const text = response.description ?? '';
  const isList = text.startsWith('- ');
  return html`<details class="answer" data-kind="${status.charAt(0)}"><summary><strong>${status}</strong> ${
    isList
      ? inline(
          text
            .split('\n')
            .map((line) => line.slice(2))
            .join(', '),
        )
      : inline(text)
  }</summary>${isList && prose(text)}${Object.entries(response.content ?? {}).map(([type, media]) =>
    mediaHtml(document, type, media),
  )}</details>`;
}

const mediaHtml = (document: Document, type: string, { schema, examples = {} }: Media): Markup =>
  html`<p class="of"><code>${type}</code></p>${schemaOf(document, schema)}${Object.values(examples).map(
    ({ summary, value }) =>
      html`<figure><figcaption>${summary ?? 'Example'}</figcaption><pre tabindex="0">${JSON.stringify(value, null, 2)}</pre></figure>`,
  )}`;
