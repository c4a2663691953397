/** The base of all servers of the local stack: local requests only, and no request ends the process. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { HttpError } from './http-error.ts';
import { type LocalPolicy, requireLocal } from './local-only.ts';

export interface LocalServerOptions {
  /** Name in log lines, such as `Storage`. */
  name: string;
  /** On 127.0.0.1; 0 uses a free one. */
  port: number;
  /** Its errors are answered: an HttpError as it says, anything else with 500 and a log line. */
  handle(request: IncomingMessage, response: ServerResponse): void | Promise<void>;
  /** Handles a WebSocket; an error closes the socket. */
  upgrade?(...given: Upgrade): void;
  /** By default everything except GET and HEAD changes something, and no page of another site may read. */
  policyOf?(request: IncomingMessage): LocalPolicy;
  /** Idle timeout in milliseconds. Clients keep connections for long; one closed here first fails their next request. */
  keepAlive?: number;
}

export interface LocalServer {
  server: Server;
  port: number;
  /** Closes every connection and frees the port. */
  close(): Promise<void>;
}

/** Milliseconds: longer than any of our clients waits between two calls. */
const KEEP_ALIVE = 600_000;
const READING = /^(GET|HEAD)$/;

const strict = ({ method = 'GET' }: IncomingMessage): LocalPolicy => ({ changes: !READING.test(method) });

/** Rejects with the system's error (`EADDRINUSE`) if the port is in use. */
export async function startLocalServer(options: LocalServerOptions): Promise<LocalServer> {
  const server = makeLocalServer(options);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, '127.0.0.1', resolve);
  });
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  return { server, port: (server.address() as AddressInfo).port, close };
}

/** Like `startLocalServer` but without listening. */
export function makeLocalServer(options: Omit<LocalServerOptions, 'port'>): Server {
  const { name, handle, upgrade, policyOf = strict } = options;
  const server = createServer((request, response) => {
    void safely(name, request, response, () => {
      requireLocal(request, policyOf(request));
      return handle(request, response);
    });
  });
  // With an upgrade listener a server must answer every upgrade; without one it treats them as ordinary requests.
  if (upgrade)
    server.on('upgrade', (...given: Upgrade) => void upgradeSafely(name, () => upgrade(...given), ...given));
  // An upload may be slow.
  server.requestTimeout = 0;
  server.keepAliveTimeout = options.keepAlive ?? KEEP_ALIVE;
  return server;
}

async function safely(
  name: string,
  request: IncomingMessage,
  response: ServerResponse,
  work: () => void | Promise<void>,
): Promise<void> {
  response.on('error', () => undefined);
  try {
    await work();
  } catch (error) {
    // The rest of the body must be read, or the sender sees a reset connection instead of the answer.
    request.resume();
    if (response.headersSent || response.destroyed) response.destroy();
    else sendFailure(response, error instanceof HttpError ? error : unexpected(name, request, error));
  }
}

function unexpected(name: string, { method, url }: IncomingMessage, error: unknown): HttpError {
  logUnexpected(`${name}: ${method} ${JSON.stringify(url)}`, error);
  return new HttpError(500, 'Unexpected error of the local stack: its log says more.');
}

const GONE = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'EPIPE']);

/** One line with the stack trace; a client that disconnects during its request is not an error. */
export function logUnexpected(where: string, error: unknown): void {
  if (GONE.has((error as NodeJS.ErrnoException | undefined)?.code ?? '')) return;
  console.error(`${where}: ${(error as Error | undefined)?.stack ?? String(error)}`);
}

function sendFailure(response: ServerResponse, { status, message }: HttpError): void {
  const body = JSON.stringify({ error: message });
  for (const header of response.getHeaderNames()) response.removeHeader(header);
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

const NO_SOCKET = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

type Upgrade = [request: IncomingMessage, socket: Duplex, head: Buffer];

function upgradeSafely(name: string, work: () => void, ...[request, socket]: Upgrade): void {
  // Without an error listener a reset connection would end the process.
  socket.on('error', () => socket.destroy());
  try {
    requireLocal(request, { changes: true });
    work();
  } catch (error) {
    if (!(error instanceof HttpError))
      logUnexpected(`${name}: upgrade of ${JSON.stringify(request.url)}`, error);
    socket.end(NO_SOCKET);
  }
}
