import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { Faults } from '../faults.ts';
import { applyFaults } from '../http/apply-faults.ts';
import { HttpError } from '../http/http-error.ts';
import { startLocalServer } from '../http/local-server.ts';
import { Connection } from './connection.ts';
import { watchHeartbeats } from './heartbeat.ts';
import { LONG_POLL_PATH, sendToWebSocket } from './long-poll.ts';
import { Namespaces } from './namespaces.ts';
import { urlOf } from './request-url.ts';
import { answerRest } from './rest.ts';
import { NO_RULES, parseRules } from './rules/rule-tree.ts';

export interface DatabaseOptions {
  /** On 127.0.0.1; 0 uses a free one. */
  port: number;
  /** JSON text of the rules; without it only admins read and write. */
  rules?: string;
  faults?: Faults;
  /** Milliseconds between pings to clients. */
  heartbeat?: number;
}

export interface RunningDatabase {
  port: number;
  /** Replaces all data of a namespace. */
  load(namespace: string, data: unknown): void;
  /** The whole tree of each namespace that has data. */
  dump(): Record<string, unknown>;
  /** Increases with each write. */
  changes(): number;
  /** Closes every connection and frees the port. */
  close(): Promise<void>;
}

/** `POST /__clear?ns=`: empties that namespace, or all without `ns`. */
const CLEAR_PATH = '/__clear';
/** As often as the official clients send keep-alives. */
const HEARTBEAT = 45_000;
/** Maximum bytes of a frame; clients send 16 K characters. */
const MAX_FRAME = 1024 * 1024;

/**
 * A Realtime Database over WebSocket and REST, compatible with the official clients.
 * Rejects if the port is in use (`EADDRINUSE`) or the rules are invalid (RuleError).
 */
export async function startDatabase(options: DatabaseOptions): Promise<RunningDatabase> {
  const namespaces = new Namespaces(options.rules === undefined ? NO_RULES : parseRules(options.rules));
  const faults = options.faults ?? new Faults();
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME });
  const parts = { namespaces, faults, sockets };
  const { port, close } = await startLocalServer({
    name: 'Realtime Database',
    port: options.port,
    handle: (request, response) => answer(namespaces, faults, request, response),
    upgrade: (request, socket, head) => connect(parts, request, socket, head),
  });
  const stopHeartbeats = watchHeartbeats(sockets, options.heartbeat ?? HEARTBEAT);
  return {
    port,
    load: (namespace, data) => namespaces.get(namespace).load(data),
    dump: () => namespaces.dump(),
    changes: () => namespaces.changes(),
    close: () => {
      stopHeartbeats();
      for (const socket of sockets.clients) socket.terminate();
      return close();
    },
  };
}

async function answer(
  namespaces: Namespaces,
  faults: Faults,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const outcome = await applyFaults(faults, request, response);
  if (outcome === 'answered') return;
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
  await answerRest(namespaces, request, response, outcome === 'reset-after');
}

interface Parts {
  namespaces: Namespaces;
  faults: Faults;
  sockets: WebSocketServer;
}

function connect(
  { namespaces, faults, sockets }: Parts,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
) {
  const url = urlOf(request);
  const name = url.searchParams.get('ns');
  if (url.pathname !== '/.ws' || !name) throw new HttpError(400, 'No WebSocket here');
  sockets.handleUpgrade(request, socket, head, (client) => {
    sockets.emit('connection', client, request);
    new Connection(client, namespaces.get(name), faults).greet(request.headers.host ?? '');
  });
}
