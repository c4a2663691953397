/** The answers of one route: its success, and every error that it can return. */

import type { ShapeName } from '../../functions/src/common/error-shapes.ts';
import type { ErrorCode } from '../../functions/src/common/errors.ts';
import { jsonSchema } from '../../functions/src/common/http/json-schema.ts';
import type { Operation, Success } from '../../functions/src/common/http/operation.ts';
import { describeError, describeFault, type ErrorAnswer, type Json } from './error-answers.ts';
import type { Recorded } from './examples.ts';

export interface Asked extends Errors {
  /** What the schemas of the operation begin with. */
  name: string;
}

export interface Errors {
  route: Operation;
  /** Shape of the function's errors, unless the route has one of its own. */
  elsewhere: ShapeName;
  method: string;
}

const BODY_ERRORS = [
  'not json',
  'body slow',
  'body too deep',
  'body too large',
  'body too many',
  'media type',
  'field unknown',
] as const;

/** Errors of the router and of body parsing, besides those of the operation. */
export function errorsOf({ route, elsewhere, method }: Errors): ErrorAnswer[] {
  const readsBody = method !== 'GET' && route.body !== undefined;
  const names: ErrorCode[] = [
    ...route.errors,
    'parameter unknown',
    'parameter twice',
    ...(readsBody ? BODY_ERRORS : []),
    ...(route.open ? [] : (['unauthorized', 'forbidden'] as const)),
    ...(!route.readOnly ? (['prefetch refused'] as const) : []),
    // A HEAD request can match a route that changes something.
    ...(method === 'GET' && !route.readOnly ? (['method wrong'] as const) : []),
    // Addresses that send many unknown device keys are rate limited too.
    ...(route.open ? [] : (['rate exceeded'] as const)),
    ...(route.open ? [] : (['unavailable'] as const)),
    ...(route.open || route.readOnly ? [] : (['newer record'] as const)),
    ...(route.open ? [] : (['unforeseen'] as const)),
  ];
  const own = names.map((name) => describeError(name, route.shape ?? elsewhere, route.namesUri === true));
  const wrong = describeError('method wrong', elsewhere, false);
  return [...own, wrong, ...(route.faults ?? []).map(describeFault)];
}

/** Collects components that several answers share. */
export class Components {
  readonly schemas: Record<string, Json> = {};
  readonly responses: Record<string, Json> = {};
  readonly #names = new Map<string, string>();
  readonly #given = new Map<string, { name: string; places: [Json, string][] }>();

  /** Adds a response. One that several places use becomes a named component. */
  respond(name: string, response: Json, place: Json, key: string): void {
    place[key] = response;
    const text = JSON.stringify(response);
    const given = this.#given.get(text) ?? { name, places: [] };
    this.#given.set(text, given);
    given.places.push([place, key]);
    if (given.places.length < 2) return;
    if (given.places.length === 2) given.name = freeName(this.responses, given.name);
    this.responses[given.name] = response;
    for (const [where, at] of given.places) where[at] = { $ref: `#/components/responses/${given.name}` };
  }

  /** A reference to a part or an error; those with the same content share a name. */
  refer(name: string, schema: Json): Json {
    const text = JSON.stringify(schema);
    const known = this.#names.get(text) ?? this.#add(name, text, schema);
    return { $ref: `#/components/schemas/${known}` };
  }

