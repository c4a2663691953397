import type { IncomingMessage, ServerResponse } from 'node:http';
import { logUnexpected } from '../http/local-server.ts';
import { ANYONE, type Caller, callerOf } from './caller.ts';
import { DatabaseError, invalid } from './database-error.ts';
import { openEventStream } from './event-stream.ts';
import { readJson } from './json-body.ts';
import type { Namespace } from './namespace.ts';
import type { Namespaces } from './namespaces.ts';
import { parsePath } from './path.ts';
import { urlOf } from './request-url.ts';
import { METHODS, type RestAnswer, type RestRequest } from './rest-methods.ts';
import { answerRules } from './rules-route.ts';

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, PUT, PATCH, POST, DELETE, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type, if-match, x-firebase-etag',
  'access-control-expose-headers': 'etag',
};
const SUFFIX = '.json';
const RULES_PATH = '/.settings/rules.json';

/** Answers `/{path}.json?ns={namespace}`. A reader that accepts `text/event-stream` gets a stream. */
export async function answerRest(
  namespaces: Namespaces,
  request: IncomingMessage,
  response: ServerResponse,
  isCutOff: boolean,
): Promise<void> {
  try {
    const rest = parseRequest(namespaces, request);
    if (isStream(rest)) return openEventStream(rest, response);
    const answer = await work(rest, request);
    if (isCutOff) request.socket.destroy();
    else send(response, answer, rest.params.get('print'));
  } catch (error) {
    send(response, errorAnswer(error), null);
  }
}

function parseRequest(namespaces: Namespaces, request: IncomingMessage): RestRequest & { isRules: boolean } {
  const url = urlOf(request);
  const isRules = url.pathname === RULES_PATH;
  return {
    method: methodOf(request),
    path: isRules ? [] : pathOf(url.pathname),
    params: url.searchParams,
    headers: request.headers,
    namespace: namespaceOf(namespaces, url.searchParams),
    caller: callerOfRequest(request, url.searchParams),
    isRules,
  };
}

function methodOf(request: IncomingMessage): string {
  const override = request.headers['x-http-method-override'];
  return typeof override === 'string' ? override.toUpperCase() : (request.method ?? 'GET');
}

function pathOf(pathname: string) {
  if (!pathname.endsWith(SUFFIX)) throw new NotFound();
  return parsePath(decode(pathname.slice(0, -SUFFIX.length)));
}

class NotFound extends Error {}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalid('the path is not percent-encoded UTF-8');
  }
}

function namespaceOf(namespaces: Namespaces, params: URLSearchParams): Namespace {
  const name = params.get('ns');
  if (!name) throw invalid('the query parameter ns is missing');
  return namespaces.get(name);
}

function callerOfRequest({ headers }: IncomingMessage, params: URLSearchParams): Caller {
  const bearer = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  const credential = bearer ?? params.get('access_token') ?? params.get('auth');
  return credential ? callerOf(credential) : ANYONE;
}

const isStream = ({ method, headers, isRules }: RestRequest & { isRules: boolean }): boolean =>
  method === 'GET' && !isRules && (headers.accept ?? '').includes('text/event-stream');

async function work(rest: RestRequest & { isRules: boolean }, request: IncomingMessage): Promise<RestAnswer> {
  if (rest.isRules) return answerRules(rest, request);
  if (rest.method === 'OPTIONS') return { status: 200, json: null };
  const method = METHODS.get(rest.method);
  if (!method) return { status: 405, json: { error: 'Method not allowed' } };
  return method(rest, await readJson(request, rest.method));
}

function errorAnswer(error: unknown): RestAnswer {
  if (error instanceof NotFound) return { status: 404, json: { error: 'Paths end with .json' } };
  if (error instanceof DatabaseError) return { status: error.httpStatus, json: { error: error.message } };
  logUnexpected('Realtime Database: REST', error);
  return { status: 500, json: { error: 'Unexpected error of the local stack: its log says more.' } };
}

function send(response: ServerResponse, { status, json, etag }: RestAnswer, print: string | null): void {
  const isSilent = print === 'silent' && status === 200;
  const headers = { ...CORS, 'cache-control': 'no-cache', ...(etag !== undefined && { etag }) };
  response.writeHead(isSilent ? 204 : status, {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
  });
  response.end(isSilent ? undefined : JSON.stringify(json, null, print === 'pretty' ? 2 : undefined));
}
