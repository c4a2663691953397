/** The local stack for a test suite: embedded servers in this process, functions in their own, free ports. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Firestore } from '@google-cloud/firestore';
import { type RunningDatabase, startDatabase } from '../../emulators/database/server.ts';
import { Faults } from '../../emulators/faults.ts';
import {
  bucketOf,
  databaseNamespace,
  functionEnvironment,
  REGION,
  type StackAddresses,
} from '../../emulators/stack/environment.ts';
import { startFront } from '../../emulators/stack/front.ts';
import { type FunctionName, type RunningFunction, startFunction } from '../../emulators/stack/function.ts';
import { HOST } from '../../emulators/stack/ports.ts';
import { objectReader } from '../../emulators/stack/read-object.ts';
import { makeSigning } from '../../emulators/stack/signing.ts';
import { type RunningStorage, startStorage } from '../../emulators/storage/server.ts';
import type { SigningKey } from '../../emulators/storage/signing-key.ts';
import { type RunningVision, startVision } from '../../emulators/vision/server.ts';
import { leaseFirestore } from './firestore.ts';

const RULES = resolve(import.meta.dirname, '../../rules');

export interface TestStackOptions {
  /** `['monitor']` unless given. They must be built. */
  functions?: FunctionName[];
  /** Added to the environment of each function; `ACCESS` is `open` unless given here. */
  env?: Record<string, string>;
  /** A new one unless given: data of suites keep apart by project id. */
  projectId?: string;
  /** Folder of the functions, `functions/` unless given. */
  directory?: string;
  /** Called with each line that a function writes. */
  onLog?: (name: string, line: string) => void;
}

export interface TestStack {
  projectId: string;
  /** As clients know it, without a slash at the end; `/monitor/...` follows. */
  baseUrl: string;
  addresses: Required<Omit<StackAddresses, 'auth'>>;
  /** Running functions by name: `functions.monitor.kill()`, `.restart()`, `.output()`, `.pid`. Not restarted by itself. */
  functions: Record<string, RunningFunction>;
  /** A client with the rights of the owner. */
  firestore: Firestore;
  database: RunningDatabase;
  /** Namespace of the live state, for `database.load` and `database.dump()`. */
  namespace: string;
  storage: RunningStorage;
  /** Ends a server and starts it again on its port, with all that it held; its connections are lost. */
  restart: { database(): Promise<void>; storage(): Promise<void> };
  bucket: string;
  vision: RunningVision;
  faults: { database: Faults; storage: Faults; vision: Faults };
  close(): Promise<void>;
}

export async function startTestStack(options: TestStackOptions = {}): Promise<TestStack> {
  const projectId = options.projectId ?? `demo-t-${randomBytes(6).toString('hex')}`;
  const folder = await mkdtemp(join(tmpdir(), 'sightline-stack-'));
  const { signingKey, env } = await makeSigning(join(folder, 'signing-key.json'));
  const servers = await startServers(signingKey, join(folder, 'objects'));
  const addresses = { projectId, ...servers.addresses };
  const functions = await startFunctions({ ...options, env: { ...env, ...options.env } }, addresses).catch(
    async (error: unknown) => {
      await servers.close();
      throw error;
    },
  );
  const front = await startFront({ port: 0, projectId, region: REGION, functions });
  const firestore = connect(projectId, addresses.firestore);
  const { vision, faults, restart } = servers;
  const close = async () => {
    await front.close();
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
    ...{ restart, vision, faults, close },
  };
}

/** @param directory where the objects live */
async function startServers(signingKey: SigningKey, directory: string) {
  const faults = { database: new Faults(), storage: new Faults(), vision: new Faults() };
  const rules = await readFile(join(RULES, 'database.rules.json'), 'utf8');
  const openDatabase = (port: number) => startDatabase({ port, rules, faults: faults.database });
  const openStorage = (port: number) => startStorage({ port, directory, faults: faults.storage, signingKey });
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

/** @throws the first failure, after closing those that did start */
async function startFunctions(
  { functions = ['monitor'], env, directory, onLog }: TestStackOptions,
  addresses: StackAddresses,
): Promise<Record<string, RunningFunction>> {
  const started = await Promise.allSettled(
    functions.map((name) =>
      startFunction({
        name,
        env: { ...functionEnvironment(addresses), ...env },
        ...(directory && { directory }),
        ...(onLog && { onLine: (line) => onLog(name, line) }),
      }),
    ),
  );
  const failed = started.find((each) => each.status === 'rejected');
  const running = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  if (!failed) return Object.fromEntries(functions.map((name, index) => [name, running[index]!]));
  await Promise.all(running.map((each) => each.close()));
  throw failed.reason;
}

function connect(projectId: string, address: string): Firestore {
  const [host, port] = address.split(':') as [string, string];
  return new Firestore({
    ...{ projectId, host: `${host}:${port}`, ssl: false, preferRest: false },
    customHeaders: { Authorization: 'Bearer owner' },
  });
}
