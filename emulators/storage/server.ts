/**
 * Embedded Cloud Storage for the local stack and the tests, written small instead of reusing the emulator suite's
 * class: that one ignores `ifGenerationMatch` (on which our retries rest), holds every object whole in memory,
 * takes a resumable upload in one piece only and checks no signed link. Only the suite's export format is shared.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Faults, meetFaults } from '../faults.ts';
import type { Reply, Rooms } from './call.ts';
import { StorageError } from './errors.ts';
import { exportStore, importStore } from './export.ts';
import { refusalOf } from './refusal.ts';
import { findRoute, type Route } from './routes.ts';
import { discard, send } from './send.ts';
import { Sessions } from './sessions.ts';
import type { SigningKey } from './signing-key.ts';
import { Store } from './store.ts';

export interface StorageOptions {
  /** On 127.0.0.1; 0 takes a free one. */
  port: number;
  /** Where objects live; what stands there is served again. Default: a temporary folder, removed at close. */
  directory?: string;
  faults?: Faults;
  /** Whose signed links are served; without it all are refused. See `makeSigningKey`. */
  signingKey?: SigningKey;
  /** Milliseconds, for repeatable times and generations. */
  clock?: () => number;
}

export interface RunningStorage {
  port: number;
  importFrom(directory: string): Promise<void>;
  exportTo(directory: string): Promise<void>;
  close(): Promise<void>;
}

/** Requests seen since the last reset, by operation: `{ get, download, insert, list, delete, ... }`. */
type Counts = Record<string, number>;

/** Requests carry no credentials here: every caller on this machine is the owner. */
export async function startStorage(options: StorageOptions): Promise<RunningStorage> {
  const { clock = Date.now, faults = new Faults(), signingKey } = options;
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'sightline-storage-')));
  const store = new Store(directory, clock);
  const sessions = new Sessions();
  const rooms: Rooms = { store, sessions, clock, ...(signingKey ? { signingKey } : {}) };
  const server = createServer(makeListener(rooms, faults));
  // Clients keep connections for long: a server that closes them first makes their next request fail.
  server.keepAliveTimeout = 600_000;
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    importFrom: (from) => importStore(store, from),
    exportTo: (to) => exportStore(store, to),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await sessions.close();
      await store.close();
      if (!options.directory) await rm(directory, { recursive: true, force: true });
    },
  };
}

function makeListener(rooms: Rooms, faults: Faults) {
  const counts: Counts = {};
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    response.on('error', () => undefined);
    if (request.url === '/__operations') return send(response, operationsReply(request.method, counts));
    const met = await meetFaults(faults, request, response);
    if (met === 'answered') return;
    const reply = await answer(request, rooms, counts);
    if (met === 'go') return send(response, reply);
    discard(reply);
    request.socket.destroy();
  };
}

/** GET gives the counts, DELETE sets them to nothing. */
function operationsReply(method: string | undefined, counts: Counts): Reply {
  if (method === 'DELETE') for (const name of Object.keys(counts)) delete counts[name];
  return { status: 200, json: { ...counts } };
}

async function answer(request: IncomingMessage, rooms: Rooms, counts: Counts): Promise<Reply> {
  const [path = '/', search] = (request.url ?? '/').split(/\?(.*)/s);
  const query = new URLSearchParams(search);
  const method = request.method ?? 'GET';
  const { headers } = request;
  let route: Route | undefined;
  try {
    route = findRoute(method, path, query);
    if (!route) throw new StorageError(404, 'notFound', 'Not Found');
    counts[route.name] = (counts[route.name] ?? 0) + 1;
    const origin = `http://${headers.host}`;
    return await route.run(
      { method, path, query, headers, body: request, origin, names: route.names },
      rooms,
    );
  } catch (error) {
    // What is left of the body must be taken in, or the sender sees a broken connection instead of the answer.
    request.resume();
    return refusalOf(error, route?.name);
  }
}
