/** Bare repositories over smart HTTP: `git http-backend` behind node:http. Anyone on this machine may push. */
import { mkdir } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { startLocalServer } from '../http/local-server.ts';
import { git } from './git.ts';
import { runBackend } from './git-backend.ts';
import { HOST } from './ports.ts';

export interface GitRemoteOptions {
  /** 0 uses a free one. */
  port: number;
  /** Folder of the bare repositories: `<directory>/<name>.git`. */
  directory: string;
  /** Repositories that require basic authentication, by name without `.git`. */
  credentials?: Readonly<Record<string, { user: string; password: string }>>;
}

export interface RunningGitRemote {
  port: number;
  directory: string;
  /** Address of a repository, without credentials. */
  url(name: string): string;
  /** Creates an empty bare repository with `main` as its first branch; an existing one is kept. */
  createRepository(name: string): Promise<void>;
  close(): Promise<void>;
}

export async function startGitRemote(options: GitRemoteOptions): Promise<RunningGitRemote> {
  const { directory } = options;
  await mkdir(directory, { recursive: true });
  const { port, close } = await startLocalServer({
    name: 'Git remote',
    port: options.port,
    keepAlive: 5_000,
    handle: (request, response) => serve(options, request, response),
  });
  const url = (name: string) => `http://${HOST}:${port}/${name}.git`;
  return { port, directory, url, createRepository: (name) => createBare(directory, name), close };
}

const createBare = async (directory: string, name: string): Promise<void> =>
  void (await git(directory, [
    'init',
    '-q',
    '--bare',
    '--initial-branch=main',
    join(directory, `${name}.git`),
  ]));

/** Only the paths of the smart protocol: no dumb-protocol files, nothing outside the folder. */
const ROUTE = /^\/([A-Za-z0-9][\w.-]*)\.git\/(info\/refs|git-upload-pack|git-receive-pack)$/;

function serve(options: GitRemoteOptions, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', `http://${HOST}`);
  const name = ROUTE.exec(pathname)?.[1];
  const isDumb = pathname.endsWith('/info/refs') && !searchParams.has('service');
  if (name === undefined || isDumb) {
    response.writeHead(404).end('Not found\n');
  } else if (!isAllowed(options.credentials?.[name], request)) {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end('Unauthorized\n');
  } else {
    runBackend(options.directory, pathname, searchParams.toString(), request, response);
  }
}

function isAllowed(
  wanted: { user: string; password: string } | undefined,
  { headers }: IncomingMessage,
): boolean {
  if (!wanted) return true;
  const expected = Buffer.from(`${wanted.user}:${wanted.password}`).toString('base64');
  return headers.authorization === `Basic ${expected}`;
}
