/** Parameters and bodies of a route. */
import { safeParse } from 'zod/mini';
import { REQUEST_KEY } from '../../functions/src/common/http/input/read-input.ts';
import { jsonSchema } from '../../functions/src/common/http/json-schema.ts';
import type { Route } from '../../functions/src/common/http/route.ts';
import type { Json } from './error-answers.ts';
import { type Components, hoist } from './responses.ts';
import type { Tried } from './tried.ts';

type Place = 'path' | 'query';

interface ObjectSchema {
  properties?: Record<string, Json>;
  required?: string[];
  allOf?: ObjectSchema[];
}

/**
 * If bytes are sent instead of JSON, the fields are query parameters too.
 * @param tried request whose values become the examples
 */
export function parametersOf(request: Route, tried: Tried | null = null): Json[] {
  const query = request.query ?? request.bytes?.query;
  const { params = {}, query: asked = {} } = tried ?? {};
  return [
    ...(request.params ? listed(jsonSchema(request.params, 'input'), 'path', params) : []),
    ...(query ? listed(jsonSchema(query, 'input'), 'query', asked) : []),
    ...(request.keyed ? [KEY] : []),
  ];
}

const KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Identifies the request: if it is sent again with the same key, it changes nothing twice.',
  schema: { type: 'string', pattern: REQUEST_KEY.source },
};

function listed(schema: ObjectSchema, place: Place, tried: Record<string, string>): Json[] {
  const parts = [schema, ...(schema.allOf ?? [])];
  return parts.flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, { description, example: given, ...rest }]) => {
      const schema = inText(rest);
      const example = tried[name] === undefined ? given : typed(tried[name], schema);
      return {
        name,
        in: place,
        required: place === 'path' || required.includes(name),
        ...(description === undefined ? {} : { description }),
        schema,
        ...(example === undefined ? {} : { example }),
      };
    }),
  );
}

function typed(text: string, { type }: Json): unknown {
  if (type === 'array') return [text];
  return type === 'number' || type === 'integer' ? Number(text) : type === 'boolean' ? text === 'true' : text;
}

/** Parameters are texts; only JSON has null. One that may be repeated is a list. */
function inText(schema: Json): Json {
  const { anyOf = [], ...rest } = schema as { anyOf?: Json[] };
  const parts = anyOf.filter(({ type }) => type !== 'null');
  const only = parts.length === 1 ? parts[0] : parts.find(({ type }) => type === 'array');
  return only ? { ...only, ...rest } : schema;
}

/** Empty for a route without a body. */
export function bodyOf(name: string, request: Route, components: Components, example?: unknown): Json {
  const schema = request.body && jsonSchema(request.body, 'input');
  if (!schema && !request.bytes) return {};
  const bytes = (request.bytes?.types ?? []).map((type) => [
    type,
    { schema: { type: 'string', contentMediaType: type } },
  ]);
  const json = schema && components.own(`${name}Request`, hoist(schema, components));
  const shown = example === undefined ? {} : { example };
  const content = {
    ...(json && {
      'application/json': { schema: request.wrapped ? { anyOf: [json, wrapped(json)] } : json, ...shown },
    }),
    ...Object.fromEntries(bytes),
  };
  return { requestBody: { required: !acceptsNone(request), content } };
}

const acceptsNone = ({ body }: Route): boolean => body !== undefined && safeParse(body, undefined).success;

const wrapped = (schema: Json): Json => ({
  type: 'object',
  properties: { data: schema },
  required: ['data'],
  additionalProperties: false,
});
