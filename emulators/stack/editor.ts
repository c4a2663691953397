/** A real flow editor as a child process, with a user directory in which the plugin is installed. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Child, startChild } from './child.ts';
import { HOST, waitUntil } from './ports.ts';
import { STARTUP_TIMEOUT } from './startup-timeout.ts';

export interface EditorOptions {
  /** A free one. */
  port: number;
  userDirectory: string;
  /** npm package of the editor, by default `node-red`. */
  packageName?: string;
  /** Settings file, by default the one in the user directory. */
  settings?: string;
  env?: NodeJS.ProcessEnv;
  onLine?: (line: string) => void;
}

export interface RunningEditor {
  url: string;
  output(): string;
  /** Resolves when the editor has ended, for whatever reason. */
  ended: Promise<unknown>;
  close(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
}

/** @throws with the editor's last output if it does not serve its page in time */
export async function startEditor(options: EditorOptions): Promise<RunningEditor> {
  const url = `http://${HOST}:${options.port}/`;
  const child = await startChild(process.execPath, commandLine(options), {
    env: { ...process.env, ...options.env },
    ...(options.onLine && { onLine: options.onLine }),
  });
  const isUp = await waitUntil(() => !child.isRunning() || isReady(url, child), STARTUP_TIMEOUT);
  const { output, ended, close, kill } = child;
  if (isUp && child.isRunning()) return { url, output, ended, close, kill };
  await child.close();
  throw new Error(`The flow editor did not start:\n${child.output()}`);
}

function commandLine({ port, userDirectory, packageName = 'node-red', settings }: EditorOptions): string[] {
  const folder = dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`));
  const file = settings ?? join(userDirectory, 'settings.js');
  const shim = join(import.meta.dirname, 'editor-util-log.ts');
  // Contract 1: loopback only; by default the editor listens on all addresses.
  const own = ['-p', String(port), '-u', userDirectory, '-s', file, '-D', `uiHost=${HOST}`];
  return ['--import', shim, join(folder, 'red.js'), ...own];
}

/** Plugin routes exist only after the flows have started, or when the editor has found that nodes of them are missing. */
async function isReady(url: string, { output }: Child): Promise<boolean> {
  if (!/Started flows|Flows stopped|Stopped flows|Safe mode|missing types/i.test(output())) return false;
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}
