/**
 * Embedded Cloud Storage for the local stack and the tests. It does not reuse the emulator suite's class, which ignores
 * `ifGenerationMatch` (on which our retries depend), holds every object in memory, accepts a resumable upload in one
 * piece only and does not check signed links. Only the export format is shared.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Faults } from '../faults.ts';
import { applyFaults } from '../http/apply-faults.ts';
import { startLocalServer } from '../http/local-server.ts';
import type { Parts, Reply } from './call.ts';
import type { CorsRule } from './cors-rule.ts';
import { errorReply } from './error-reply.ts';
import { StorageError } from './errors.ts';
import { exportStore, importStore } from './export.ts';
import { selectFields } from './fields.ts';
import { findRoute, type Route } from './routes.ts';
import { discard, send } from './send.ts';
import { Sessions } from './sessions.ts';
import type { SigningKey } from './signing-key.ts';
import { Store } from './store.ts';

export interface StorageOptions {
  /** On 127.0.0.1; 0 uses a free one. */
  port: number;
  /** Folder of the objects; existing ones are served. By default a temporary folder, removed at close. */
  directory?: string;
  faults?: Faults;
  /** Key that verifies signed links; without it all are rejected. See `makeSigningKey`. */
  signingKey?: SigningKey;
  /** CORS settings of the buckets, for pages that follow links; none by default. */
  cors?: readonly CorsRule[];
  /** Created at the start unless they exist; clients can create others. */
  buckets?: readonly string[];
  /** See `StoreOptions`. */
  savedTogether?: { save?: string };
  /** Clock in milliseconds, for repeatable times and generations. */
  clock?: () => number;
}

export interface RunningStorage {
  port: number;
  /** An existing bucket is kept. */
  createBucket(name: string): void;
  importFrom(directory: string): Promise<void>;
  exportTo(directory: string): Promise<void>;
  /** Names a moment to which the objects can be restored, and confirms that it is saved completely. */
  beginSave(save: string): void;
  commitSave(save: string): void;
  /** Increases with each change. */
  changes(): number;
  close(): Promise<void>;
}

/** Requests seen since the last reset, by operation: `{ get, download, insert, list, delete, ... }`. */
type Counts = Record<string, number>;

/** Requests have no credentials here: every caller on this machine is the owner. */
export async function startStorage(options: StorageOptions): Promise<RunningStorage> {
  const { clock = Date.now, faults = new Faults(), signingKey, cors = [] } = options;
  if (options.directory) await mkdir(options.directory, { recursive: true });
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'sightline-storage-')));
  const { savedTogether } = options;
  const store = new Store(directory, { clock, ...(savedTogether && { savedTogether }) });
  for (const id of options.buckets ?? []) store.bucket(id);
  const sessions = new Sessions();
  const parts: Parts = { store, sessions, clock, cors, ...(signingKey ? { signingKey } : {}) };
  const handle = makeListener(parts, faults);
  const { port, close } = await startLocalServer({ name: 'Storage', port: options.port, handle, policyOf });
  return {
    port,
    createBucket: (name) => void store.bucket(name),
    importFrom: (from) => importStore(store, from),
    exportTo: (to) => exportStore(store, to),
    beginSave: (save) => store.beginSave(save),
    commitSave: (save) => store.commitSave(save),
    changes: () => store.changes,
    close: async () => {
      await close();
      await sessions.close();
      await store.close();
      if (!options.directory) await rm(directory, { recursive: true, force: true });
    },
  };
}

function makeListener(parts: Parts, faults: Faults) {
  const counts: Counts = {};
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url === '/__operations') return send(response, operationsReply(request.method, counts));
    const outcome = await applyFaults(faults, request, response);
    if (outcome === 'answered') return;
    const reply = await answer(request, parts, counts);
    if (outcome === 'go') return send(response, reply);
    discard(reply);
    request.socket.destroy();
  };
}

/** A signed link lets a page of any origin read. */
const policyOf = ({ method = 'GET', url = '' }: IncomingMessage) => ({
  changes: !['GET', 'HEAD', 'OPTIONS'].includes(method),
  readable: /[?&]X-Goog-Signature=/.test(url),
});

/** GET returns the counts, DELETE resets them. */
function operationsReply(method: string | undefined, counts: Counts): Reply {
  if (method === 'DELETE') for (const name of Object.keys(counts)) delete counts[name];
  return { status: 200, json: { ...counts } };
}

async function answer(request: IncomingMessage, parts: Parts, counts: Counts): Promise<Reply> {
  const [path = '/', search] = (request.url ?? '/').split(/\?(.*)/s);
  const query = new URLSearchParams(search);
  const method = request.method ?? 'GET';
  const { headers } = request;
  let route: Route | undefined;
  try {
    route = findRoute(method, path, query);
    if (!route) throw notImplemented(method, path);
    counts[route.name] = (counts[route.name] ?? 0) + 1;
    const origin = `http://${headers.host}`;
    const call = { method, path, query, headers, body: request, origin, names: route.names };
    return withFields(await route.run(call, parts), query.get('fields'));
  } catch (error) {
    // The rest of the body must be read, or the sender sees a reset connection instead of the answer.
    request.resume();
    return errorReply(error, route?.name);
  }
}

const notImplemented = (method: string, path: string): StorageError =>
  new StorageError(501, 'notImplemented', `The local Storage server does not have ${method} ${path}.`);

/** The parameter `fields` filters any JSON answer. */
const withFields = (reply: Reply, fields: string | null): Reply =>
  fields === null || reply.json === undefined ? reply : { ...reply, json: selectFields(reply.json, fields) };
