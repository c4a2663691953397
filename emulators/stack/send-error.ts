import type { IncomingMessage, ServerResponse } from 'node:http';

export const TOO_LARGE = 'The request body is larger than 32 MB';

/**
 * The front's own answers: `{ "error": "<sentence>" }`. The connection is closed, because the rest of the request's body
 * is not read.
 */
export function sendError(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  sentence: string,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const body = JSON.stringify({ error: sentence });
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    ...(status === 503 && { 'retry-after': '1' }),
    ...(!request.complete && { connection: 'close' }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
  drain(request);
}

/** A client that is still sending would miss the answer if its connection were reset at once. */
function drain(request: IncomingMessage): void {
  request.resume();
  const timer = setTimeout(() => request.destroy(), 5_000).unref();
  request.once('close', () => clearTimeout(timer));
}
