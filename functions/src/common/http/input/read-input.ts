/** Parses a request with the schemas of its route. Nothing else in the functions reads a query or a body. */
import type { IncomingMessage } from 'node:http';
import type { ZodMiniType } from 'zod/mini';
import { HttpError } from '../../errors.ts';
import { originalOf } from '../front-door.ts';
import type { Route } from '../route.ts';
import { readBytes, readJson } from './body.ts';
import { SMALL } from './budget.ts';
import { isFields } from './fields.ts';
import { type Flaw, parse } from './parse.ts';
import { readParameters } from './query.ts';

/** The parsed request. */
export interface Sent {
  params: unknown;
  query: unknown;
  body: unknown;
  requestKey: string | null;
}

/**
 * Path first, then query, then body, so that a body is only read if the rest is right.
 * @param at.caller whose room a body takes
 * @throws what the route's `refuse` makes of a flaw, and the errors of queries and bodies
 */
export async function readInput(
  route: Route,
  request: IncomingMessage,
  at: { params: Readonly<Record<string, string>>; query: URLSearchParams; caller: string },
): Promise<Sent> {
  const requestKey = readRequestKey(route, request);
  const comesAsBytes = bringsBody(request) && isBytes(route, mediaTypeOf(request));
  const querySchema = comesAsBytes ? route.bytes?.query : route.query;
  const params = readPlace(route, 'params', route.params, at.params);
  const given = readParameters(at.query, querySchema);
  const query = readPlace(route, 'query', querySchema, given);
  const read = comesAsBytes
    ? readRaw(route, request, { query, caller: at.caller })
    : readBody(route, request, at.caller);
  const body = await read;
  return { params, query, body, requestKey };
}

const bringsBody = ({ method = 'GET' }: IncomingMessage): boolean => method !== 'GET' && method !== 'HEAD';

export const REQUEST_KEY = /^[A-Za-z0-9_-]{1,64}$/;

function readRequestKey({ keyed }: Route, { headers }: IncomingMessage): string | null {
  const key = keyed ? headers['idempotency-key'] : undefined;
  if (key === undefined) return null;
  if (REQUEST_KEY.test(String(key))) return String(key);
  throw new HttpError('bad parameter', { reason: 'Idempotency-Key must be 1 to 64 of A-Z a-z 0-9 _ -' });
}

function readPlace(
  route: Route,
  place: Flaw['place'],
  schema: ZodMiniType | undefined,
  value: unknown,
): unknown {
  if (!schema) return undefined;
  return parse(schema, value, (flaw) => {
    if (flaw.unknown !== undefined)
      return new HttpError('field unknown', { id: flaw.unknown, reason: flaw.message });
    // Not of a body: what an object there calls `toString` is the caller's.
    const given = place === 'body' ? {} : (value as Record<PropertyKey, unknown>);
    const whole: Flaw = { ...flaw, place, sent: String(given[flaw.path[0] ?? ''] ?? '') };
    return route.refuse?.(whole) ?? new HttpError('bad parameter', { reason: flaw.message });
  });
}

async function readRaw(
  { bytes, budget = SMALL }: Route,
  request: IncomingMessage,
  { query, caller }: { query: unknown; caller: string },
) {
  return bytes?.read(await readBytes(request, budget.bytes, caller), query);
}

async function readBody(route: Route, request: IncomingMessage, caller: string): Promise<unknown> {
  if (!route.body && route.bytes) throw new HttpError('media type');
  if (!route.body) return undefined;
  const { budget = SMALL } = route;
  const advice = adviceFor(route, request);
  const json = bringsBody(request) ? await readJson(request, budget, { caller, advice }) : undefined;
  return readPlace(route, 'body', route.body, route.wrapped ? unwrap(json) : json);
}

/** Beside other fields, `data` is one that nobody reads. */
function unwrap(json: unknown): unknown {
  const data = isFields(json) && Object.keys(json).length === 1 ? json.data : undefined;
  return typeof data === 'object' && data !== null ? data : json;
}

/** Advice for bodies that are not declared as JSON. */
function adviceFor({ bytes }: Route, request: IncomingMessage): string {
  if (/[/+]json$/.test(mediaTypeOf(request))) return '';
  const image = bytes ? `, or the bytes alone with Content-Type ${bytes.types.join(', ')}` : '';
  return `: send JSON with Content-Type application/json${image}`;
}

/** Media type of the body without parameters, in lower case; `''` if none was sent. */
const mediaTypeOf = (request: IncomingMessage): string =>
  originalOf(request).contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';

const kindOf = (mediaType: string): string => mediaType.split('/', 1)[0] ?? '';

const isBytes = ({ bytes }: Route, mediaType: string): boolean =>
  bytes?.types.some((type) => kindOf(type) === kindOf(mediaType)) ?? false;
