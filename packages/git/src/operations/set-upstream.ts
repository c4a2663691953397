/** `set-upstream` (Contract 7): sets or removes the remote branch that a branch follows. */
import { changing } from '../change/changing.ts';
import { GitFault } from '../git-fault.ts';
import { findBranch, findRef } from '../refs/find-ref.ts';
import { readHead } from '../refs/read-refs.ts';
import { followingAll, listRemotes, upstreamOf } from '../refs/tracking.ts';
import type { Repository } from '../repository.ts';

export interface SetUpstreamInput {
  /** Default: the current one. */
  branch?: string | undefined;
  /** A remote branch as it is listed, `origin/main`; null removes it. */
  upstream: string | null;
}

/** @throws GitFault `git_unknown_ref`, `git_remote_gone`, `git_detached_head` */
export async function setUpstream(
  repository: Repository,
  input: SetUpstreamInput,
): Promise<{ branch: string; tracking: string | null }> {
  return changing(repository, async (change, repository) => {
    const branch = input.branch ?? (await readHead(repository)).branch;
    if (branch === null) throw new GitFault('git_detached_head');
    if ((await findBranch(repository, branch)) === null)
      throw new GitFault('git_unknown_ref', { ref: branch });
    const { upstream } = input;
    if (upstream === null) {
      if (upstreamOf(repository, branch) !== undefined)
        await change.git(['branch', '--unset-upstream', '--', branch]);
      return { branch, tracking: null };
    }
    const remote = listRemotes(repository).find(({ name }) => upstream.startsWith(`${name}/`));
    if (remote === undefined || (await findRef(repository, `refs/remotes/${upstream}`)) === null)
      throw new GitFault('git_remote_gone', { branch: upstream });
    const args = ['branch', '-q', `--set-upstream-to=refs/remotes/${upstream}`, '--', branch];
    await change.git(args, { settings: followingAll(remote.name) });
    return { branch, tracking: upstream };
  });
}
