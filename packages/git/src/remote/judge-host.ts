import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP } from 'node:net';
import { GitFault } from '../git-fault.ts';
import { isLoopbackAddress, mayConnect } from './address-rules.ts';
import type { RemoteRules } from './remote-options.ts';
import { isAllowedHost, type RemoteAddress } from './require-remote-url.ts';

export type Resolve = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/**
 * Resolves the host once and checks the addresses; the connection uses exactly these.
 * @throws GitFault `git_remote_refused`, `git_connection_failed`
 */
export async function judgeHost(
  { host }: Pick<RemoteAddress, 'host'>,
  rules: RemoteRules = {},
  resolve: Resolve = systemLookup,
): Promise<string[]> {
  const trusted = isAllowedHost(host, rules);
  const loopback = host === 'localhost' || isLoopbackAddress(host);
  const found = isIP(host) === 0 ? await lookUp(host, resolve) : [host];
  const allowed = found.filter((address) => mayConnect(address, { trusted, loopback }));
  if (allowed.length === 0)
    throw new GitFault('git_remote_refused', { reason: 'it leads to a private address' });
  return allowed;
}

const lookUp = (host: string, resolve: Resolve): Promise<string[]> =>
  new Promise((done, reject) => {
    resolve(host, { all: true }, (error, found) => {
      if (error !== null) reject(new GitFault('git_connection_failed'));
      else done(found.map(({ address }) => address));
    });
  });
