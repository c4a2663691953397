import { GitFault } from '../git-fault.ts';
import { upstreamOf } from '../refs/tracking.ts';
import type { Repository } from '../repository.ts';
import type { Credentials } from './remote-options.ts';
import { type RemoteAddress, requireRemoteUrl, stripUserInfo } from './require-remote-url.ts';

export type Direction = 'fetch' | 'push';

export interface FoundRemote {
  name: string;
  /** As configured, including what a person added. */
  url: string;
  /** Safe to show; also the key under which credentials are requested. */
  shown: string;
  /** The checked address. Undefined on a person's own machine, where nothing is checked. */
  address: RemoteAddress | undefined;
  hasCredentials: boolean;
}

/** The named remote; otherwise the branch's, `origin`, or the only one. @throws GitFault `git_remote_undefined`, `git_remote_refused` */
export function findRemote(
  repository: Repository,
  direction: Direction,
  named: string | undefined,
  branch: string | null,
): FoundRemote {
  const { config, options, profile } = repository;
  const names = config.subsections('remote', 'url');
  const followed = branch === null ? undefined : upstreamOf(repository, branch)?.remote;
  const only = names.includes('origin') || names.length !== 1 ? 'origin' : names[0];
  const name = named ?? followed ?? only ?? 'origin';
  const fetched = config.get(`remote.${name}.url`);
  if (fetched === undefined) throw new GitFault('git_remote_undefined', { remote: name });
  const url = direction === 'push' ? (config.get(`remote.${name}.pushurl`) ?? fetched) : fetched;
  const address = profile === 'hardened' ? requireRemoteUrl(url, options.remotes) : undefined;
  return {
    name,
    url,
    address,
    shown: address?.shown ?? stripUserInfo(url),
    hasCredentials: hasUserInfo(url),
  };
}

function hasUserInfo(url: string): boolean {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  return parsed !== undefined && parsed.password !== '';
}

/** The address with user name and password, which git uses instead of the bare one. */
export function withCredentials(url: string, { username, password }: Credentials): string {
  const full = new URL(url);
  full.username = encodeURIComponent(username ?? '');
  full.password = encodeURIComponent(password ?? '');
  return full.href;
}
