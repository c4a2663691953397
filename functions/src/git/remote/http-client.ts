/**
 * HTTP for isomorphic-git, under the rules of this project: one host, the address judged when the connection is made,
 * no redirect to elsewhere, bounded silence and size. Nothing here logs, and no fault carries what the remote said.
 */
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP } from 'node:net';
import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git';
import { GitFault, isGitFault } from '../git-fault.ts';
import { isAllowedHost, type RemoteAddress } from '../validate/require-remote-url.ts';
import { isLoopbackAddress, mayConnect } from './address-rules.ts';
import { guardedLookup } from './guarded-lookup.ts';
import type { RemoteRules } from './remote-options.ts';

const MOST_REDIRECTS = 3;
const LARGEST_ANSWER = 1_024 * 1_024 * 1_024;
/** With what stands before it, an operation answers within 30 s also when a remote says nothing. */
const SILENCE_MS = 25_000;

export function httpClient(address: RemoteAddress, rules: RemoteRules = {}): HttpClient {
  // A host may answer the first request with the repository's new address; what follows then goes there too.
  let moved: { from: string; to: string } | undefined;
  const request = async (input: GitHttpRequest): Promise<GitHttpResponse> => {
    const body = await collect(input.body);
    let url = moved === undefined ? input.url : input.url.replace(moved.from, () => moved?.to ?? '');
    for (let redirects = 0; ; redirects++) {
      const answer = await send(new URL(url), input, body, address, rules);
      const next = redirectOf(answer, url, input.method);
      if (next === undefined) return describe(answer, url, rules);
      answer.destroy();
      if (redirects >= MOST_REDIRECTS) throw new GitFault('git_remote_error');
      moved = movedBase(url, next) ?? moved;
      url = next;
    }
  };
  return { request };
}

async function collect(body: GitHttpRequest['body']): Promise<Buffer | undefined> {
  if (body === undefined) return undefined;
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}

function send(
  url: URL,
  input: GitHttpRequest,
  body: Buffer | undefined,
  address: RemoteAddress,
  rules: RemoteRules,
): Promise<http.IncomingMessage> {
  const guard = guardFor(address, rules);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // A host that is written as an address is never looked up, so it is judged here.
  if (isIP(host) !== 0 && !guard(host))
    throw new GitFault('git_remote_refused', { reason: 'it leads to a private address' });
  const headers = {
    ...input.headers,
    ...(body === undefined ? {} : { 'content-length': String(body.length) }),
  };
  const options = {
    method: input.method ?? 'GET',
    headers,
    lookup: guardedLookup(guard),
    agent: false as const,
  };
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void =>
      reject(isGitFault(error) ? error : new GitFault('git_connection_failed'));
    const sent = (url.protocol === 'https:' ? https : http).request(url, options, resolve);
    sent.setTimeout(rules.timeoutMs ?? SILENCE_MS, () => sent.destroy(new GitFault('git_connection_failed')));
    sent.on('error', fail);
    sent.end(body);
  });
}

function guardFor(address: RemoteAddress, rules: RemoteRules): (ip: string) => boolean {
  const trusted = isAllowedHost(address.host, rules);
  const loopback = address.host === 'localhost' || isLoopbackAddress(address.host);
  return (ip) => mayConnect(ip, { trusted, loopback });
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** @throws GitFault `git_remote_refused` for a redirect to another host or scheme, or of anything but a GET. */
function redirectOf(answer: http.IncomingMessage, from: string, method = 'GET'): string | undefined {
  if (!REDIRECTS.has(answer.statusCode ?? 0)) return undefined;
  const location = answer.headers.location ?? '';
  const next = URL.canParse(location, from) ? new URL(location, from) : undefined;
  answer.resume();
  if (next === undefined || next.origin !== new URL(from).origin || method !== 'GET') {
    answer.destroy();
    throw new GitFault('git_remote_refused', { reason: 'it redirects to another place' });
  }
  return next.href;
}

const ADVERTISEMENT = '/info/refs';

function movedBase(from: string, to: string): { from: string; to: string } | undefined {
  const [start, end] = [from.indexOf(ADVERTISEMENT), to.indexOf(ADVERTISEMENT)];
  return start < 0 || end < 0 ? undefined : { from: from.slice(0, start), to: to.slice(0, end) };
}

function describe(answer: http.IncomingMessage, url: string, rules: RemoteRules): GitHttpResponse {
  const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value ?? '')]);
  return {
    url,
    statusCode: answer.statusCode ?? 0,
    statusMessage: answer.statusMessage ?? '',
    headers: Object.fromEntries(headers),
    body: bounded(answer, rules.largestAnswer ?? LARGEST_ANSWER),
  };
}

async function* bounded(answer: http.IncomingMessage, largest: number): AsyncIterableIterator<Uint8Array> {
  let size = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      size += part.length;
      if (size > largest) throw new GitFault('git_remote_error');
      yield part;
    }
  } catch (error) {
    throw isGitFault(error) ? error : new GitFault('git_connection_failed');
  } finally {
    answer.destroy();
  }
}
