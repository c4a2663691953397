import * as z from 'zod';
import { logUnexpected } from '../http/local-server.ts';
import { ANYONE, type Caller, callerOf } from './caller.ts';
import { DatabaseError, invalid } from './database-error.ts';
import { hashOf } from './hash.ts';
import { jsonMapOf } from './json.ts';
import type { Listen, Place, Update } from './listen.ts';
import type { Namespace } from './namespace.ts';
import type { OnDisconnect } from './on-disconnect.ts';
import { parsePath } from './path.ts';
import type { Query } from './query.ts';
import type { Tree } from './tree.ts';
import { parseWireQuery, wireQuery } from './wire-query.ts';
import { mergeOf, putOf, type Write } from './write.ts';

/** `r` is repeated in the answer. */
export interface Request {
  r: number;
  a: string;
  /** The request body of the wire protocol; a client may send anything. */
  b?: unknown;
}

const requestBody = z.looseObject({
  /** Path, data, hash of the client's value, query, and the client's tag of that query. */
  p: z.unknown().optional(),
  d: z.unknown().optional(),
  h: z.unknown().optional(),
  q: wireQuery.nullish(),
  t: z.number().nullish(),
  cred: z.unknown().optional(),
  /** Replaces the credential's `auth` in rules (admins only); `noauth`: unauthenticated. */
  authvar: z.unknown().optional(),
  noauth: z.boolean().nullish(),
});
type RequestBody = z.infer<typeof requestBody>;

/** Status word, and data or an explanation. */
export interface Answer {
  s: string;
  d: unknown;
}

/** The client of these actions. */
export interface Client {
  readonly namespace: Namespace;
  readonly onDisconnect: OnDisconnect;
  /** Functions that end each listen, by path and query. */
  readonly listens: Map<string, () => void>;
  /** The current caller. */
  caller: Caller;
  push(action: string, body: unknown): void;
}

export const OK = 'ok';
type Action = (client: Client, body: RequestBody) => unknown;

const ACTIONS = new Map<string, Action>([
  ['s', () => ''],
  ['auth', authenticate],
  ['gauth', authenticate],
  ['unauth', unauthenticate],
  // App Check authenticates the app, not the person. Nothing here depends on it.
  ['appcheck', () => ''],
  ['unappcheck', () => ''],
  ['unappeck', () => ''],
  ['q', listen],
  ['n', unlisten],
  ['g', get],
  ['p', (client, body) => write(client, putOf(pathOf(body), body.d), body)],
  ['m', (client, body) => write(client, mergeOf(pathOf(body), body.d), body)],
  ['o', (client, body) => writeLater(client, putOf(pathOf(body), body.d))],
  ['om', (client, body) => writeLater(client, mergeOf(pathOf(body), body.d))],
  ['oc', (client, body) => client.onDisconnect.cancel(pathOf(body))],
]);

/** Does what a client asks; errors are answers too. */
export function answer(client: Client, { a, b }: Request): Answer {
  try {
    const action = ACTIONS.get(a);
    if (!action) throw new DatabaseError('invalid_data', `Unknown action ${JSON.stringify(a)}`);
    const result = action(client, requireBody(b));
    return { s: OK, d: result === undefined ? '' : result };
  } catch (error) {
    if (error instanceof DatabaseError) return { s: error.code, d: error.message };
    logUnexpected(`Realtime Database: action ${JSON.stringify(a)}`, error);
    return { s: 'internal_error', d: 'Unexpected error of the local stack: its log says more.' };
  }
}

function requireBody(body: unknown): RequestBody {
  const { success, data, error } = requestBody.safeParse(body ?? {});
  if (success) return data;
  throw invalid(`malformed request: ${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}`);
}

function pathOf({ p }: RequestBody) {
  if (typeof p !== 'string') throw new DatabaseError('invalid_data', 'A path is missing');
  return parsePath(p);
}

function authenticate(client: Client, { cred, authvar, noauth }: RequestBody): unknown {
  const caller = callerOf(String(cred));
  const isOverridden = caller.admin && (noauth || authvar !== undefined);
  client.caller = isOverridden ? { admin: false, auth: noauth ? null : authvar } : caller;
  return { auth: caller.auth };
}

function unauthenticate(client: Client): void {
  client.caller = ANYONE;
}

function write(client: Client, what: Write, { h }: RequestBody): void {
  client.namespace.write(what, client.caller, typeof h === 'string' ? h : undefined);
}

function writeLater(client: Client, what: Write): void {
  client.namespace.tryWrite(what, client.caller);
  client.onDisconnect.add(what);
}

function queryOf({ q }: RequestBody): { query: Query } | undefined {
  return q && Object.keys(q).length > 0 ? { query: parseWireQuery(q) } : undefined;
}

function get(client: Client, body: RequestBody): unknown {
  return jsonMapOf(client.namespace.read({ path: pathOf(body), ...queryOf(body) }, client.caller));
}

/** Warns of a query without an index. The real service then sends everything, and the client filters. */
function listen(client: Client, body: RequestBody): unknown {
  const key = keyOf(body);
  const place = { path: pathOf(body), ...queryOf(body) };
  const now = client.namespace.view(place, client.caller);
  client.listens.get(key)?.();
  client.listens.set(key, client.namespace.subscribe(listenOf(client, place, body)));
  const isKnown = now !== null && hashOf(now) === body.h;
  if (!isKnown) pushUpdate(client, { kind: 'put', path: place.path, value: now }, body.t);
  return client.namespace.missingIndex(place) === undefined ? {} : { w: ['no_index'] };
}

function unlisten(client: Client, body: RequestBody): void {
  const key = keyOf(body);
  client.listens.get(key)?.();
  client.listens.delete(key);
}

const keyOf = (body: RequestBody): string => JSON.stringify([pathOf(body), body.t ?? null]);

function listenOf(client: Client, place: Place, body: RequestBody): Listen {
  return {
    ...place,
    caller: () => client.caller,
    deliver: (update) => pushUpdate(client, update, body.t),
    revoke: () => {
      client.listens.delete(keyOf(body));
      client.push('c', body.q ? { p: body.p, q: [body.q] } : { p: body.p });
    },
  };
}

function pushUpdate(client: Client, update: Update, tag: number | null | undefined): void {
  const t = tag == null ? {} : { t: tag };
  const p = update.path.join('/');
  if (update.kind === 'put') client.push('d', { p, d: jsonMapOf(update.value), ...t });
  else client.push('m', { p, d: changesOf(update.changes), ...t });
}

function changesOf(changes: ReadonlyMap<string, Tree>): Record<string, unknown> {
  return Object.fromEntries([...changes].map(([path, value]) => [path, jsonMapOf(value)]));
}
