/**
 * POST to an address that a person has chosen. Its host is judged as that of a git remote, and the connection goes to exactly the
 * addresses that were judged. Redirects are not followed; of a hook's answer nothing but the status is read (Contract 16).
 */
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { findAddresses } from '../../../../packages/address/src/find-addresses.ts';
import { withTimeout } from '../concurrency/timeout.ts';
import { allowedHookHosts } from '../config.ts';
import { HttpError } from '../errors.ts';
import type { Post } from '../hooks/hook-ports.ts';
import { isHookUrl } from '../hooks/hook-url.ts';

/** Milliseconds of an attempt. */
const TIMEOUT = 10_000;

interface Sending {
  headers: Record<string, string>;
  body: string | Uint8Array;
  signal: AbortSignal;
}

/** @param timeout milliseconds */
export const postWithin =
  (timeout: number): Post =>
  async (address, headers, body) => {
    const signal = AbortSignal.timeout(timeout);
    try {
      const answered = await withTimeout(timeout, 'hook', statusOf(address, { headers, body, signal }));
      return { answered, problem: answered === null ? 'address' : null };
    } catch (error) {
      const isLate = signal.aborted || error instanceof HttpError;
      return { answered: null, problem: isLate ? 'timeout' : 'connection' };
    }
  };

export const post = postWithin(TIMEOUT);

async function statusOf(address: string, sending: Sending): Promise<number | null> {
  const answer = await openPost(address, sending);
  answer?.destroy();
  return answer && (answer.statusCode ?? 0);
}

/** @returns the answer, which has not been read; null if no connection to the address is allowed */
export async function openPost(address: string, sending: Sending): Promise<IncomingMessage | null> {
  const hosts = allowedHookHosts();
  if (!isHookUrl(address, hosts)) return null;
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = await findAddresses(host, { trusted: hosts.includes(host), loopback: false });
  return addresses.length === 0 ? null : send(url, addresses, sending);
}

function send(url: URL, addresses: string[], { headers, body, signal }: Sending): Promise<IncomingMessage> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', headers, signal, agent: false, lookup: lookupOf(addresses) })
      .on('response', resolve)
      .on('error', reject)
      .end(body);
  });
}

/** Answers with what was judged, whatever the name leads to by now. */
const lookupOf = (addresses: string[]): LookupFunction => {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_, { all }, done) =>
    all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family);
};
