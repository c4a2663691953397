/**
 * The one address of all functions: `http://127.0.0.1:<port>/{project}/{region}/{function}/...`, the functions
 * emulator's shape (Contract 1). Bodies stream both ways; whoever goes away is felt on the other side.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveDocs } from './docs-page.ts';
import { forward } from './forward.ts';
import { HOST } from './ports.ts';
import { refuse, TOO_LARGE } from './refuse.ts';

/** The platform's cap on a request body, in bytes. */
export const LARGEST_BODY = 32 * 1024 * 1024;

export interface FrontOptions {
  /** 0 picks a free one. */
  port: number;
  projectId: string;
  region: string;
  /** Functions by name; one that is not running answers 503. */
  functions: Readonly<Record<string, FrontTarget>>;
}

/** What the front needs to know of a function. */
export interface FrontTarget {
  port: number;
  isRunning(): boolean;
}

export interface RunningFront {
  port: number;
  /** Without a slash at the end. */
  baseUrl: string;
  close(): Promise<void>;
}

export async function startFront(options: FrontOptions): Promise<RunningFront> {
  const server = createServer((request, response) => pass(options, request, response));
  // A slow upload is as long as the platform lets a function run; 0 leaves the limit to the function.
  server.requestTimeout = 0;
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, baseUrl: `http://${HOST}:${port}/${options.projectId}/${options.region}`, close };
}

function pass(options: FrontOptions, request: IncomingMessage, response: ServerResponse): void {
  if (serveDocs(request, response)) return;
  const { name, path } = split(options, request.url ?? '/');
  const target = options.functions[name];
  const length = Number(request.headers['content-length'] ?? 0);
  if (!target) refuse(request, response, 404, notFound(options, name));
  else if (!target.isRunning()) refuse(request, response, 503, `The function ${name} is starting again`);
  else if (length > LARGEST_BODY) refuse(request, response, 413, TOO_LARGE);
  else forward({ name, port: target.port, path, largestBody: LARGEST_BODY }, request, response);
}

/** The path that the function sees has its name stripped, as the platform does; nothing is decoded on the way. */
function split({ projectId, region }: FrontOptions, url: string): { name: string; path: string } {
  const [, project, place, name = '', rest = ''] = /^\/([^/?]*)\/([^/?]*)\/([^/?]*)(.*)$/s.exec(url) ?? [];
  if (project !== projectId || place !== region) return { name: '', path: url };
  return { name, path: rest.startsWith('/') ? rest : `/${rest}` };
}

function notFound({ projectId, region, functions }: FrontOptions, name: string): string {
  const known = Object.keys(functions).join(', ');
  return `No function "${name}" at this address: expected /${projectId}/${region}/<function>, one of ${known}`;
}
