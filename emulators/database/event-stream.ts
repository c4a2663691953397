import type { ServerResponse } from 'node:http';
import { type Caller, requireFresh } from './caller.ts';
import { jsonOf } from './json.ts';
import type { Update } from './listen.ts';
import { formatPath, nodeOf, type Path } from './path.ts';
import type { RestRequest } from './rest-methods.ts';
import { parseRestQuery } from './rest-query.ts';

/** Milliseconds between keep-alive events, as the service sends them. */
const KEEP_ALIVE = 30_000;

/**
 * Sends the value at the path and then each change: events `put` and `patch` with `{path, data}`, `keep-alive`,
 * `cancel` if the rules no longer allow reading, `auth_revoked` if the credential has expired.
 * Throws `permission_denied` before the first byte.
 */
export function openEventStream(request: RestRequest, response: ServerResponse): void {
  const { namespace, path, params } = request;
  const query = parseRestQuery(params);
  const place = { path, ...(query && { query }) };
  const value = namespace.read(place, request.caller);
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'access-control-allow-origin': '*',
  });
  send(response, 'put', { path: '/', data: jsonOf(value) });
  const end = namespace.subscribe({
    ...place,
    caller: () => request.caller,
    deliver: (update) => deliver(request, response, update),
    revoke: () => close(response, 'cancel', null),
  });
  const alive = setInterval(() => send(response, 'keep-alive', null), KEEP_ALIVE);
  response.once('close', () => {
    clearInterval(alive);
    end();
  });
}

function deliver({ caller, path }: RestRequest, response: ServerResponse, update: Update): void {
  // REST does not show priorities.
  if (nodeOf(update.path) !== update.path) return;
  if (isFresh(caller)) send(response, ...eventOf(update, path));
  else close(response, 'auth_revoked', 'credential is no longer valid');
}

function eventOf(update: Update, place: Path): [event: string, data: unknown] {
  const path = formatPath(update.path.slice(place.length));
  if (update.kind === 'put') return ['put', { path, data: jsonOf(update.value) }];
  const data = Object.fromEntries([...update.changes].map(([key, value]) => [key, jsonOf(value)]));
  return ['patch', { path, data }];
}

function isFresh(caller: Caller): boolean {
  try {
    requireFresh(caller);
    return true;
  } catch {
    return false;
  }
}

function send(response: ServerResponse, event: string, data: unknown): void {
  if (response.writableEnded) return;
  response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

function close(response: ServerResponse, event: string, data: unknown): void {
  send(response, event, data);
  response.end();
}
