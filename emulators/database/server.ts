import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { Faults, meetFaults } from '../faults.ts';
import { Connection } from './connection.ts';
import { watchHeartbeats } from './heartbeat.ts';
import { LONG_POLL_PATH, sendToWebSocket } from './long-poll.ts';
import { Namespaces } from './namespaces.ts';
import { urlOf } from './request-url.ts';
import { answerRest } from './rest.ts';
import { NO_RULES, parseRules } from './rules/rule-tree.ts';

export interface DatabaseOptions {
  /** On 127.0.0.1; 0 takes any that is free. */
  port: number;
  /** JSON text of the rules; absent, only admins read and write. */
  rules?: string;
  faults?: Faults;
  /** Milliseconds between pings to clients. */
  heartbeat?: number;
}

export interface RunningDatabase {
  port: number;
  /** Replaces all data of a namespace. */
  load(namespace: string, data: unknown): void;
  /** Per namespace that holds data, its whole tree. */
  dump(): Record<string, unknown>;
  /** Ends every connection, and frees the port. */
  close(): Promise<void>;
}

/** `POST /__clear?ns=`: empties that namespace, or all without `ns`. */
const CLEAR_PATH = '/__clear';
/** As often as the official clients themselves show that they live. */
const HEARTBEAT = 45_000;
/** Bytes of one frame: clients send 16 K characters. */
const MAX_FRAME = 1024 * 1024;

/**
 * A Realtime Database that the official clients take for the real one, over WebSocket and REST.
 * Rejects when the port is taken (`EADDRINUSE`) or the rules are not understood (RuleError).
 */
export async function startDatabase(options: DatabaseOptions): Promise<RunningDatabase> {
  const namespaces = new Namespaces(options.rules === undefined ? NO_RULES : parseRules(options.rules));
  const faults = options.faults ?? new Faults();
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME });
  const server = createServer((request, response) => {
    answer(namespaces, faults, request, response).catch(() => response.destroy());
  });
  server.on('upgrade', (request, socket, head) =>
    connect({ namespaces, faults, sockets }, request, socket, head),
  );
  await listen(server, options.port);
  const stopHeartbeats = watchHeartbeats(sockets, options.heartbeat ?? HEARTBEAT);
  return {
    port: (server.address() as AddressInfo).port,
    load: (namespace, data) => namespaces.get(namespace).load(data),
    dump: () => namespaces.dump(),
    close: () => {
      stopHeartbeats();
      return close(server, sockets);
    },
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}

function close(server: Server, sockets: WebSocketServer): Promise<void> {
  for (const socket of sockets.clients) socket.terminate();
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  return closed;
}

async function answer(
  namespaces: Namespaces,
  faults: Faults,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const met = await meetFaults(faults, request, response);
  if (met === 'answered') return;
  const url = urlOf(request);
  if (url.pathname === CLEAR_PATH && request.method === 'POST') {
    namespaces.clear(url.searchParams.get('ns'));
    response.writeHead(204).end();
    return;
  }
  if (url.pathname === LONG_POLL_PATH) {
    sendToWebSocket(response, url.searchParams.get('cb'));
    return;
  }
  await answerRest(namespaces, request, response, met === 'reset-after');
}

interface Hall {
  namespaces: Namespaces;
  faults: Faults;
  sockets: WebSocketServer;
}

function connect(
  { namespaces, faults, sockets }: Hall,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
) {
  const url = urlOf(request);
  const name = url.searchParams.get('ns');
  if (url.pathname !== '/.ws' || !name) {
    socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    return;
  }
  sockets.handleUpgrade(request, socket, head, (client) => {
    sockets.emit('connection', client, request);
    new Connection(client, namespaces.get(name), faults).greet(request.headers.host ?? '');
  });
}
