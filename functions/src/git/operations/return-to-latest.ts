/** `return-to-latest` (Spec 3.2, Contract 7): back to the tip of the branch that was left, also after a restart. */
import { GitFault } from '../git-fault.ts';
import { findTarget } from '../refs/find-target.ts';
import { lastBranch } from '../refs/last-branch.ts';
import { readRefs } from '../refs/read-refs.ts';
import type { Repository } from '../repository.ts';
import { switchHead } from './switch-head.ts';

/** @throws GitFault `git_no_branch`, `git_local_changes` */
export async function returnToLatest(repository: Repository): Promise<{ branch: string }> {
  const branch = latestBranch(repository);
  if (branch === undefined) throw new GitFault('git_no_branch');
  await switchHead(repository, findTarget(repository, branch));
  return { branch };
}

/** The remembered branch; where it is gone or never was, the one that the remote or the configuration calls the main one. */
function latestBranch(repository: Repository): string | undefined {
  const refs = readRefs(repository);
  const locals = [...refs.keys()]
    .filter((name) => name.startsWith('refs/heads/'))
    .map((name) => name.slice(11));
  const configured = repository.config.get('init.defaultbranch');
  const wanted = [lastBranch(repository), configured, 'main', 'master'];
  return (
    wanted.find((name) => name !== undefined && locals.includes(name)) ??
    (locals.length === 1 ? locals[0] : undefined)
  );
}
