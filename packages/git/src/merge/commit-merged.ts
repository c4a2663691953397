/** Commits a merged tree, and moves to the commit. */
import type { Change } from '../change/changing.ts';
import { moveTo } from '../change/move-to.ts';
import { requirePerson, signedBy } from '../identify.ts';
import { gitLine, type Repository } from '../repository.ts';
import type { WorkState } from '../status/read-changes.ts';

export interface MadeCommit {
  tree: string;
  parents: readonly string[];
  message: string;
}

/** @returns its hash. @throws GitFault `git_missing_user` */
export async function makeCommit(
  repository: Repository,
  { tree, parents, message }: MadeCommit,
): Promise<string> {
  const variables = signedBy(requirePerson(repository));
  const isSigned = repository.profile === 'own machine' && repository.config.flag('commit.gpgsign', false);
  const args = [
    'commit-tree',
    ...(isSigned ? ['-S'] : []),
    ...parents.flatMap((parent) => ['-p', parent]),
    '-F',
    '-',
    tree,
  ];
  return gitLine(repository, args, { input: `${message}\n`, variables });
}

/** Moves branch, index and files to a commit that descends from HEAD. @returns paths that changed */
export function advanceTo(
  repository: Repository,
  change: Change,
  state: WorkState,
  to: string,
  reason: string,
): Promise<string[]> {
  return moveTo(repository, change, {
    state,
    to,
    code: 'git_pull_overwrite',
    why: 'pull',
    args: ['merge', '--ff-only', '-q', '--no-stat', '--no-autostash', '--no-verify-signatures', to],
    variables: { GIT_REFLOG_ACTION: reason },
  });
}
