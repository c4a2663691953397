import type { Repository } from '../repository.ts';
import { requireCommitRef } from '../validate/require-commit-ref.ts';
import { isBranchName, isRefName } from '../validate/require-ref-name.ts';
import { findBranch, findRef } from './find-ref.ts';
import { resolveCommit } from './resolve-commit.ts';

/** Target of a checkout: a local branch, a remote-only branch, or a commit. */
export type Target =
  | { kind: 'branch'; branch: string; commit: string }
  | { kind: 'remote'; branch: string; remote: string; tracking: string; commit: string }
  | { kind: 'commit'; commit: string };

/** @throws GitFault `git_unknown_ref`, `git_invalid_argument` */
export async function findTarget(repository: Repository, ref: string): Promise<Target> {
  requireCommitRef(ref, 'targetRef');
  if (!isRefName(ref)) return { kind: 'commit', commit: await resolveCommit(repository, ref) };
  const local = await findBranch(repository, ref);
  if (local !== null) return { kind: 'branch', branch: ref, commit: local };
  const remotes = await findRemoteOnly(repository, ref);
  if (remotes.length === 1) return remotes[0] as Target;
  return { kind: 'commit', commit: await resolveCommit(repository, ref) };
}

/** `origin/name`, or `name` at any remote, where no local branch has the name. */
async function findRemoteOnly(repository: Repository, ref: string): Promise<Target[]> {
  const slash = ref.indexOf('/');
  const places = repository.config.subsections('remote', 'url').map((remote) => ({ remote, branch: ref }));
  if (slash > 0) places.push({ remote: ref.slice(0, slash), branch: ref.slice(slash + 1) });
  const found = places.map(async ({ remote, branch }): Promise<Target[]> => {
    const tracking = `${remote}/${branch}`;
    // A remote may have branches with names that no local one can have.
    if (!isBranchName(branch) || (await findBranch(repository, branch)) !== null) return [];
    const commit = await findRef(repository, `refs/remotes/${tracking}`);
    return commit === null ? [] : [{ kind: 'remote', branch, remote, tracking, commit }];
  });
  return (await Promise.all(found)).flat();
}
