/** `return-to-latest` (Spec 3.2, Contract 7): back to the tip of the last branch, also after a restart. */
import { GitFault } from '../git-fault.ts';
import { findTarget } from '../refs/find-target.ts';
import { lastBranch } from '../refs/last-branch.ts';
import { type Refs, readRefs } from '../refs/read-refs.ts';
import type { Repository } from '../repository.ts';
import { switchHead } from './switch-head.ts';

/** @throws GitFault `git_no_branch`, `git_local_changes` */
export async function returnToLatest(repository: Repository): Promise<{ branch: string }> {
  const { refs } = await readRefs(repository);
  const branch = latestBranch(repository, refs);
  if (branch === undefined) throw new GitFault('git_no_branch');
  await switchHead(repository, await findTarget(repository, branch));
  return { branch };
}

/** The remembered branch; if it is missing, the configured main branch. */
function latestBranch(repository: Repository, refs: Refs): string | undefined {
  const names = [...refs.keys()].filter((name) => name.startsWith('refs/heads/'));
  const locals = names.map((name) => name.slice('refs/heads/'.length));
  const wanted = [lastBranch(repository), repository.config.get('init.defaultbranch'), 'main', 'master'];
  return (
    wanted.find((name) => name !== undefined && locals.includes(name)) ??
    (locals.length === 1 ? locals[0] : undefined)
  );
}
