/** A real flow editor as a child process, over a user directory that has the plugin installed. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Child, startChild } from './child.ts';
import { HOST, waitUntil } from './ports.ts';

/** How long an editor may take to serve its first page, milliseconds: 3 s alone, many times that on a busy machine. */
const PATIENCE = 60_000;

export interface EditorOptions {
  /** A free one. */
  port: number;
  userDirectory: string;
  /** Package of the editor: `node-red` unless given. */
  packageName?: string;
  /** File of settings; default the one in the user directory. */
  settings?: string;
  env?: NodeJS.ProcessEnv;
  onLine?: (line: string) => void;
}

export interface RunningEditor {
  url: string;
  output(): string;
  /** Resolves when it has ended, whoever ended it. */
  ended: Promise<unknown>;
  close(): Promise<void>;
}

/** @throws with the editor's own last words when it does not serve its page in time */
export async function startEditor(options: EditorOptions): Promise<RunningEditor> {
  const url = `http://${HOST}:${options.port}/`;
  const child = await startChild(process.execPath, commandLine(options), {
    env: { ...process.env, ...options.env },
    ...(options.onLine && { onLine: options.onLine }),
  });
  const isUp = await waitUntil(() => !child.isRunning() || isReady(url, child), PATIENCE);
  if (isUp && child.isRunning()) return { url, output: child.output, ended: child.ended, close: child.close };
  await child.close();
  throw new Error(`The flow editor did not start:\n${child.output()}`);
}

function commandLine({ port, userDirectory, packageName = 'node-red', settings }: EditorOptions): string[] {
  const folder = dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`));
  const file = settings ?? join(userDirectory, 'settings.js');
  const shim = join(import.meta.dirname, 'editor-util-log.ts');
  // Contract 1: on this machine alone; of itself the editor listens on all addresses.
  const own = ['-p', String(port), '-u', userDirectory, '-s', file, '-D', `uiHost=${HOST}`];
  return ['--import', shim, join(folder, 'red.js'), ...own];
}

/** Routes of plugins are there only once the flows are started. */
async function isReady(url: string, { output }: Child): Promise<boolean> {
  if (!/Started flows|Flows stopped|Stopped flows|Safe mode/i.test(output())) return false;
  return fetch(url).then(
    (response) => response.ok,
    () => false,
  );
}
