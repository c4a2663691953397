/**
 * Addresses of remotes: https; http to loopback or to hosts that the configuration allows; ssh in both spellings.
 * Local paths, `file:`, `git:` and `ext::` are rejected.
 */
import { isLoopbackAddress } from '../../../address/src/address-rules.ts';
import { GitFault } from '../git-fault.ts';
import type { RemoteRules } from './remote-options.ts';

export interface RemoteAddress {
  transport: 'http' | 'ssh';
  /** Without user info, safe to show. */
  shown: string;
  /** Address to connect to, without user info for http. */
  url: string;
  host: string;
  port: number;
}

const refuse = (reason: string): GitFault => new GitFault('git_remote_refused', { reason });
const SSH_PORT = 22;
const SCP_LIKE = /^(?:([\w.-]+)@)?([A-Za-z0-9][A-Za-z0-9.-]*):(?!\/\/)([^\s-][^\s]*)$/;

/** @throws GitFault `git_remote_refused` */
export function requireRemoteUrl(value: string, rules: RemoteRules = {}): RemoteAddress {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: rejects control characters
  if (value.startsWith('-') || /[\x00-\x20\x7f]/.test(value))
    throw refuse('it holds characters that no address has');
  const scp = SCP_LIKE.exec(value);
  if (scp !== null && !/^[A-Za-z]:[\\/]/.test(value) && !value.includes('::'))
    return ssh(`${scp[2]}:${scp[3]}`, value, (scp[2] ?? '').toLowerCase(), SSH_PORT);
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined) throw refuse('it is not an address');
  if (url.protocol === 'ssh:') return sshAddress(url);
  return httpAddress(url, rules);
}

const ssh = (shown: string, url: string, host: string, port: number): RemoteAddress => ({
  transport: 'ssh' as const,
  shown,
  url,
  host,
  port,
});

function sshAddress(url: URL): RemoteAddress {
  if (url.hostname === '' || url.hostname.startsWith('-') || url.username.startsWith('-'))
    throw refuse('it names no host');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return ssh(stripUserInfo(url.href), url.href, host, Number(url.port) || SSH_PORT);
}

function httpAddress(url: URL, rules: RemoteRules): RemoteAddress {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('only https and ssh are spoken');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const trusted = isLoopbackAddress(host) || host === 'localhost' || isAllowedHost(host, rules);
  if (url.protocol === 'http:' && !trusted) throw refuse('plain http is only allowed on this machine');
  const bare = stripUserInfo(url.href);
  const port = Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
  return { transport: 'http', shown: bare, url: bare, host, port };
}

export const isAllowedHost = (host: string, rules: RemoteRules): boolean =>
  (rules.allowHosts ?? []).some((allowed) => allowed.toLowerCase() === host.toLowerCase());

/**
 * The address without user name and password. In text that is not an address, everything up to an `@` is removed: the last one
 * after `://`, because a password that was not encoded may hold any character.
 */
export function stripUserInfo(address: string): string {
  if (!URL.canParse(address)) return address.replace(/^(?:([A-Za-z][\w+.-]*:\/\/).*|[^@/]*)@/s, '$1');
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href === `${address}/` ? address : url.href;
}
