/**
 * The Firestore address for everyone but the functions. The emulator itself accepts any Host and the page of any site, and
 * cannot tell whether anything was written. This proxy checks what browsers can send (HTTP/1.1) and forwards what only
 * programs can send (HTTP/2 without TLS).
 */
import { once } from 'node:events';
import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { makeLocalServer } from '../http/local-server.ts';
import { forward } from './forward.ts';
import { HOST } from './ports.ts';

export interface FirestoreProxyOptions {
  /** 0 uses a free one. */
  port: number;
  /** Address of the emulator. */
  target: number;
}

export interface RunningFirestoreProxy {
  port: number;
  /** Increases with everything that a client sends. */
  changes(): number;
  close(): Promise<void>;
}

/** The first bytes of HTTP/2. */
const PREFACE = 'PRI ';
/** Maximum bytes of a request; the emulator accepts 10 MiB. */
const LARGEST_BODY = 64 * 1024 * 1024;

export async function startFirestoreProxy(options: FirestoreProxyOptions): Promise<RunningFirestoreProxy> {
  let changes = 0;
  const sockets = new Set<Socket>();
  const http = makeLocalServer({ name: 'Firestore', handle: (...given) => pass(options.target, ...given) });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.on('data', () => {
      changes += 1;
    });
    socket.once('data', (first: Buffer) => receive(http, options.target, socket, first));
  });
  server.listen(options.port, HOST);
  await once(server, 'listening');
  const closed = once(server, 'close');
  const close = async () => {
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return { port: (server.address() as AddressInfo).port, changes: () => changes, close };
}

function receive(http: HttpServer, target: number, socket: Socket, first: Buffer): void {
  socket.pause();
  if (first.toString('latin1', 0, PREFACE.length) === PREFACE) {
    const upstream = connect(target, HOST).on('error', () => socket.destroy());
    socket.once('close', () => upstream.destroy());
    upstream.once('close', () => socket.destroy());
    upstream.setNoDelay(true).write(first);
    socket.setNoDelay(true).pipe(upstream).pipe(socket);
    return;
  }
  socket.unshift(first);
  http.emit('connection', socket);
  process.nextTick(() => socket.resume());
}

function pass(port: number, request: IncomingMessage, response: ServerResponse): void {
  const to = { name: 'Firestore', port, path: request.url ?? '/', largestBody: LARGEST_BODY };
  forward(to, request, response);
}
