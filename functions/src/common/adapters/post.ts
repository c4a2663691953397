/**
 * POST to an address that a person has chosen. Its host is judged as that of a git remote, and the connection goes to exactly the
 * addresses that were judged. Redirects are not followed, and nothing of the answer but its status is read (Contract 16).
 */
import { request as requestHttp } from 'node:http';
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
  body: string;
  signal: AbortSignal;
}

/** @param timeout milliseconds */
export const postWithin =
  (timeout: number): Post =>
  async (address, headers, body) => {
    const signal = AbortSignal.timeout(timeout);
    try {
      const answered = await withTimeout(timeout, 'hook', send(address, { headers, body, signal }));
      return { answered, problem: answered === null ? 'address' : null };
    } catch (error) {
      const isLate = signal.aborted || error instanceof HttpError;
      return { answered: null, problem: isLate ? 'timeout' : 'connection' };
    }
  };

export const post = postWithin(TIMEOUT);

/** @returns null if no connection to it is allowed */
async function send(address: string, sending: Sending): Promise<number | null> {
  const hosts = allowedHookHosts();
  if (!isHookUrl(address, hosts)) return null;
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = await findAddresses(host, { trusted: hosts.includes(host), loopback: false });
  return addresses.length === 0 ? null : statusOf(url, addresses, sending);
}

function statusOf(url: URL, addresses: string[], { headers, body, signal }: Sending): Promise<number> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', headers, signal, agent: false, lookup: lookupOf(addresses) })
      .on('response', (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      })
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
