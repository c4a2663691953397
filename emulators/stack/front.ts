/**
 * The address of all functions: `http://127.0.0.1:<port>/{project}/{region}/{function}/...`, as in the functions emulator
 * (Contract 1). Bodies are streamed both ways; when one side disconnects, the other is closed.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LocalPolicy } from '../http/local-only.ts';
import { startLocalServer } from '../http/local-server.ts';
import { serveDocs } from './docs-page.ts';
import { forward } from './forward.ts';
import { HOST, waitUntil } from './ports.ts';
import { sendError, TOO_LARGE } from './send-error.ts';

/** The platform's limit of a request body in bytes. */
export const LARGEST_BODY = 32 * 1024 * 1024;

export interface FrontOptions {
  /** 0 uses a free one. */
  port: number;
  projectId: string;
  region: string;
  /** Functions by name; one that is not running is answered with 503. */
  functions: Readonly<Record<string, FrontTarget>>;
  /** Allowed origins besides the loopback ones, from `CORS_ORIGINS`. */
  origins?: readonly string[];
}

/** The part of a function that the front uses. */
export interface FrontTarget {
  port: number;
  isRunning(): boolean;
}

export interface RunningFront {
  port: number;
  /** Without a trailing slash. */
  baseUrl: string;
  /** Increases with each call that may change something, at its arrival and at its answer. */
  changes(): number;
  /** Answers 503 from now on. Resolves when all running calls are answered, or after ten seconds. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds for running calls when the stack stops. */
const DRAIN_WITHIN = 10_000;

/** @param text the parameter `CORS_ORIGINS`: origins separated by commas */
export const originsOf = (text = ''): string[] => text.split(',').map((origin) => origin.trim());

export async function startFront(options: FrontOptions): Promise<RunningFront> {
  const calls = new CallCount();
  let isDraining = false;
  const { port, close } = await startLocalServer({
    // The deployed service closes idle connections after about this time.
    name: 'Front',
    port: options.port,
    keepAlive: 65_000,
    policyOf: (request) => policyOf(request, options.origins),
    handle: (request, response) => {
      if (isDraining) return sendError(request, response, 503, 'The local stack is stopping');
      calls.watch(response, policyOf(request).changes);
      pass(options, request, response);
    },
  });
  const drain = async () => {
    isDraining = true;
    await waitUntil(() => calls.underWay === 0, DRAIN_WITHIN);
  };
  const baseUrl = `http://${HOST}:${port}/${options.projectId}/${options.region}`;
  return { port, baseUrl, changes: () => calls.changes, drain, close };
}

class CallCount {
  underWay = 0;
  changes = 0;

  watch(response: ServerResponse, isChange: boolean): void {
    this.underWay += 1;
    this.changes += Number(isChange);
    response.once('close', () => {
      this.underWay -= 1;
      this.changes += Number(isChange);
    });
  }
}

/** Path segments of the GET routes that change something or cost money. */
const CHANGING = new Set(['delete', 'detect', 'start', 'stop', 'csv', 'export']);

/** The functions decide themselves what pages may read: they have CORS. */
function policyOf(
  { method = 'GET', url = '' }: IncomingMessage,
  origins: readonly string[] = [],
): LocalPolicy {
  const isReading = ['GET', 'HEAD'].includes(method) && !wordsOf(url).some((word) => CHANGING.has(word));
  return { changes: !isReading && method !== 'OPTIONS', readable: true, origins };
}

/** Decoded segments of the path: `%64elete` is a spelling of `delete`. */
function wordsOf(url: string): string[] {
  const [path = ''] = url.split('?', 1);
  const decode = (text: string) =>
    text.replace(/%([0-7][0-9a-f])/gi, (_, code) => String.fromCharCode(parseInt(code, 16)));
  return decode(path).split('/');
}

function pass(options: FrontOptions, request: IncomingMessage, response: ServerResponse): void {
  if (serveDocs(request, response)) return;
  const { name, path } = split(options, request.url ?? '/');
  const target = options.functions[name];
  const length = Number(request.headers['content-length'] ?? 0);
  if (!target) sendError(request, response, 404, notFound(options, name));
  else if (!target.isRunning()) sendError(request, response, 503, `The function ${name} is restarting`);
  else if (length > LARGEST_BODY) sendError(request, response, 413, TOO_LARGE);
  else forward({ name, port: target.port, path, largestBody: LARGEST_BODY }, request, response);
}

/** The function sees the path without its name, as on the platform; nothing is decoded. */
function split({ projectId, region }: FrontOptions, url: string): { name: string; path: string } {
  const [, project, place, name = '', rest = ''] = /^\/([^/?]*)\/([^/?]*)\/([^/?]*)(.*)$/s.exec(url) ?? [];
  if (project !== projectId || place !== region) return { name: '', path: url };
  return { name, path: rest.startsWith('/') ? rest : `/${rest}` };
}

function notFound({ projectId, region, functions }: FrontOptions, name: string): string {
  const known = Object.keys(functions).join(', ');
  return `No function "${name}" at this address: expected /${projectId}/${region}/<function>, one of ${known}`;
}
