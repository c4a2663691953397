/**
 * The functions framework puts an Express app in front of our code in a deployed function. It stores and parses the body of
 * every request before the caller is known, and it answers some bad requests itself, in HTML and, outside production, with
 * a stack trace: malformed JSON, an unknown content encoding, a stray `%` in the path. Contract 3 wants JSON of the route's
 * area. So each request is changed as it comes in: its body stays unread in the stream, and its original headers are kept
 * here for the router.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

export interface Original {
  /** Path and query as sent. */
  url: string;
  contentType: string | undefined;
  contentEncoding: string | undefined;
  contentLength: string | undefined;
}

const originals = new WeakMap<IncomingMessage, Original>();

/** Called once, where the functions are declared, because the framework creates its server after that. */
export function openFrontDoor(): void {
  subscribe('http.server.request.start', (message) => {
    neutralize((message as { request: IncomingMessage }).request);
  });
}

/**
 * The framework runs each call in a `domain` of Node's, whose hooks mark each promise, timer and event of the call: a third of
 * the processor time of a call with 500 decisions (docs/decisions.md).
 */
export function leaveDomain(): void {
  (process as { domain?: { exit(): void } | null }).domain?.exit();
}

/** The request as it was sent. */
export function originalOf(request: IncomingMessage): Original {
  return originals.get(request) ?? read(request);
}

const read = (request: IncomingMessage): Original => ({
  url: request.url ?? '/',
  contentType: request.headers['content-type'],
  contentEncoding: request.headers['content-encoding'],
  contentLength: request.headers['content-length'],
});

const HIDDEN = ['content-length', 'transfer-encoding', 'content-encoding', 'content-type'] as const;

function neutralize(request: IncomingMessage): void {
  originals.set(request, read(request));
  // The framework's parsers skip requests without a body, and these headers say that there is one.
  for (const name of HIDDEN) delete request.headers[name];
  request.url = (request.url ?? '/').replace(/%(?![0-9a-f]{2})/gi, '%25');
  if (!isDecodable(request.url)) request.url = '/';
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}
