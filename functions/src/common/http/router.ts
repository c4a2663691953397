/**
 * Matches a route, identifies the caller, parses the request, calls the operation and sends the answer. The only place that
 * catches errors.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Caller, NOBODY, nameOf } from '../access/caller.ts';
import { identifyCaller } from '../access/identify-caller.ts';
import { onBehalfOf } from '../concurrency/on-behalf-of.ts';
import type { ShapeName } from '../error-shapes.ts';
import { HttpError } from '../errors.ts';
import { lazy } from '../lazy.ts';
import { log, noteLogFields, withLogFields } from '../log.ts';
import { limitCaller } from '../rate/limit-caller.ts';
import { addressOf } from './address.ts';
import { noteAction, noteCaller } from './audit.ts';
import { baseAddress } from './base-address.ts';
import { CallerLeft } from './caller-left.ts';
import { allowedOrigin, allowOrigin, answerPreflight } from './cors.ts';
import { originalOf } from './front-door.ts';
import { releaseBytes } from './input/held-bytes.ts';
import { readInput, type Sent } from './input/read-input.ts';
import { type Match, matchRoute } from './match.ts';
import type { Route, RouteTable } from './route.ts';
import { send, sendError } from './send.ts';

/** Serves one request of a function, whatever it contains; never throws. */
export async function serve(
  table: RouteTable,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = requestIdOf(request);
  response.setHeader('X-Request-Id', requestId);
  response.setHeader('Cache-Control', 'no-store');
  const started = performance.now();
  await withLogFields({ requestId }, async () => {
    await answer(table, request, response);
    releaseBytes(request);
    const ms = Math.round(performance.now() - started);
    log('INFO', 'request', {
      function: table.prefix,
      method: request.method,
      status: response.statusCode,
      ms,
    });
  });
}

async function answer(table: RouteTable, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = splitUrl(originalOf(request).url);
  const match = matchRoute(table, request.method ?? 'GET', url.path);
  const shape: ShapeName = match.route?.shape ?? table.shape;
  allowOrigin(request, response);
  if (request.method === 'OPTIONS' && match.allowed.length > 0)
    return answerPreflight(match.allowed, response);
  try {
    const route = requireRoute(match, request);
    noteAction(route, match.params);
    const caller = await admit(route, request);
    const name = nameOf(caller, addressOf(request));
    const at = { params: match.params, query: url.query, caller: name };
    const sent = await readInput(route, request, at);
    const status = await onBehalfOf(name, async () => {
      const reply = await route.handle(inputOf(sent, caller, { prefix: table.prefix, request, response }));
      // What is streamed needs the body no longer, and may take as long as its reader likes.
      releaseBytes(request);
      await send(reply, response);
      return reply.status ?? 200;
    });
    noteLogFields({ outcome: status < 400 ? 'done' : 'refused' });
  } catch (error) {
    sendError(error, shape, response);
  }
}

interface Call {
  prefix: string;
  request: IncomingMessage;
  response: ServerResponse;
}

function inputOf(sent: Sent, caller: Caller, { prefix, request, response }: Call) {
  const signal = lazy(() => whenGone(response));
  return {
    ...sent,
    caller,
    origin: allowedOrigin(request),
    // Most routes never ask for these.
    get signal() {
      return signal();
    },
    get base() {
      return baseAddress(request, prefix);
    },
  };
}

/** From the headers alone: until the caller is known, nothing is read, parsed or written for this request. */
async function admit(route: Route, request: IncomingMessage): Promise<Caller> {
  if (route.open) return NOBODY;
  const caller = await identifyCaller(request, route.comparesKey);
  noteCaller(caller);
  route.permit?.(caller);
  if (route.rate) await limitCaller(caller, route.rate);
  return caller;
}

function requireRoute(match: Match, request: IncomingMessage): Route {
  if (match.allowed.length === 0) throw new HttpError('route unknown');
  const isHead = request.method === 'HEAD';
  if (!match.route || (isHead && !match.route.readOnly))
    throw new HttpError('method wrong', { allow: match.allowed });
  if (!match.route.readOnly && isPrefetch(request)) throw new HttpError('prefetch refused');
  return match.route;
}

const isPrefetch = ({ headers }: IncomingMessage): boolean =>
  [headers['sec-purpose'], headers.purpose, headers['x-purpose'], headers['x-moz']].some((value) =>
    /prefetch|prerender|preview/i.test(String(value ?? '')),
  );

const callerLeft = () => new HttpError('unavailable', {}, new CallerLeft('the caller left'));

/** Aborts if the client disconnects before the answer is complete. */
function whenGone(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(callerLeft());
  });
  if (response.destroyed) gone.abort(callerLeft());
  return gone.signal;
}

/** The caller's own id if it is one harmless word, so that both sides log the same id. */
function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : randomUUID();
}

function splitUrl(url: string): { path: string; query: URLSearchParams } {
  const [path = '/', ...rest] = url.split('?');
  return { path, query: new URLSearchParams(rest.join('?')) };
}
