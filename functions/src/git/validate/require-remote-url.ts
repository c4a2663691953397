/**
 * Addresses of remotes: https; http to loopback or to hosts that the configuration allows; ssh in both spellings.
 * Local paths, `file:`, `git:` and `ext::` are refused.
 */
import { GitFault } from '../git-fault.ts';
import { isLoopbackAddress } from '../remote/address-rules.ts';
import type { RemoteRules } from '../remote/remote-options.ts';

export interface RemoteAddress {
  transport: 'http' | 'ssh';
  /** Without user info, safe to be shown. */
  shown: string;
  /** What to connect to, without user info where the transport is http. */
  url: string;
  host: string;
}

const refuse = (reason: string): GitFault => new GitFault('git_remote_refused', { reason });
const SCP_LIKE = /^(?:([\w.-]+)@)?([A-Za-z0-9][A-Za-z0-9.-]*):(?!\/\/)([^\s-][^\s]*)$/;

/** @throws GitFault `git_remote_refused` */
export function requireRemoteUrl(value: string, rules: RemoteRules = {}): RemoteAddress {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (value.startsWith('-') || /[\x00-\x20\x7f]/.test(value))
    throw refuse('it holds characters that no address has');
  const scp = SCP_LIKE.exec(value);
  if (scp !== null && !/^[A-Za-z]:[\\/]/.test(value) && !value.includes('::'))
    return { transport: 'ssh', shown: `${scp[2]}:${scp[3]}`, url: value, host: (scp[2] ?? '').toLowerCase() };
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined) throw refuse('it is not an address');
  if (url.protocol === 'ssh:') return sshAddress(url);
  return httpAddress(url, rules);
}

function sshAddress(url: URL): RemoteAddress {
  if (url.hostname === '' || url.hostname.startsWith('-') || url.username.startsWith('-'))
    throw refuse('it names no host');
  return { transport: 'ssh', shown: stripUserInfo(url.href), url: url.href, host: url.hostname };
}

function httpAddress(url: URL, rules: RemoteRules): RemoteAddress {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('only https and ssh are spoken');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const trusted = isLoopbackAddress(host) || host === 'localhost' || isAllowedHost(host, rules);
  if (url.protocol === 'http:' && !trusted) throw refuse('plain http is only allowed on this machine');
  const bare = stripUserInfo(url.href);
  return { transport: 'http', shown: bare, url: bare, host };
}

export const isAllowedHost = (host: string, rules: RemoteRules): boolean =>
  (rules.allowHosts ?? []).some((allowed) => allowed.toLowerCase() === host.toLowerCase());

/** The address without user name and password; text that is no address comes back without what stands before an `@`. */
export function stripUserInfo(address: string): string {
  if (!URL.canParse(address)) return address.replace(/^[^@/]*@/, '');
  const url = new URL(address);
  url.username = '';
  url.password = '';
  return url.href === `${address}/` ? address : url.href;
}
