import type { IncomingMessage, ServerResponse } from 'node:http';

export const TOO_LARGE = 'The request body is larger than 32 MB';

/** Milliseconds after which a client that is still sending is disconnected. */
const DRAIN_MS = 5_000;

/**
 * The front's own answers: `{ "error": "<sentence>" }`. No `Connection: close`: with it, Node would reset the connection of a
 * client that is still sending, which would then miss the answer.
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
  });
  response.end(request.method === 'HEAD' ? undefined : body);
  drain(request);
}

/** Reads what the client still sends, for a while. */
function drain(request: IncomingMessage): void {
  request.resume();
  const timer = setTimeout(() => request.destroy(), DRAIN_MS).unref();
  request.once('close', () => clearTimeout(timer));
}
