/** A schema as a list of fields. */
import { html, inline, type Markup, type Piece } from './html.ts';
import type { Document, Schema } from './types.ts';

/** Deeper levels are shown by name only. */
const DEEPEST = 6;

export function followSchema(document: Document, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name ? (document.components.schemas[name] ?? {}) : schema;
}

/** The fields of an object, or the type of anything else. */
export function schemaOf(document: Document, given: Schema | undefined, depth = 0): Piece {
  if (!given || depth > DEEPEST) return null;
  const schema = followSchema(document, given);
  const parts = schema.allOf ?? schema.anyOf ?? schema.oneOf;
  if (parts) {
    const word = schema.allOf ? 'All of' : 'One of';
    return html`<p class="of">${word}</p><ul class="fields">${parts.map(
      (part) => html`<li>${typeOf(document, part)}${schemaOf(document, part, depth + 1)}</li>`,
    )}</ul>`;
  }
  if (schema.items) return schemaOf(document, schema.items, depth + 1);
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return null;
  return html`<ul class="fields">${fields.map(([name, field]) =>
    fieldOf(document, name, field, schema.required?.includes(name) === true, depth),
  )}</ul>`;
}

function fieldOf(
  document: Document,
  name: string,
  field: Schema,
  isRequired: boolean,
  depth: number,
): Markup {
  const schema = followSchema(document, field);
  return html`<li><code>${name}</code> ${typeOf(document, field)}${isRequired && html` <em>required</em>`}${
    schema.description && html` <span class="said">${inline(schema.description)}</span>`
  }${schemaOf(document, field, depth + 1)}</li>`;
}

/** `string, at most 64 characters` */
export function typeOf(document: Document, given: Schema): Markup {
  const schema = followSchema(document, given);
  return html`<span class="type">${[kindOf(document, schema), ...limitsOf(schema)].join(', ')}</span>`;
}

function kindOf(document: Document, schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' or ');
  if (schema.items) return `list of ${kindOf(document, followSchema(document, schema.items))}`;
  if (typeof schema.type === 'string') return schema.type;
  if (schema.type) return schema.type.join(' or ');
  return schema.properties ? 'object' : 'any';
}

function limitsOf(schema: Schema): string[] {
  const between = (least: number | undefined, most: number | undefined, what: string): string[] => {
    if (least === undefined && most === undefined) return [];
    // Limits that every safe integer has are not worth showing.
    if (most !== undefined && most >= Number.MAX_SAFE_INTEGER) return between(least, undefined, what);
    if (least !== undefined && least <= Number.MIN_SAFE_INTEGER) return between(undefined, most, what);
    if (least === undefined) return [`at most ${most}${what}`];
    if (most === undefined) return [`at least ${least}${what}`];
    return [`${least} to ${most}${what}`];
  };
  return [
    ...between(schema.minimum, schema.maximum, ''),
    ...between(schema.minLength, schema.maxLength, ' characters'),
    ...between(schema.minItems, schema.maxItems, ' entries'),
  ];
}
