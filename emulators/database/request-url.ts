import type { IncomingMessage } from 'node:http';

/** The URL of a request, of which only path and query mean anything; an invalid one counts as the root. */
export function urlOf({ url = '/' }: IncomingMessage): URL {
  return URL.parse(url, 'http://localhost') ?? new URL('http://localhost/');
}
