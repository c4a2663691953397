import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { GitFault } from '../git-fault.ts';

type Resolve = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/**
 * Resolves a name for the very connection that is opened next, and hands on only the addresses that are allowed: what
 * was judged is what is connected to, so a name that resolves differently later (DNS rebinding) gains nothing.
 */
export function guardedLookup(
  isAllowed: (address: string) => boolean,
  resolve: Resolve = lookup,
): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, []);
      const allowed = found.filter(({ address }) => isAllowed(address));
      const [first] = allowed;
      const refused = new GitFault('git_remote_refused', { reason: 'it leads to a private address' });
      if (first === undefined) return done(refused, []);
      return options.all ? done(null, allowed) : done(null, first.address, first.family);
    });
  };
}
