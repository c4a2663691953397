/** What a route takes, as parameters and bodies of the document. */
import { jsonSchema } from '../../functions/src/common/http/json-schema.ts';
import type { RequestSchemas } from '../../functions/src/common/http/route.ts';
import type { Fields } from '../../functions/src/git/validate/fields.ts';
import type { Json } from './refusals.ts';
import { type Components, hoist } from './responses.ts';

type Place = 'path' | 'query';

interface ObjectSchema {
  properties?: Record<string, Json>;
  required?: string[];
  allOf?: ObjectSchema[];
}

export function parametersOf(request: RequestSchemas): Json[] {
  const query = request.query ?? request.bytes?.query;
  return [
    ...(request.params ? listed(jsonSchema(request.params, 'input'), 'path') : []),
    ...(query ? listed(jsonSchema(query, 'input'), 'query') : []),
  ];
}

function listed(schema: ObjectSchema, place: Place): Json[] {
  const parts = [schema, ...(schema.allOf ?? [])];
  return parts.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, { description, example, ...rest }]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: withoutNull(rest),
      ...(example === undefined ? {} : { example }),
    })),
  );
}

/** A parameter is a text: only JSON knows null. */
function withoutNull(schema: Json): Json {
  const { anyOf, ...rest } = schema as { anyOf?: Json[] };
  const [only, ...more] = (anyOf ?? []).filter(({ type }) => type !== 'null');
  return only && more.length === 0 ? { ...only, ...rest } : schema;
}

/** Nothing for a route that reads no body. */
export function bodyOf(name: string, request: RequestSchemas, components: Components): Json {
  const schema = request.fields
    ? fieldsSchema(request.fields)
    : request.body && jsonSchema(request.body, 'input');
  if (!schema) return {};
  const own = components.refer(`${name}Request`, hoist(schema, components));
  const json = request.wrapped ? { anyOf: [own, wrapped(own)] } : own;
  const bytes = (request.bytes?.types ?? []).map((type) => [
    type,
    { schema: { type: 'string', contentMediaType: type } },
  ]);
  const content = { 'application/json': { schema: json }, ...Object.fromEntries(bytes) };
  return { requestBody: { required: request.optional !== true, content } };
}

const wrapped = (schema: Json): Json => ({
  type: 'object',
  properties: { data: schema },
  required: ['data'],
});

function fieldsSchema(fields: Fields): Json {
  const properties = Object.entries(fields).map(([name, { schema }]) => [name, schema]);
  const required = Object.entries(fields).flatMap(([name, { isRequired }]) => (isRequired ? [name] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
  };
}
