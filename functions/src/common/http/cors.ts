/** CORS for dashboards: an allow-list from a parameter, empty by default. Credentials travel in headers only. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { corsOrigins } from '../config.ts';

const ALLOWED_HEADERS = 'Authorization, Content-Type, X-Device-Key, X-Request-Id, Idempotency-Key';
const EXPOSED_HEADERS =
  'X-Request-Id, X-Reason, Retry-After, Content-Disposition, Export-Notes, Export-Revision';
/** Seconds for which a browser may cache the preflight. */
const MAX_AGE = 3600;

/** Origin of the page that sent the request, if its pages may call the functions; null otherwise. */
export function allowedOrigin({ headers: { origin } }: IncomingMessage): string | null {
  return origin !== undefined && corsOrigins().includes(origin) ? origin : null;
}

/** Lets the page of an allowed origin read the answer. */
export function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  if (corsOrigins().length > 0) response.setHeader('Vary', 'Origin');
  const origin = allowedOrigin(request);
  if (origin === null) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
}

/** Answers OPTIONS: the methods of a path, and whether the origin may call it. */
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
