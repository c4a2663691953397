/** Cross-origin calls of dashboards: an allow-list by parameter, none by default; credentials travel in headers only. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { corsOrigins } from '../config.ts';

const ALLOWED_HEADERS = 'Authorization, Content-Type, X-Device-Key, X-Request-Id';
const EXPOSED_HEADERS = 'X-Request-Id, Retry-After, Content-Disposition';
/** Seconds for which a browser need not ask again. */
const MAX_AGE = 3600;

/** Lets the page of an allowed origin read the answer. */
export function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers;
  const allowed = corsOrigins();
  if (allowed.length > 0) response.setHeader('Vary', 'Origin');
  if (origin === undefined || !allowed.includes(origin)) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
}

/** Answers OPTIONS: which methods a path has, and to an allowed origin that it may call. */
export function answerPreflight(allowed: readonly string[], response: ServerResponse): void {
  response.setHeader('Allow', ['OPTIONS', ...allowed].join(', '));
  if (response.hasHeader('Access-Control-Allow-Origin')) {
    response.setHeader('Access-Control-Allow-Methods', allowed.join(', '));
    response.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS);
    response.setHeader('Access-Control-Max-Age', MAX_AGE);
  }
  response.statusCode = 204;
  response.end();
}
