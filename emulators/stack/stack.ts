/** The whole local stack: all servers and functions, started in parallel. */
import { join, resolve } from 'node:path';
import { builtFunctions } from './built-functions.ts';
import { Closers } from './closers.ts';
import { playEvents } from './document-events.ts';
import {
  databaseNamespace,
  functionEnvironment,
  PROJECT_ID,
  REGION,
  temporaryBucketOf,
} from './environment.ts';
import { exportAll } from './export-format.ts';
import { originsOf, type RunningFront, startFront } from './front.ts';
import { type FunctionName, prepareFunction, type RunningFunction, startFunction } from './function.ts';
import { type HostingOptions, startHosting } from './hosting.ts';
import { keepRunning } from './keep-running.ts';
import { freePort, HOST, reserve, type StackPorts } from './ports.ts';
import { type RegularSaves, saveRegularly } from './save-regularly.ts';
import { saveAll } from './saved-data.ts';
import { triggerEvery } from './schedule.ts';
import { type RunningServers, startServers } from './servers.ts';
import { makeSigning } from './signing.ts';
import { startTasks } from './tasks.ts';

const FUNCTIONS = resolve(import.meta.dirname, '../../functions');
/** How often the launcher calls the scheduled function, in milliseconds. */
const SCHEDULE = 30_000;
/** Milliseconds of changes that a killed launcher may lose, if saving is fast. */
const SAVE_EVERY = 30_000;

export interface StackOptions {
  ports: StackPorts;
  /** Folder of an export to import; without it the stack starts empty. */
  importFrom?: string;
  /** Folder that keeps the data between runs, and takes precedence over `importFrom`. Without it nothing is kept. */
  data?: string;
  /** Milliseconds between saves, by default 30,000. */
  saveEvery?: number;
  /** Folder for the editor's volume and its remote. */
  state: string;
  /** Folder of the functions, by default `functions/`. */
  directory?: string;
  /** Serves the console instead of the built one. */
  site?: HostingOptions['site'];
  /** Contract 8; by default `open`. */
  access?: 'open' | 'required';
  /** Added to each function's environment. */
  env?: Record<string, string>;
  /** Called with each line of a function's log. */
  onLog: (name: string, line: string) => void;
}

export interface Stack {
  baseUrl: string;
  ports: StackPorts;
  /** Running functions. */
  functions: FunctionName[];
  /** Namespace of the live state. */
  database: string;
  /** The editor's volume. */
  volume: string;
  /** SIGKILL of a function, which is then started again, as the platform replaces a lost instance. */
  kill(name: FunctionName): Promise<void>;
  /** Answers running calls first. */
  restart(name: FunctionName): Promise<void>;
  /** Answers running calls and accepts no more; after that nothing changes the data. */
  stopServing(): Promise<void>;
  exportTo(directory: string): Promise<void>;
  /** Resolves with a sentence if Firestore ends by itself: its data is gone but for the last save, so nothing can go on. */
  failed: Promise<string>;
  /** Also stops serving, and saves the data if there is a folder for it and Firestore still has it. */
  close(): Promise<void>;
}

/** @throws the first failure, after everything that did start was closed */
export async function startStack(options: StackOptions): Promise<Stack> {
  const closers = new Closers();
  try {
    return await start(options, closers);
  } catch (error) {
    await closers.close().catch(() => {});
    throw error;
  }
}

async function start(options: StackOptions, closers: Closers): Promise<Stack> {
  const { ports, state } = options;
  reserve(ports);
  const volume = join(state, 'volume');
  const { signingKey, env } = await makeSigning(join(state, 'signing-key.json'));
  const folders = { volume, remotes: join(state, 'remotes') };
  const [firestorePort, tasksPort] = [await freePort(), await freePort()];
  const origins = consoleOrigins(ports);
  const buckets = { TEMPORARY_BUCKET: temporaryBucketOf() };
  const more = { ...env, ...buckets, EDITOR_VOLUME: volume, ...origins, ACCESS: options.access ?? 'open' };
  const addresses = addressesOf({ ...ports, firestore: firestorePort, tasks: tasksPort });
  const [running, functions] = await Promise.all([
    startServers(
      { ...options, ...folders, firestorePort, signingKey, origins: origins.CORS_ORIGINS },
      closers,
    ),
    startFunctions(options, { ...functionEnvironment(addresses), ...more, ...options.env }, closers),
  ]);
  const { counters: _, 'people-dataset': __, 'people-monitor': ___, work, ...served } = functions;
  const queue = { port: tasksPort, projectId: PROJECT_ID, region: REGION };
  if (work) await closers.keep(startTasks({ ...queue, work }));
  const front = await startFronts(options, served, closers);
  const stopServing = serve(options, functions, running, front);
  const save = options.data === undefined ? undefined : () => saveAll(running, options.data as string);
  const stopSaving = save && saveRegularly(savesOf(options, running, front, save));
  return {
    baseUrl: front.baseUrl,
    ports,
    volume,
    kill: async (name) => functions[name]?.kill(),
    restart: async (name) => functions[name]?.restart(),
    stopServing,
    functions: Object.keys(served) as FunctionName[],
    database: databaseNamespace(),
    exportTo: (directory) => exportAll(running, directory),
    failed: failureOf(running),
    close: async () => {
      await stopServing();
      await stopSaving?.();
      // The failure is reported, but it must not leave anything running.
      if (running.firestore.isRunning()) await save?.().finally(() => closers.close());
      await closers.close();
    },
  };
}