  /** A reference to what one operation takes or answers. It has this operation's name, also if another's is the same. */
  own(name: string, schema: Json): Json {
    const known = this.schemas[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two schemas are called ${name}`);
    this.schemas[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }

  #add(name: string, text: string, schema: Json): string {
    const free = freeName(this.schemas, name);
    this.schemas[free] = schema;
    this.#names.set(text, free);
    return free;
  }
}

function freeName(taken: object, name: string): string {
  let free = name;
  for (let number = 2; free in taken; number += 1) free = `${name}-${number}`;
  return free;
}

const REQUEST_ID = { $ref: '#/components/headers/X-Request-Id' };
const NO_STORE = { $ref: '#/components/headers/Cache-Control' };

export function responsesOf(asked: Asked, examples: readonly Recorded[], components: Components): Json {
  const responses: Json = {};
  for (const [status, success] of Object.entries(asked.route.answers()))
    responses[status] = successResponse(
      nameOfAnswer(asked, status),
      success,
      ofStatus(examples, Number(status)),
      components,
    );
  const errors = errorsOf(asked);
  const statuses = [...new Set(errors.map(({ status }) => status))].sort((a, b) => a - b);
  for (const status of statuses) {
    const own = errors.filter((error) => error.status === status);
    const response = errorResponse(own, status, ofStatus(examples, status), components);
    components.respond(nameOf(own, status), response, responses, String(status));
  }
  return responses;
}

/** What is under way is the same for all routes that start a job. */
const nameOfAnswer = ({ name }: Asked, status: string): string =>
  status === '202' ? 'JobUnderWay' : `${name}Answer`;

/** Name of a shared response. */
function nameOf([first, ...more]: readonly ErrorAnswer[], status: number): string {
  const name = first?.name ?? '';
  return more.length === 0 ? name : `${/^[A-Z][a-z]+/.exec(name)?.[0] ?? ''}${status}`;
}

const ofStatus = (examples: readonly Recorded[], status: number): Recorded[] =>
  examples.filter((each) => each.status === status);

function successResponse(
  name: string,
  success: Success,
  examples: readonly Recorded[],
  components: Components,
): Json {
  const { description, mediaType, schema } = success;
  // Bytes and JSON have different headers.
  const required = !(mediaType && schema);
  const headers = Object.entries(success.headers ?? {}).map(([header, said]) => [
    header,
    { description: said, ...(required && { required }), schema: { type: 'string' } },
  ]);
  const json = schema && {
    schema: components.own(name, hoist(jsonSchema(schema, 'output'), components)),
    ...examplesOf(examples),
  };
  return {
    description,
    headers: { 'X-Request-Id': REQUEST_ID, 'Cache-Control': NO_STORE, ...Object.fromEntries(headers) },
    content: {
      ...Object.fromEntries(
        [mediaType ?? []]
          .flat()
          .map((type) => [type, { schema: { type: 'string', contentMediaType: type } }]),
      ),
      ...(json && { 'application/json': json }),
    },
  };
}

/** Moves named parts of a schema to the document's components. */
export function hoist(schema: Json, components: Components): Json {
  const { $defs, ...rest } = schema as { $defs?: Record<string, Json> };
  if (!$defs) return rest;
  const text = JSON.stringify({ rest, $defs }).replaceAll('#/$defs/', '#/components/schemas/');
  const moved = JSON.parse(text) as { rest: Json; $defs: Record<string, Json> };
  for (const [name, { id: _, ...each }] of Object.entries(moved.$defs)) components.refer(name, each);
  return moved.rest;
}

function errorResponse(
  errors: readonly ErrorAnswer[],
  status: number,
  examples: readonly Recorded[],
  components: Components,
): Json {
  const refs = errors.map(({ name, schema }) => components.refer(name, schema));
  const distinct = [...new Map(refs.map((ref) => [ref.$ref, ref])).values()];
  const schema = distinct.length === 1 ? distinct[0] : { anyOf: distinct };
  return {
    description: [...new Set(errors.map(({ text }) => `- \`${text}\``))].join('\n'),
    headers: { 'X-Request-Id': REQUEST_ID, 'Cache-Control': NO_STORE, ...retryHeaders(status) },
    content: { 'application/json': { schema, ...examplesOf(examples) } },
  };
}

function retryHeaders(status: number): Json {
  if (status === 405) return { Allow: { $ref: '#/components/headers/Allow' } };
  // A lock may be released at any moment.
  const heals = status === 429 || status === 503 || status === 423;
  return heals ? { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } : {};
}

const examplesOf = (examples: readonly Recorded[]): Json =>
  examples.length === 0
    ? {}
    : {
        examples: Object.fromEntries(
          examples.map(({ name, summary, body }) => [name, { summary, value: body }]),
        ),
      };
