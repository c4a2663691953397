/** The local stack for a test suite: embedded servers in this process, each function in its own, free ports. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Firestore } from '@google-cloud/firestore';
import { type RunningDatabase, startDatabase } from '../../emulators/database/server.ts';
import { playEvents } from '../../emulators/stack/document-events.ts';
import {
  bucketCors,
  bucketOf,
  databaseNamespace,
  functionEnvironment,
  REGION,
  type StackAddresses,
} from '../../emulators/stack/environment.ts';
import { originsOf, startFront } from '../../emulators/stack/front.ts';
import {
  type FunctionName,
  prepareFunction,
  type RunningFunction,
  startFunction,
} from '../../emulators/stack/function.ts';
import { ownerClient } from '../../emulators/stack/owner-client.ts';
import { freePort, HOST } from '../../emulators/stack/ports.ts';
import { objectReader } from '../../emulators/stack/read-object.ts';
import { makeSigning } from '../../emulators/stack/signing.ts';
import { type RunningTasks, startTasks } from '../../emulators/stack/tasks.ts';
import { type RunningStorage, type StorageOptions, startStorage } from '../../emulators/storage/server.ts';
import { type RunningVision, startVision } from '../../emulators/vision/server.ts';
import { leaseFirestore } from './firestore.ts';
import { WatchedFaults } from './watched-faults.ts';

const RULES = resolve(import.meta.dirname, '../../rules');

export interface TestStackOptions {
  /** By default `['monitor']`. They must be built. `work` starts with its first task. */
  functions?: FunctionName[];
  /** Added to each function's environment; `ACCESS` is `open` by default. */
  env?: Record<string, string>;
  /** By default a new one: suites are separated by project id. */
  projectId?: string;
  /** Folder of the functions, by default `functions/`. */
  directory?: string;
  /** Called with each line of a function's output. */
  onLog?: (name: string, line: string) => void;
}

type Addresses = Required<Omit<StackAddresses, 'auth'>>;

export interface TestStack {
  projectId: string;
  /** Without a trailing slash; `/monitor/...` follows. */
  baseUrl: string;
  addresses: Addresses;
  /** Running functions by name: `functions.monitor.kill()`, `.restart()`, `.output()`, `.pid`. Not restarted automatically. */
  functions: Record<string, RunningFunction>;
  /** A client with the owner's rights. */
  firestore: Firestore;
  database: RunningDatabase;
  /** Namespace of the live state, for `database.load` and `database.dump()`. */
  namespace: string;
  storage: RunningStorage;
  /** Stops a server and starts it again on its port with its data; its connections are lost. */
  restart: { database(): Promise<void>; storage(): Promise<void> };
  bucket: string;
  vision: RunningVision;
  tasks: RunningTasks;
  faults: { database: WatchedFaults; storage: WatchedFaults; vision: WatchedFaults };
  close(): Promise<void>;
}

export async function startTestStack(options: TestStackOptions = {}): Promise<TestStack> {
  const projectId = options.projectId ?? `demo-t-${randomBytes(6).toString('hex')}`;
  const folder = await mkdtemp(join(tmpdir(), 'sightline-stack-'));
  const { signingKey, env } = await makeSigning(join(folder, 'signing-key.json'));
  const cors = bucketCors(options.env?.CORS_ORIGINS, projectId);
  const servers = await startServers(projectId, { signingKey, cors, directory: join(folder, 'objects') });
  const tasksPort = await freePort();
  const addresses = { projectId, ...servers.addresses, tasks: `${HOST}:${tasksPort}` };
  const functions = await startFunctions({ ...options, env: { ...env, ...options.env } }, addresses).catch(
    async (error: unknown) => {
      await servers.close();
      throw error;
    },
  );
  const origins = originsOf(options.env?.CORS_ORIGINS);
  const { work, ...served } = functions;
  const tasks = await startTasks({ port: tasksPort, projectId, region: REGION, work: work! });
  const front = await startFront({ port: 0, projectId, region: REGION, functions: served, origins });
  const firestore = ownerClient(projectId, addresses.firestore);
  const events = playEvents(functions, addresses);
  const { vision, faults, restart } = servers;
  const close = async () => {
    await Promise.all([front.close(), tasks.close()]);
    await events.stop();
    await Promise.all([firestore.terminate(), ...Object.values(functions).map((each) => each.close())]);
    await servers.close();
    await rm(folder, { recursive: true });
  };
  const names = { projectId, namespace: databaseNamespace(projectId), bucket: bucketOf(projectId) };
  return {
    ...names,
    baseUrl: front.baseUrl,
    addresses,
    functions,
    firestore,
    get database() {
      return servers.database;
    },
    get storage() {
      return servers.storage;
    },
    restart,
    vision,
    tasks,
    faults,
    close,
  };
}

/** `directory`: folder of the objects. */
async function startServers(
  projectId: string,
  objects: Pick<StorageOptions, 'signingKey' | 'cors' | 'directory'>,
) {
  const faults = {
    database: new WatchedFaults(),
    storage: new WatchedFaults(),
    vision: new WatchedFaults(),
  };
  const rules = await readFile(join(RULES, 'database.rules.json'), 'utf8');
  const openDatabase = (port: number) => startDatabase({ port, rules, faults: faults.database });
  const openStorage = (port: number) =>
    startStorage({ port, buckets: [bucketOf(projectId)], faults: faults.storage, ...objects });
  const [lease, database, storage] = await Promise.all([leaseFirestore(), openDatabase(0), openStorage(0)]);
  const store = `${HOST}:${storage.port}`;
  const vision = await startVision({ port: 0, faults: faults.vision, readObject: objectReader(store) });
  const addresses = {
    firestore: lease.address,
    database: `${HOST}:${database.port}`,
    storage: store,
    vision: `${HOST}:${vision.port}`,
  };
  const restart = {
    async database() {
      const { database: old } = servers;
      await old.close();
      servers.database = await openDatabase(old.port);
      for (const [namespace, data] of Object.entries(old.dump())) servers.database.load(namespace, data);
    },
    async storage() {
      await servers.storage.close();
      servers.storage = await openStorage(servers.storage.port);
    },
  };
  const close = async () => {
    await Promise.all([servers.database, servers.storage, vision].map((server) => server.close()));
    await lease.release();
  };
  const servers = { faults, database, storage, vision, addresses, restart, close };
  return servers;
}

/** @throws the first failure, after closing the servers that did start */
async function startFunctions(
  { functions = ['monitor'], env, directory, onLog }: TestStackOptions,
  addresses: StackAddresses,
): Promise<Record<string, RunningFunction>> {
  const names = [...new Set([...functions, 'work' as const])];
  const started = await Promise.allSettled(
    names.map((name) =>
      (name === 'work' ? prepareFunction : startFunction)({
        name,
        env: { ...functionEnvironment(addresses), ...env },
        ...(directory && { directory }),
        ...(onLog && { onLine: (line) => onLog(name, line) }),
      }),
    ),
  );
  const failed = started.find((each) => each.status === 'rejected');
  const running = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  if (!failed) return Object.fromEntries(names.map((name, index) => [name, running[index]!]));
  await Promise.all(running.map((each) => each.close()));
  throw failed.reason;
}