const failureOf = ({ firestore }: RunningServers): Promise<string> =>
  firestore.ended.then(
    ({ code, signal }) => `The Firestore emulator has ended by itself (${signal ?? `exit code ${code}`}).`,
  );

async function startFronts(
  { ports, importFrom, site, env }: StackOptions,
  functions: Partial<Record<FunctionName, RunningFunction>>,
  closers: Closers,
): Promise<RunningFront> {
  const where = { port: ports.functions, projectId: PROJECT_ID, region: REGION };
  const origins = originsOf(process.env.CORS_ORIGINS);
  const front = await closers.keep(startFront({ ...where, functions, origins }));
  const { baseUrl } = front;
  const hasEmbedder = Boolean({ ...process.env, ...env }.EMBEDDER_URL);
  const hasSamplePeople = importFrom !== undefined;
  await closers.keep(startHosting({ ports, baseUrl, hasSamplePeople, hasEmbedder, site }));
  return front;
}

/** Keeps the functions running, and calls the scheduled and the event functions. @returns stops everything that changes data */
function serve(
  { onLog }: StackOptions,
  functions: Partial<Record<FunctionName, RunningFunction>>,
  { firestore, firestoreProxy, auth, database }: RunningServers,
  front: RunningFront,
): () => Promise<void> {
  const { work: _, ...kept } = functions;
  const stops = Object.entries(kept).map(([name, each]) =>
    keepRunning(each, (sentence) => onLog(name, sentence)),
  );
  if (functions.counters) stops.push(triggerEvery(SCHEDULE, functions.counters));
  const events = playEvents(functions, { firestore: `${HOST}:${firestore.port}`, projectId: PROJECT_ID });
  const stopAll = async () => {
    for (const stop of stops) stop();
    await front.drain();
    // An auth emulator that has ended changes nothing either.
    await Promise.all([firestoreProxy.close(), auth.freeze().catch(() => {})]);
    // The last writes were acknowledged, so their events are handled before the data is saved.
    // The client of a Firestore that has died goes on trying to reach it, and fails where nobody catches it once it is terminated.
    if (firestore.isRunning()) {
      await events.settle();
      await events.stop();
    }
    await Promise.all(Object.values(functions).map((each) => each.close()));
    await database.close();
  };
  let stopped: Promise<void> | undefined;
  return () => (stopped ??= stopAll());
}

function savesOf(
  { saveEvery, onLog }: StackOptions,
  { auth, database, storage, firestoreProxy }: RunningServers,
  front: RunningFront,
  save: () => Promise<void>,
): RegularSaves {
  const counted = [front, database, storage, firestoreProxy];
  return {
    every: saveEvery ?? SAVE_EVERY,
    save,
    state: async () => [...counted.map((each) => each.changes()), await auth.state()].join(),
    report: (sentence) => onLog('data', sentence),
  };
}

/** The console may call the functions and follow links, like a project's own Hosting sites in a deployment. */
const consoleOrigins = ({ hosting }: StackPorts) => ({
  CORS_ORIGINS: [
    `http://${HOST}:${hosting}`,
    `http://localhost:${hosting}`,
    process.env.CORS_ORIGINS ?? '',
  ].join(),
});

/** They need only the servers' addresses, not running servers. */
async function startFunctions(
  options: StackOptions,
  env: Record<string, string>,
  closers: Closers,
): Promise<Partial<Record<FunctionName, RunningFunction>>> {
  const directory = options.directory ?? FUNCTIONS;
  const names = await builtFunctions(directory);

  const start = async (name: FunctionName) => {
    const onLine = (line: string) => options.onLog(name, line);
    const begin = name === 'work' ? prepareFunction : startFunction;
    return [name, await closers.keep(begin({ name, directory, env, onLine, sourceMaps: true }))] as const;
  };
  return Object.fromEntries(await Promise.all(names.map(start)));
}

function addressesOf({ firestore, auth, database, storage, vision, tasks }: StackPorts & { tasks: number }) {
  const ports = Object.entries({ firestore, auth, database, storage, vision, tasks });
  return Object.fromEntries(ports.map(([name, port]) => [name, `${HOST}:${port}`]));
}
