import { type LookupAddress, lookup as systemLookup } from 'node:dns';
import { isIP } from 'node:net';
import { mayConnect, type Trust } from './address-rules.ts';

export type Resolve = (
  hostname: string,
  options: { all: true },
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/**
 * Resolves the host once and checks the addresses; the connection must use exactly these.
 * @returns those that are allowed: none if the host leads only to others
 * @throws the error of the lookup
 */
export async function findAddresses(
  host: string,
  trust: Trust,
  resolve: Resolve = systemLookup,
): Promise<string[]> {
  const found = isIP(host) === 0 ? await lookUp(host, resolve) : [host];
  return found.filter((address) => mayConnect(address, trust));
}

const lookUp = (host: string, resolve: Resolve): Promise<string[]> =>
  new Promise((done, reject) => {
    resolve(host, { all: true }, (error, found) => {
      if (error !== null) reject(error);
      else done(found.map(({ address }) => address));
    });
  });
