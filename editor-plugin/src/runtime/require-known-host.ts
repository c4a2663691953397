/**
 * DNS rebinding: another site may point its own name at this machine once its page is open. The browser then treats the
 * editor as that site, and only the `Host` header tells. A valid token is accepted under any name: such a page has none.
 */
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { HttpError } from './http-error.ts';
import type { Red, Request } from './red.ts';

/** @throws HttpError `unknown_host` */
export function requireKnownHost(red: Red, { headers, user }: Request): void {
  if (user !== undefined && user.anonymous !== true) return;
  const name = nameIn(headers.host);
  if (isAddress(name) || isLocal(name) || configuredNames(red).includes(name)) return;
  throw new HttpError('unknown_host');
}

/** Without port and trailing dot; `''` if there is none. */
function nameIn(host = ''): string {
  const address = `http://${host}/`;
  return URL.canParse(address) ? new URL(address).hostname.replace(/\.$/, '') : '';
}

/** An IP address: DNS cannot point it elsewhere. */
const isAddress = (name: string): boolean => isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;

function isLocal(name: string): boolean {
  const own = hostname().toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || name === own || name === `${own}.local`;
}

/** From `settings.js`: the host that the editor listens on, and the names by which people reach it. */
function configuredNames({ settings }: Red): string[] {
  const hosts = settings['sightline-git']?.hosts;
  const named: unknown[] = [settings.uiHost, ...(Array.isArray(hosts) ? hosts : [])];
  return named.filter((name) => typeof name === 'string').map(nameIn);
}
