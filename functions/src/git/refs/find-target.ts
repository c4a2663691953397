import type { Repository } from '../repository.ts';
import { requireCommitRef } from '../validate/require-commit-ref.ts';
import { isRefName } from '../validate/require-ref-name.ts';
import { readRefs } from './read-refs.ts';
import { resolveCommit } from './resolve-commit.ts';

/** What a checkout leads to: a local branch, a branch that only a remote has, or a commit. */
export type Target =
  | { kind: 'branch'; branch: string; commit: string }
  | { kind: 'remote'; branch: string; remote: string; tracking: string; commit: string }
  | { kind: 'commit'; commit: string };

/** @throws GitFault `git_unknown_ref`, `git_invalid_argument` */
export function findTarget(repository: Repository, ref: string): Target {
  requireCommitRef(ref, 'targetRef');
  const refs = readRefs(repository);
  const local = isRefName(ref) ? refs.get(`refs/heads/${ref}`) : undefined;
  if (local !== undefined) return { kind: 'branch', branch: ref, commit: local };
  return findRemoteOnly(refs, ref) ?? { kind: 'commit', commit: resolveCommit(repository, ref) };
}

/** `origin/name`, or `name` where one remote alone has it; and no local branch has that name. */
function findRemoteOnly(refs: ReadonlyMap<string, string>, ref: string): Target | undefined {
  const found = [...refs].flatMap(([full, commit]): Target[] => {
    const parts = /^refs\/remotes\/([^/]+)\/(.+)$/.exec(full);
    const [, remote = '', branch = ''] = parts ?? [];
    if (parts === null || branch === 'HEAD' || refs.has(`refs/heads/${branch}`)) return [];
    if (ref !== branch && ref !== `${remote}/${branch}`) return [];
    return [{ kind: 'remote', branch, remote, tracking: `${remote}/${branch}`, commit }];
  });
  return found.length === 1 ? found[0] : undefined;
}
