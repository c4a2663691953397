/** A TCP proxy in front of a dependency that simulates failures of networks and services. */
import { createServer as createHttp, type Server as HttpServer } from 'node:http';
import { createServer as createHttp2, type Http2Server } from 'node:http2';
import { connect, createServer, type Server, type Socket } from 'node:net';

export type Mode =
  | 'pass'
  /** No server listens. */
  | 'refused'
  /** Connections are accepted, then reset. */
  | 'reset'
  /** Connections are accepted, but never answered. */
  | 'hang'
  /** Requests on existing connections are executed, but their answers are lost. New connections hang. */
  | 'mute'
  /** Every HTTP request gets this answer. */
  | { status: number; body?: string; headers?: Record<string, string> }
  /** Every gRPC call ends with this code. */
  | { grpc: number };

export interface FaultProxy {
  port: number;
  /** `127.0.0.1:port` */
  address: string;
  /**
   * Applies to existing connections too: they are closed, except by `hang` and `mute`, which keep them without answering.
   */
  set(mode: Mode): Promise<void>;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/** @param target `host:port`, evaluated for each connection */
export async function startProxy(target: () => string): Promise<FaultProxy> {
  const sockets = new Set<Socket>();
  const upstreams = new WeakSet<Socket>();
  let mode: Mode = 'pass';
  const fakes = { http: httpFake(() => mode), http2: http2Fake(() => mode) };
  const server = createServer((socket) => {
    keep(sockets, socket);
    if (mode === 'pass') upstreams.add(carry(socket, target(), sockets));
    else refuse(mode, socket, fakes);
  });
  await listen(server, 0);
  const { port } = server.address() as { port: number };
  const set = async (next: Mode) => {
    mode = next;
    for (const socket of sockets) {
      if (next === 'hang') silence(socket);
      else if (next !== 'mute') socket.resetAndDestroy();
      else if (upstreams.has(socket)) silence(socket);
    }
    if (next === 'refused') await stop(server);
    else if (!server.listening) await listen(server, port);
  };
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await stop(server);
  };
  return { port, address: `${HOST}:${port}`, set, close };
}

interface Fakes {
  http: HttpServer;
  http2: Http2Server;
}

function refuse(mode: Exclude<Mode, 'pass'>, socket: Socket, fakes: Fakes): void {
  if (mode === 'hang' || mode === 'mute') socket.resume();
  else if (typeof mode === 'string') socket.resetAndDestroy();
  else if ('grpc' in mode) fakes.http2.emit('connection', socket);
  else fakes.http.emit('connection', socket);
}

/** @returns the connection to the target */
function carry(socket: Socket, target: string, sockets: Set<Socket>): Socket {
  const [host, port] = target.split(':') as [string, string];
  const upstream = connect({ host, port: Number(port) });
  keep(sockets, upstream);
  socket.pipe(upstream).pipe(socket);
  socket.once('close', () => upstream.destroy());
  upstream.once('close', () => socket.destroy());
  return upstream;
}

function keep(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.on('error', () => {});
  socket.once('close', () => sockets.delete(socket));
}

function silence(socket: Socket): void {
  socket.unpipe();
  socket.removeAllListeners('data');
  socket.resume();
}

function httpFake(mode: () => Mode): HttpServer {
  const answer = () => {
    const now = mode();
    return typeof now === 'object' && 'status' in now ? now : { status: 503 };
  };
  const server = createHttp((request, response) => {
    const { status, body = '{}', headers = {} } = answer();
    request.resume().once('end', () => {
      response
        .writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers })
        .end(body);
    });
  });
  server.on('upgrade', (_request, socket) => {
    socket.end(`HTTP/1.1 ${answer().status} No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  });
  return server;
}

function http2Fake(mode: () => Mode): Http2Server {
  const server = createHttp2();
  server.on('sessionError', () => {});
  server.on('stream', (stream) => {
    const now = mode();
    const code = typeof now === 'object' && 'grpc' in now ? now.grpc : 14;
    stream.on('error', () => {});
    stream.respond(
      { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': String(code) },
      { endStream: true },
    );
  });
  return server;
}

const listen = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.removeAllListeners('error').once('error', reject).listen(port, HOST, resolve);
  });

const stop = (server: Server): Promise<void> => new Promise((resolve) => void server.close(() => resolve()));
