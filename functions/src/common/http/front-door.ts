/**
 * What stands before our code in a deployed function, the functions framework's Express app, answers some bad requests
 * itself, in HTML and outside production with a stack: malformed JSON, an unknown content encoding, a stray `%` in the
 * path. Contract 3 wants the area's own JSON. So each request is made harmless to the framework as it comes in, and
 * what it really said is kept here for the router.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';

export interface Original {
  /** Path and query as sent. */
  url: string;
  contentType: string | undefined;
  contentEncoding: string | undefined;
}

const originals = new WeakMap<IncomingMessage, Original>();

/** Called once, where the functions are declared: the framework creates its server after that. */
export function openFrontDoor(): void {
  subscribe('http.server.request.start', (message) => {
    neutralize((message as { request: IncomingMessage }).request);
  });
}

/**
 * The framework runs each call in a `domain` of its own, which enters and leaves at each promise, timer and event of the
 * call: an eighth of a worker's time at full load (bench ingest). What it would catch, an error that escapes from a
 * library's callback, ends the process here; cameras send their frames again.
 */
export const outsideDomain =
  <A extends unknown[], R>(handle: (...args: A) => R) =>
  (...args: A): R => {
    (process as { domain?: { exit(): void } | null }).domain?.exit();
    return handle(...args);
  };

/** The request as its sender wrote it. */
export function originalOf(request: IncomingMessage): Original {
  return originals.get(request) ?? read(request);
}

const read = (request: IncomingMessage): Original => ({
  url: request.url ?? '/',
  contentType: request.headers['content-type'],
  contentEncoding: request.headers['content-encoding'],
});

function neutralize(request: IncomingMessage): void {
  originals.set(request, read(request));
  // The raw parser keeps the bytes as they are; ours reads them (body.ts).
  request.headers['content-type'] = 'application/octet-stream';
  delete request.headers['content-encoding'];
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
