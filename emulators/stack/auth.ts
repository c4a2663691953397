/** The auth emulator as a child process, and its accounts in the emulator suite's export format. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startChild } from './child.ts';
import { PROJECT_ID } from './environment.ts';
import { accepts, freePort, HOST, waitUntil } from './ports.ts';
import { STARTUP_TIMEOUT } from './startup-timeout.ts';

const PROGRAM = join(import.meta.dirname, 'auth-process.ts');

export interface AuthOptions {
  /** 0 uses a free one. */
  port: number;
  /** By default `demo-sightline`. */
  projectId?: string;
}

export interface RunningAuth {
  port: number;
  /** Reads `<directory>/auth_export/`; does nothing if it does not exist. */
  importFrom(directory: string): Promise<void>;
  /** Writes `<directory>/auth_export/`. */
  exportTo(directory: string): Promise<void>;
  /** Changes whenever an account changes. */
  state(): Promise<string>;
  /** From now on changes are answered with 503, so that an export is complete. */
  freeze(): Promise<void>;
  close(): Promise<void>;
}

/** @throws with the process's output if it does not start */
export async function startAuth(options: AuthOptions): Promise<RunningAuth> {
  const port = options.port || (await freePort());
  const projectId = options.projectId ?? PROJECT_ID;
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = await startChild(process.execPath, [PROGRAM, String(port), projectId], { env });
  const isReady = async () => !child.isRunning() || (await accepts(port));
  if (!(await waitUntil(isReady, STARTUP_TIMEOUT)) || !child.isRunning()) {
    await child.kill();
    throw new Error(`The auth emulator did not start on port ${port}:\n${child.output().trim()}`);
  }
  const origin = `http://${HOST}:${port}`;
  return {
    port,
    importFrom: (directory) => importAccounts(origin, projectId, join(directory, 'auth_export')),
    exportTo: (directory) => exportAccounts(origin, projectId, join(directory, 'auth_export')),
    state: async () =>
      createHash('sha256')
        .update(await readAccounts(origin, projectId))
        .digest('hex'),
    freeze: async () => void (await call(origin, FREEZE_PATH, 'POST')),
    close: () => child.close(),
  };
}

/** Path of auth-process.ts. */
export const FREEZE_PATH = '/__freeze';

const configPath = (projectId: string) => `/emulator/v1/projects/${projectId}/config`;
const accountsPath = (projectId: string, verb: string) =>
  `/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts:${verb}`;

async function importAccounts(origin: string, projectId: string, directory: string): Promise<void> {
  const config = await readIfThere(join(directory, 'config.json'));
  const accounts = await readIfThere(join(directory, 'accounts.json'));
  if (config) await call(origin, configPath(projectId), 'PATCH', config);
  const { users = [] } = JSON.parse(accounts ?? '{}') as { users?: unknown[] };
  if (users.length === 0) return;
  const report = await call(origin, accountsPath(projectId, 'batchCreate'), 'POST', accounts);
  const { error = [] } = JSON.parse(report) as { error?: { message: string }[] };
  if (error[0]) throw new Error(`The auth emulator refused ${error.length} accounts: ${error[0].message}`);
}

async function exportAccounts(origin: string, projectId: string, directory: string): Promise<void> {
  const accounts = await readAccounts(origin, projectId);
  const config = await call(origin, configPath(projectId));
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'accounts.json'), accounts);
  await writeFile(join(directory, 'config.json'), config);
}

const readAccounts = (origin: string, projectId: string): Promise<string> =>
  call(origin, `${accountsPath(projectId, 'batchGet')}?maxResults=-1`);

async function call(origin: string, path: string, method = 'GET', body?: string): Promise<string> {
  const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };
  const response = await fetch(origin + path, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  if (!response.ok) throw new Error(`The auth emulator answered ${response.status} to ${path}: ${text}`);
  return text;
}

const readIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
