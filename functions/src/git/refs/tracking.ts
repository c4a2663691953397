import type { Repository } from '../repository.ts';
import { stripUserInfo } from '../validate/require-remote-url.ts';

export interface Upstream {
  remote: string;
  /** Name of the branch at the remote. */
  branch: string;
  /** The remote-tracking ref's short name, `origin/main`. */
  tracking: string;
}

/** What `branch.<name>.remote` and `.merge` say, or undefined. A branch that follows another local one counts as none. */
export function upstreamOf(repository: Repository, branch: string): Upstream | undefined {
  const remote = repository.config.get(`branch.${branch}.remote`);
  const merge = repository.config.get(`branch.${branch}.merge`);
  if (remote === undefined || merge === undefined || remote === '.' || !merge.startsWith('refs/heads/'))
    return undefined;
  const name = merge.slice('refs/heads/'.length);
  return { remote, branch: name, tracking: `${remote}/${name}` };
}

export interface Remote {
  name: string;
  refs: { fetch: string; push: string };
}

/** Configured remotes; user name and password are stripped from the addresses. */
export function listRemotes(repository: Repository): Remote[] {
  return repository.config.subsections('remote', 'url').map((name) => {
    const fetch = repository.config.get(`remote.${name}.url`) ?? '';
    const push = repository.config.get(`remote.${name}.pushurl`) ?? fetch;
    return { name, refs: { fetch: stripUserInfo(fetch), push: stripUserInfo(push) } };
  });
}
