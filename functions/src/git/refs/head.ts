import { join } from 'node:path';
import { trimBlank } from '../blank.ts';
import { GitFault } from '../git-fault.ts';
import type { Repository } from '../repository.ts';
import { readOptionalText } from '../storage/read-optional.ts';
import { isOid } from '../validate/require-commit-ref.ts';
import { readRef, symbolicTarget } from './read-refs.ts';

export interface Head {
  /** Short name of the branch, or null where HEAD is on a commit. */
  branch: string | null;
  /** The commit, or null on a branch that has none yet. */
  commit: string | null;
}

export function readHead(repository: Repository): Head {
  const text = trimBlank(readOptionalText(join(repository.gitdir, 'HEAD')) ?? '');
  if (isOid(text)) return { branch: null, commit: text };
  const target = symbolicTarget(text);
  if (target === undefined) throw new GitFault('git_corrupt', { what: 'HEAD cannot be read' });
  return { branch: target.replace(/^refs\/heads\//, ''), commit: readRef(repository, target) ?? null };
}

export function requireHeadCommit(repository: Repository): string {
  const { commit } = readHead(repository);
  if (commit === null) throw new GitFault('git_no_commits');
  return commit;
}
