/** The whole local stack: all servers and functions, started in parallel. */
import { join, resolve } from 'node:path';
import { builtFunctions } from './built-functions.ts';
import { Closers } from './closers.ts';
import { databaseNamespace, functionEnvironment, PROJECT_ID, REGION } from './environment.ts';
import { exportAll } from './export-format.ts';
import { startFront } from './front.ts';
import { type FunctionName, type RunningFunction, startFunction } from './function.ts';
import { keepRunning } from './keep-running.ts';
import { HOST, type StackPorts } from './ports.ts';
import { triggerEvery } from './schedule.ts';
import { startServers } from './servers.ts';
import { makeSigning } from './signing.ts';

const FUNCTIONS = resolve(import.meta.dirname, '../../functions');
/** How often the launcher plays Cloud Scheduler, in milliseconds. */
const SCHEDULE = 30_000;

export interface StackOptions {
  ports: StackPorts;
  /** Folder of an export to start with; without it the stack starts empty. */
  importFrom?: string;
  /** Folder for the editor's volume and its remote. */
  state: string;
  /** Of the functions, `functions/` unless given. */
  directory?: string;
  /** Contract 8; `open` unless given. */
  access?: 'open' | 'required';
  /** Called with each line that a function logs. */
  onLog: (name: string, line: string) => void;
}

export interface Stack {
  baseUrl: string;
  ports: StackPorts;
  /** Those that the front serves. */
  functions: FunctionName[];
  /** Namespace of the live state. */
  database: string;
  /** Folder that stands for the editor's mounted volume. */
  volume: string;
  exportTo(directory: string): Promise<void>;
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
  const volume = join(state, 'volume');
  const { signingKey, env } = await makeSigning(join(state, 'signing-key.json'));
  const folders = { volume, remotes: join(state, 'remotes') };
  const [running, functions] = await Promise.all([
    startServers({ ...options, ...folders, signingKey }, closers),
    startFunctions(options, { ...env, EDITOR_VOLUME: volume, ACCESS: options.access ?? 'open' }, closers),
  ]);
  const { counters, ...served } = functions;
  const where = { port: ports.functions, projectId: PROJECT_ID, region: REGION };
  const front = await closers.keep(startFront({ ...where, functions: served }));
  const letGo = Object.entries(functions).map(([name, each]) =>
    keepRunning(each, (sentence) => options.onLog(name, sentence)),
  );
  if (counters) letGo.push(triggerEvery(SCHEDULE, counters));
  const close = async () => {
    for (const stop of letGo) stop();
    await closers.close();
  };
  return {
    ...{ baseUrl: front.baseUrl, ports, volume, close },
    functions: Object.keys(served) as FunctionName[],
    database: databaseNamespace(),
    exportTo: (directory) => exportAll(running, directory),
  };
}

/** They need no server to start, only their addresses. */
async function startFunctions(
  options: StackOptions,
  more: Record<string, string>,
  closers: Closers,
): Promise<Partial<Record<FunctionName, RunningFunction>>> {
  const directory = options.directory ?? FUNCTIONS;
  const names = await builtFunctions(directory);
  const env = { ...functionEnvironment(addressesOf(options.ports)), ...more };
  const start = async (name: FunctionName) => {
    const onLine = (line: string) => options.onLog(name, line);
    return [name, await closers.keep(startFunction({ name, directory, env, onLine }))] as const;
  };
  return Object.fromEntries(await Promise.all(names.map(start)));
}

function addressesOf({ firestore, auth, database, storage, vision }: StackPorts) {
  const ports = Object.entries({ firestore, auth, database, storage, vision });
  return Object.fromEntries(ports.map(([name, port]) => [name, `${HOST}:${port}`]));
}
