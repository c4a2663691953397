import { ANYONE, type Caller, callerOf } from './caller.ts';
import { hashOf } from './hash.ts';
import { jsonMapOf } from './json.ts';
import type { Listen, Update } from './listen.ts';
import type { Namespace } from './namespace.ts';
import type { OnDisconnect } from './on-disconnect.ts';
import { parsePath } from './path.ts';
import type { Query } from './query.ts';
import { Refusal } from './refusal.ts';
import type { Tree } from './tree.ts';
import { parseWireQuery, type WireQuery } from './wire-query.ts';
import { mergeOf, putOf, type Write } from './write.ts';

/** `r` is echoed in the answer. */
export interface Request {
  r: number;
  a: string;
  b?: RequestBody;
}

interface RequestBody {
  /** Path, data, hash of what the client holds, query, and the client's number for that query. */
  p?: unknown;
  d?: unknown;
  h?: unknown;
  q?: WireQuery;
  t?: number;
  cred?: unknown;
  /** What rules see as `auth` instead of the credential's own (admins only); `noauth`: nobody. */
  authvar?: unknown;
  noauth?: boolean;
}

/** Status word, and data or an explanation. */
export interface Answer {
  s: string;
  d: unknown;
}

/** Whoever asks. */
export interface Client {
  readonly namespace: Namespace;
  readonly onDisconnect: OnDisconnect;
  /** What ends each listen, by path and query. */
  readonly listens: Map<string, () => void>;
  /** Who speaks, as of now. */
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
  // App Check proves the app, not the person: nothing here depends on it.
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

/** Does what a client asks; a refusal is an answer too. */
export function answer(client: Client, { a, b = {} }: Request): Answer {
  try {
    const action = ACTIONS.get(a);
    if (!action) throw new Refusal('invalid_data', `Unknown action ${a}`);
    const result = action(client, b);
    return { s: OK, d: result === undefined ? '' : result };
  } catch (error) {
    return { s: error instanceof Refusal ? error.word : 'internal_error', d: (error as Error).message };
  }
}

function pathOf({ p }: RequestBody) {
  if (typeof p !== 'string') throw new Refusal('invalid_data', 'A path is missing');
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

function listen(client: Client, body: RequestBody): unknown {
  const key = keyOf(body);
  const place = { path: pathOf(body), ...queryOf(body) };
  const now = client.namespace.read(place, client.caller);
  client.listens.get(key)?.();
  client.listens.set(key, client.namespace.subscribe(listenOf(client, place, body)));
  const isKnown = now !== null && hashOf(now) === body.h;
  if (!isKnown) pushUpdate(client, { kind: 'put', path: place.path, value: now }, body.t);
  return {};
}

function unlisten(client: Client, body: RequestBody): void {
  const key = keyOf(body);
  client.listens.get(key)?.();
  client.listens.delete(key);
}

const keyOf = (body: RequestBody): string => JSON.stringify([pathOf(body), body.t ?? null]);

function listenOf(client: Client, place: Pick<Listen, 'path' | 'query'>, body: RequestBody): Listen {
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

function pushUpdate(client: Client, update: Update, tag: number | undefined): void {
  const t = tag === undefined ? {} : { t: tag };
  const p = update.path.join('/');
  if (update.kind === 'put') client.push('d', { p, d: jsonMapOf(update.value), ...t });
  else client.push('m', { p, d: changesOf(update.changes), ...t });
}

function changesOf(changes: ReadonlyMap<string, Tree>): Record<string, unknown> {
  return Object.fromEntries([...changes].map(([path, value]) => [path, jsonMapOf(value)]));
}
