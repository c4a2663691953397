/** Streams one request to a function process and its answer back. */
import { Agent, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline, Transform } from 'node:stream';
import { HOST } from './ports.ts';
import { sendError, TOO_LARGE } from './send-error.ts';

/** Headers of a single connection (RFC 9110, 7.6.1), and `Expect`, which the front has answered. */
const OF_ONE_HOP = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect)$/i;

const pooled = new Agent({ keepAlive: true, maxFreeSockets: 64 });

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
  // A body cannot be sent again if the function closes an idle connection at the same moment: such a request has its own.
  const agent = hasBody(request) ? new Agent({ keepAlive: true }) : pooled;
  const upstream = ask({
    host: HOST,
    port: to.port,
    path: to.path,
    agent,
    headers: headersFor(request),
    ...(method && { method }),
  });
  let answer: IncomingMessage | undefined;
  upstream.on('response', (incoming) => {
    answer = incoming;
    sendBack(incoming, response);
  });
  upstream.once('close', () => {
    if (agent !== pooled) agent.destroy();
  });
  upstream.on('error', (error: NodeJS.ErrnoException) => {
    // The function answered without reading the rest of the body.
    if (answer) return;
    // The function has closed an idle connection, or was replaced, at the same moment.
    if (error.code === 'ECONNRESET' && upstream.reusedSocket) forward(to, request, response);
    else if (error.code === 'ECONNREFUSED')
      sendError(request, response, 503, `The function ${to.name} is starting again`);
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

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

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
    .filter(([name]) => !OF_ONE_HOP.test(name) && !also?.test(name) && !dropped.has(name.toLowerCase()))
    .flat();
}
