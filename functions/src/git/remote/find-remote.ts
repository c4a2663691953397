import { GitFault } from '../git-fault.ts';
import { upstreamOf } from '../refs/tracking.ts';
import type { Repository } from '../repository.ts';
import { type RemoteAddress, requireRemoteUrl } from '../validate/require-remote-url.ts';
import type { Credentials } from './remote-options.ts';
import type { Direction } from './translate-fault.ts';

export interface FoundRemote {
  name: string;
  address: RemoteAddress;
  /** From the configured address itself, where a person wrote them there. */
  credentials: Credentials | undefined;
}

/** The named remote; else that of the branch, `origin`, or the only one. @throws GitFault `git_remote_undefined`, `git_remote_refused` */
export function findRemote(
  repository: Repository,
  direction: Direction,
  named: string | undefined,
  branch: string | null,
): FoundRemote {
  const names = repository.config.subsections('remote', 'url');
  const followed = branch === null ? undefined : upstreamOf(repository, branch)?.remote;
  const name =
    named ?? followed ?? (names.includes('origin') || names.length !== 1 ? 'origin' : names[0]) ?? 'origin';
  const url = repository.config.get(`remote.${name}.url`);
  if (url === undefined) throw new GitFault('git_remote_undefined', { remote: name });
  const used = direction === 'push' ? (repository.config.get(`remote.${name}.pushurl`) ?? url) : url;
  return {
    name,
    address: requireRemoteUrl(used, repository.options.remotes),
    credentials: credentialsIn(used),
  };
}

function credentialsIn(address: string): Credentials | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || (url.username === '' && url.password === '')) return undefined;
  return { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
}
