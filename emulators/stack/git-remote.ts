/** Bare repositories over smart HTTP: native `git http-backend` behind node:http. Anyone on this machine may push. */
import { mkdir } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { git } from './git.ts';
import { runBackend } from './git-backend.ts';
import { HOST } from './ports.ts';

export interface GitRemoteOptions {
  /** 0 picks a free one. */
  port: number;
  /** Where the bare repositories are: `<directory>/<name>.git`. */
  directory: string;
  /** Repositories that ask for basic authentication, by name without `.git`. */
  credentials?: Readonly<Record<string, { user: string; password: string }>>;
}

export interface RunningGitRemote {
  port: number;
  directory: string;
  /** Of a repository, without credentials. */
  url(name: string): string;
  /** An empty bare repository whose first branch is `main`; one that exists stays as it is. */
  createRepository(name: string): Promise<void>;
  close(): Promise<void>;
}

export async function startGitRemote(options: GitRemoteOptions): Promise<RunningGitRemote> {
  const { directory } = options;
  await mkdir(directory, { recursive: true });
  const server = createServer((request, response) => serve(options, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
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

/** What the smart protocol asks for, and nothing else: no dumb-protocol files, no path out of the directory. */
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
