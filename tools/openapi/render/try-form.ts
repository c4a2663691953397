/** The form of an operation, filled in with a request that works on the sample data. */
import { triedOf } from '../tried.ts';
import { html, type Markup } from './html.ts';
import type { Parameter, Shown } from './types.ts';

/** Hidden until the script finds a local stack's functions. */
export function formOf({ method, path, operation }: Shown): Markup {
  const { operationId: id } = operation;
  const tried = triedOf(id, path);
  const values = { ...tried?.params, ...tried?.query };
  const json = operation.requestBody?.content['application/json'];
  return html`<form class="try" data-method="${method}" data-path="${path}" aria-label="Try ${method} ${path}" hidden>
${operation.parameters?.map((each) => fieldOf(id, each, values[each.name]))}
${json && bodyField(id, json.example)}
<button type="submit">Try it</button>
<div class="result" role="status"></div>
</form>`;
}

function fieldOf(operation: string, parameter: Parameter, value: string | undefined): Markup {
  const { name, example, required } = parameter;
  const id = `${operation}-${name}`;
  const hint = value === undefined && example !== undefined ? `such as ${example}` : '';
  return html`<p class="field"><label for="${id}">${name}</label><input id="${id}" data-name="${name}" data-in="${parameter.in}" value="${value ?? ''}" placeholder="${hint}" autocomplete="off" spellcheck="false"${required && html` required`}></p>`;
}

const bodyField = (operation: string, example: unknown): Markup =>
  html`<p class="field body"><label for="${operation}-body">Body (JSON)</label><textarea id="${operation}-body" data-in="body" rows="${rows(example)}" spellcheck="false">${text(example)}</textarea></p>`;

const text = (example: unknown): string => (example === undefined ? '' : JSON.stringify(example, null, 2));

const rows = (example: unknown): number => Math.min(14, Math.max(2, text(example).split('\n').length));
