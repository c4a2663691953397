/** One function in a functions-framework process of its own, which is what the deployed container runs. */
import { join, resolve } from 'node:path';
import { type Child, startChild } from './child.ts';
import { accepts, freePort, waitUntil } from './ports.ts';

export const FUNCTION_NAMES = ['dataset', 'image', 'monitor', 'service-git', 'counters'] as const;
export type FunctionName = (typeof FUNCTION_NAMES)[number];

const FUNCTIONS = resolve(import.meta.dirname, '../../functions');
const FRAMEWORK = 'node_modules/@google-cloud/functions-framework/build/src/main.js';
const LOOPBACK = new URL('./loopback.mjs', import.meta.url).href;
/** Milliseconds; generous, because a busy machine is slow and not broken. */
const READY_WITHIN = 60_000;

export interface FunctionOptions {
  name: FunctionName;
  /** A free one unless given. */
  port?: number;
  /** Added to this process' environment. */
  env?: Record<string, string>;
  /** Folder of the built functions, `functions/` unless given. */
  directory?: string;
  /** Closes the function when aborted. */
  signal?: AbortSignal;
  /** Called with each line of output. */
  onLine?: (line: string) => void;
}

export interface RunningFunction {
  port: number;
  /** As given in the options. */
  env: Readonly<Record<string, string>>;
  /** Of the process that runs now; another one after `restart`. */
  readonly pid: number;
  isRunning(): boolean;
  /** Resolves when the process that runs now has ended. */
  ended(): Promise<void>;
  /** The last output of the process that runs now. */
  output(): string;
  /** SIGKILL, as when the platform loses the instance; `restart` brings it back. */
  kill(): Promise<void>;
  /** Ends the process and starts another one on the same port; calls at the same time share one restart. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Resolves when the process accepts connections. @throws with its output when it ends before that */
export async function startFunction(options: FunctionOptions): Promise<RunningFunction> {
  const port = options.port ?? (await freePort());
  let child = await startProcess(options, port);
  let restarting: Promise<void> | undefined;
  let isClosed = false;
  const replace = async () => {
    await child.close();
    if (!isClosed) child = await startProcess(options, port);
    if (isClosed) await child.close();
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
    await child.close();
  };
  options.signal?.addEventListener('abort', () => void close(), { once: true });
  return {
    port,
    env: options.env ?? {},
    get pid() {
      return child.pid;
    },
    isRunning: () => child.isRunning(),
    ended: async () => void (await child.ended),
    output: () => child.output(),
    kill: () => child.kill(),
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
  if ((await waitUntil(isReady, READY_WITHIN)) && child.isRunning()) return child;
  await child.kill();
  throw new Error(`The function ${options.name} did not start:\n${child.output().trim()}`);
}

function functionArguments(options: FunctionOptions, port: number): string[] {
  const target = options.name === 'service-git' ? 'service.git' : options.name;
  const source = resolve(options.directory ?? FUNCTIONS);
  const framework = ['--source', source, '--target', target, '--port', String(port)];
  return ['--enable-source-maps', '--import', LOOPBACK, join(FUNCTIONS, FRAMEWORK), ...framework];
}

function functionEnv(options: FunctionOptions): NodeJS.ProcessEnv {
  // The options of the process that starts it (jest, a debugger) are not the function's.
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  return { ...inherited, NODE_ENV: 'production', K_SERVICE: options.name, ...options.env };
}
