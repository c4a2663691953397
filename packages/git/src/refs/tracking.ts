import type { Settings } from '../process/environment.ts';
import { stripUserInfo } from '../remote/require-remote-url.ts';
import type { Repository } from '../repository.ts';

export interface Upstream {
  remote: string;
  /** Name of the branch at the remote. */
  branch: string;
  /** The remote branch's short name, `origin/main`. */
  tracking: string;
}

/** From `branch.<name>.remote` and `.merge`, or undefined. A branch that follows a local one counts as having none. */
export function upstreamOf(repository: Repository, branch: string): Upstream | undefined {
  const remote = repository.config.get(`branch.${branch}.remote`);
  const merge = repository.config.get(`branch.${branch}.merge`);
  if (remote === undefined || remote === '.' || !merge?.startsWith('refs/heads/')) return undefined;
  const name = merge.slice('refs/heads/'.length);
  return { remote, branch: name, tracking: `${remote}/${name}` };
}

/** Where fetched branches go, for git to know them as tracking: a shallow clone is configured to follow a single branch. */
export const fetchRefspec = (remote: string): string => `+refs/heads/*:refs/remotes/${remote}/*`;

/** For calls that set an upstream. */
export const followingAll = (remote: string): Settings => [[`remote.${remote}.fetch`, fetchRefspec(remote)]];

export interface Remote {
  name: string;
  refs: { fetch: string; push: string };
}

/** Configured remotes; user name and password are removed from the addresses. */
export function listRemotes({ config }: Repository): Remote[] {
  return config.subsections('remote', 'url').map((name) => {
    const fetch = config.get(`remote.${name}.url`) ?? '';
    const push = config.get(`remote.${name}.pushurl`) ?? fetch;
    return { name, refs: { fetch: stripUserInfo(fetch), push: stripUserInfo(push) } };
  });
}
