import type { IncomingMessage } from 'node:http';

/** Path and query of a request; an invalid URL counts as the root. */
export function urlOf({ url = '/' }: IncomingMessage): URL {
  return URL.parse(url, 'http://localhost') ?? new URL('http://localhost/');
}
