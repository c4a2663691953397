/** One function in its own functions-framework process, as in the deployed container. */
import { join, resolve } from 'node:path';
import { type Child, startChild } from './child.ts';
import { deployedEnvironment } from './environment.ts';
import { accepts, freePort, waitUntil } from './ports.ts';
import { STARTUP_TIMEOUT } from './startup-timeout.ts';

export const FUNCTION_NAMES = [
  ...(['dataset', 'image', 'monitor', 'service-git', 'counters', 'work'] as const),
  ...(['people-dataset', 'people-monitor'] as const),
];
export type FunctionName = (typeof FUNCTION_NAMES)[number];

/** Exports are nested, names flat. */
export const exportOf = (name: FunctionName): string => name.replace('-', '.');

/** Called by events instead of requests. */
const takesEvents = (name: FunctionName): boolean => name.startsWith('people-');

const FUNCTIONS = resolve(import.meta.dirname, '../../functions');
const FRAMEWORK = 'node_modules/@google-cloud/functions-framework/build/src/main.js';
const LOOPBACK = new URL('./loopback.mjs', import.meta.url).href;

export interface FunctionOptions {
  name: FunctionName;
  /** By default a free one. */
  port?: number;
  /** Added to this process's environment. */
  env?: Record<string, string>;
  /** Folder of the built functions, by default `functions/`. */
  directory?: string;
  /** Stack traces name lines of the sources. Deployed functions do without; it takes a sixth of the time to a first answer. */
  sourceMaps?: boolean;
  /** Closes the function when aborted. */
  signal?: AbortSignal;
  /** Called with each line of output. */
  onLine?: (line: string) => void;
}

export interface RunningFunction {
  port: number;
  /** As given in the options. */
  env: Readonly<Record<string, string>>;
  /** Id of the running process; changes with `restart`. 0: it has not run yet. */
  readonly pid: number;
  isRunning(): boolean;
  /** Resolves when the running process has ended, unless `restart` has replaced it. */
  ended(): Promise<void>;
  /** Latest output of the running process. */
  output(): string;
  /** SIGKILL, as when the platform loses the instance; `restart` starts it again. */
  kill(): Promise<void>;
  /** Stops the process and starts another one on the same port; simultaneous calls share one restart. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Resolves when the process accepts connections. @throws with its output if it ends before that */
export async function startFunction(options: FunctionOptions): Promise<RunningFunction> {
  const running = await prepareFunction(options);
  await running.restart();
  return running;
}

/** One that runs from its first `restart` on. */
export async function prepareFunction(options: FunctionOptions): Promise<RunningFunction> {
  const port = options.port ?? (await freePort());
  let child: Child | undefined;
  let restarting: Promise<void> | undefined;
  let isClosed = false;
  const replace = async () => {
    await child?.close();
    if (!isClosed) child = await startProcess(options, port);
    if (isClosed) await child?.close();
  };
  const restart = () => {
    restarting ??= replace().finally(() => {
      restarting = undefined;
    });
    return restarting;
  };
  const close = async () => {
    isClosed = true;
    await restarting?.catch(() => {});
    await child?.close();
  };
  options.signal?.addEventListener('abort', () => void close(), { once: true });
  return {
    port,
    env: options.env ?? {},
    get pid() {
      return child?.pid ?? 0;
    },
    isRunning: () => child?.isRunning() ?? false,
    ended: async () => {
      // A process that `restart` has stopped is replaced by itself.
      do await child?.ended;
      while (await restarting?.then(() => true).catch(() => false));
    },
    output: () => child?.output() ?? '',
    kill: async () => child?.kill(),
    restart,
    close,
  };
}

async function startProcess(options: FunctionOptions, port: number): Promise<Child> {
  const child = await startChild(process.execPath, functionArguments(options, port), {
    env: functionEnv(options),
    ...(options.onLine && { onLine: options.onLine }),
  });
  const isReady = async () => !child.isRunning() || (await accepts(port));
  if ((await waitUntil(isReady, STARTUP_TIMEOUT)) && child.isRunning()) return child;
  await child.kill();
  throw new Error(`The function ${options.name} did not start:\n${child.output().trim()}`);
}

function functionArguments(options: FunctionOptions, port: number): string[] {
  const source = resolve(options.directory ?? FUNCTIONS);
  const framework = ['--source', source, '--target', exportOf(options.name), '--port', String(port)];
  // faye-websocket, by which Firebase's client reaches the Realtime Database, calls url.parse(), and says so in every log.
  const quiet = '--disable-warning=DEP0169';
  const maps = options.sourceMaps ? ['--enable-source-maps'] : [];
  return [...maps, quiet, '--import', LOOPBACK, join(FUNCTIONS, FRAMEWORK), ...framework];
}

function functionEnv(options: FunctionOptions): NodeJS.ProcessEnv {
  // Node options of the parent process (jest, a debugger) are not meant for the function, which has a compile cache of its own.
  const { NODE_OPTIONS: _, NODE_COMPILE_CACHE: __, ...inherited } = process.env;
  const signature = takesEvents(options.name) ? { FUNCTION_SIGNATURE_TYPE: 'cloudevent' } : {};
  const own = { NODE_ENV: 'production', K_SERVICE: options.name, ...signature };
  const deployed = deployedEnvironment();
  // Further options of Node do not replace those of the deployment.
  const nodeOptions = [deployed.NODE_OPTIONS, options.env?.NODE_OPTIONS].join(' ').trim();
  return { ...inherited, ...deployed, ...own, ...options.env, NODE_OPTIONS: nodeOptions };
}
