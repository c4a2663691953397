import { isLoopbackAddress } from '../../../address/src/address-rules.ts';
import { findAddresses, type Resolve } from '../../../address/src/find-addresses.ts';
import { GitFault } from '../git-fault.ts';
import type { RemoteRules } from './remote-options.ts';
import { isAllowedHost, type RemoteAddress } from './require-remote-url.ts';

/**
 * Resolves the host once and checks the addresses; the connection uses exactly these.
 * @throws GitFault `git_remote_refused`, `git_connection_failed`
 */
export async function judgeHost(
  { host }: Pick<RemoteAddress, 'host'>,
  rules: RemoteRules = {},
  resolve?: Resolve,
): Promise<string[]> {
  const trusted = isAllowedHost(host, rules);
  const loopback = host === 'localhost' || isLoopbackAddress(host);
  const allowed = await findAddresses(host, { trusted, loopback }, resolve).catch(() => {
    throw new GitFault('git_connection_failed');
  });
  if (allowed.length === 0)
    throw new GitFault('git_remote_refused', { reason: 'it leads to a private address' });
  return allowed;
}
