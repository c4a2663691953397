/** Streams one request to a function process and its answer back. */
import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline, Transform } from 'node:stream';
import { HOST } from './ports.ts';
import { sendError, TOO_LARGE } from './send-error.ts';

/** Headers that belong to one connection (RFC 9110, 7.6.1), and `Expect`, which the front has answered. */
const HOP_BY_HOP = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect)$/i;

export interface Destination {
  /** Name of the function, for error sentences. */
  name: string;
  port: number;
  path: string;
  /** Bytes; a longer body without `Content-Length` is answered with 413. */
  largestBody: number;
}

export function forward(to: Destination, request: IncomingMessage, response: ServerResponse): void {
  const { method } = request;
  // Each request gets its own connection. The function may close an idle one at the moment when a request is sent on it, and
  // nobody knows whether it has begun to work: a start or a csv must not run twice. `keepAlive` lets the function answer
  // before it has read the whole body.
  const agent = new Agent({ keepAlive: true });
  const upstream = httpRequest({
    host: HOST,
    port: to.port,
    path: to.path,
    agent,
    headers: headersFor(request),
    ...(method && { method }),
  });
  upstream.on('response', (incoming) => sendBack(incoming, response));
  upstream.once('close', () => agent.destroy());
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    // The function or the front has answered without reading the rest of the body, or the client has left.
    if (response.headersSent || response.destroyed) return;
    if (error.code === 'ECONNREFUSED')
      sendError(request, response, 503, `The function ${to.name} is restarting`);
    else response.destroy();
  });
  response.once('close', () => {
    if (!response.writableFinished) upstream.destroy();
  });
  const tooLarge = () => {
    sendError(request, response, 413, TOO_LARGE);
    upstream.destroy();
  };
  request.pipe(capped(to.largestBody, tooLarge)).pipe(upstream);
}

/** Passes at most `largest` bytes, then calls `tooLarge` once and discards the rest. */
function capped(largest: number, tooLarge: () => void): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const before = bytes;
      bytes += chunk.length;
      if (bytes <= largest) return done(null, chunk);
      if (before <= largest) tooLarge();
      done();
    },
  });
}

function sendBack(incoming: IncomingMessage, response: ServerResponse): void {
  // Answered already, or the client has left at this moment.
  if (response.headersSent || response.destroyed) {
    incoming.destroy();
    return;
  }
  response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, endToEnd(incoming.rawHeaders));
  response.flushHeaders();
  // If either side disconnects, pipeline destroys the other one.
  pipeline(incoming, response, () => {});
}

function headersFor(request: IncomingMessage): string[] {
  const { host = '', 'x-forwarded-for': before } = request.headers;
  const client = request.socket.remoteAddress ?? HOST;
  const added = {
    'X-Forwarded-For': before ? `${before}, ${client}` : client,
    'X-Forwarded-Host': request.headers['x-forwarded-host'] ?? host,
    'X-Forwarded-Proto': request.headers['x-forwarded-proto'] ?? 'http',
  };
  const own = endToEnd(request.rawHeaders, /^x-forwarded-(for|host|proto)$/i);
  const length = request.headers['transfer-encoding'] ? ['Transfer-Encoding', 'chunked'] : [];
  return [...own, ...length, ...Object.entries(added).flat().map(String)];
}

/** Raw headers (name, value, name, value) without hop-by-hop headers, those listed in `Connection`, and `also`. */
function endToEnd(raw: readonly string[], also?: RegExp): string[] {
  const pairs = raw.flatMap((name, index) => (index % 2 ? [] : [[name, raw[index + 1]!] as const]));
  const named = pairs.filter(([name]) => name.toLowerCase() === 'connection').map(([, value]) => value);
  const dropped = new Set(
    named
      .join(',')
      .toLowerCase()
      .split(/\s*,\s*/),
  );
  return pairs
    .filter(([name]) => !HOP_BY_HOP.test(name) && !also?.test(name) && !dropped.has(name.toLowerCase()))
    .flat();
}
