/** Matches, checks who calls, calls, sends; the only place that catches (design: the way of a request). */
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { type Caller, identifyCaller } from '../access/caller.ts';
import { answerRefusal, Refusal, type ShapeName } from '../errors.ts';
import { translateForeign } from '../foreign-errors.ts';
import { lazy } from '../lazy.ts';
import { describeError, log, noteLogFields, withLogFields } from '../log.ts';
import { limitCaller } from '../rate/limit-caller.ts';
import { noteAction, noteCaller } from './audit.ts';
import { type FrameworkRequest, readBytes, readJson } from './body.ts';
import { allowOrigin, answerPreflight } from './cors.ts';
import { originalOf } from './front-door.ts';
import { type Call, type Match, matchRoute, type Reply, type RouteTable } from './route.ts';

/** Of a route that asks for no credentials: whatever is shown there is not looked at, and allows nothing. */
const NOBODY: Caller = { kind: 'person', uid: '', admin: false, permissions: [] };

/** Serves one request of a function, whatever it holds; never throws. */
export async function serve(
  table: RouteTable,
  request: FrameworkRequest,
  response: ServerResponse,
): Promise<void> {
  const requestId = requestIdOf(request);
  response.setHeader('X-Request-Id', requestId);
  response.setHeader('Cache-Control', 'no-store');
  const started = performance.now();
  await withLogFields({ requestId }, async () => {
    await answer(table, request, response);
    const ms = Math.round(performance.now() - started);
    log('INFO', 'request', {
      function: table.prefix,
      method: request.method,
      status: response.statusCode,
      ms,
    });
  });
}

async function answer(table: RouteTable, request: FrameworkRequest, response: ServerResponse): Promise<void> {
  const url = splitUrl(originalOf(request).url);
  const match = matchRoute(table, request.method ?? 'GET', url.path);
  const shape = match.route?.shape ?? table.shape;
  allowOrigin(request, response);
  if (request.method === 'OPTIONS' && match.allowed.length > 0)
    return answerPreflight(match.allowed, response);
  try {
    const route = requireRoute(match, request);
    noteAction(route, match.params);
    const caller = route.open ? NOBODY : await identifyCaller(request.headers);
    if (!route.open) noteCaller(caller);
    if (route.rate) await limitCaller(caller, route.rate);
    const reply = await route.handle(callOf(request, response, match, url.query, caller));
    await send(reply, response);
    noteLogFields({ outcome: (reply.status ?? 200) < 400 ? 'done' : 'refused' });
  } catch (error) {
    refuse(error, shape, response);
  }
}

function requireRoute(match: Match, request: FrameworkRequest) {
  if (match.allowed.length === 0) throw new Refusal('route unknown');
  const isHead = request.method === 'HEAD';
  if (!match.route || (isHead && match.route.changes))
    throw new Refusal('method wrong', { allow: match.allowed });
  if (match.route.changes && isPrefetch(request)) throw new Refusal('prefetch refused');
  return match.route;
}

const isPrefetch = ({ headers }: FrameworkRequest): boolean =>
  [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].some((value) =>
    /prefetch|prerender|preview/i.test(String(value ?? '')),
  );

function callOf(
  request: FrameworkRequest,
  response: ServerResponse,
  match: Match,
  query: URLSearchParams,
  caller: Caller,
): Call {
  const signal = lazy(() => whenGone(response));
  const mediaType = originalOf(request).contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return {
    method: request.method ?? 'GET',
    params: match.params,
    query,
    caller,
    mediaType,
    bytes: () => readBytes(request),
    json: () => readJson(request),
    get signal() {
      return signal();
    },
  };
}

/** Aborts when the client goes away before the answer is complete. */
function whenGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  if (response.destroyed) gone.abort();
  return gone.signal;
}

async function send(reply: Reply, response: ServerResponse): Promise<void> {
  response.statusCode = reply.status ?? 200;
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  if ('json' in reply) sendJson(reply.json, response);
  else await pipeline(reply.stream, response);
}

function sendJson(body: unknown, response: ServerResponse): void {
  const text = JSON.stringify(body);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  // Text leaves together with the headers in one write; bytes would take two.
  response.end(text);
}

function refuse(error: unknown, shape: ShapeName, response: ServerResponse): void {
  const refusal = error instanceof Refusal ? error : translateForeign(error);
  const { status, headers, body } = answerRefusal(refusal, shape);
  noteLogFields({ outcome: refusal.row });
  if (status >= 500) log('ERROR', refusal.row, { reason: describeError(refusal.cause ?? error) });
  if (response.headersSent) {
    // Half an answer must not look like a whole one.
    response.destroy();
    return;
  }
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  sendJson(body, response);
}

/** The caller's own id where it is one harmless word, so that both ends log the same. */
function requestIdOf(request: FrameworkRequest): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
}

function splitUrl(url: string): { path: string; query: URLSearchParams } {
  const [path = '/', ...rest] = url.split('?');
  return { path, query: new URLSearchParams(rest.join('?')) };
}
