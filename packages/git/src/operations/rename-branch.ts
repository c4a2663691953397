/**
 * `rename-branch` (Contract 7): renames a local branch and keeps its upstream. git deletes the old ref before it writes the
 * new one and HEAD, so a rename that is interrupted is undone.
 */
import * as z from 'zod/mini';
import { type Change, changing } from '../change/changing.ts';
import { keepCommit } from '../change/keep.ts';
import { registerRedo } from '../change/settle.ts';
import { GitFault } from '../git-fault.ts';
import { findBranch } from '../refs/find-ref.ts';
import { lastBranch, rememberBranch } from '../refs/last-branch.ts';
import { readHead } from '../refs/read-refs.ts';
import { git, type Repository } from '../repository.ts';
import { refuseBranch } from './create-branch.ts';
import { isNamed } from './switch-head.ts';

export interface RenameBranchInput {
  /** Default: the current one. */
  branch?: string | undefined;
  newName: string;
}

/** @throws GitFault `git_unknown_ref`, `git_branch_exists`, `git_detached_head` */
export async function renameBranch(
  repository: Repository,
  input: RenameBranchInput,
): Promise<{ branch: string; previous: string }> {
  return changing(repository, async (change, repository) => {
    const previous = input.branch ?? (await readHead(repository)).branch;
    if (previous === null) throw new GitFault('git_detached_head');
    const commit = await findBranch(repository, previous);
    if (commit === null) throw new GitFault('git_unknown_ref', { ref: previous });
    if ((await findBranch(repository, input.newName)) !== null)
      throw new GitFault('git_branch_exists', { branch: input.newName });
    await rename(repository, change, { previous, newName: input.newName, commit });
    return { branch: input.newName, previous };
  });
}

const renamingSchema = z.object({ previous: z.string(), newName: z.string(), commit: z.string() });
type Renaming = z.infer<typeof renamingSchema>;

async function rename(repository: Repository, change: Change, renaming: Renaming): Promise<void> {
  const { previous, newName, commit } = renaming;
  // For a moment no branch names its commits.
  const kept = (await isNamed(repository, commit, [`refs/heads/${previous}`]))
    ? null
    : await keepCommit(repository, 'rename', commit);
  change.begin({ kind: 'again', operation: 'rename-branch', input: renaming });
  const failure = await change.git(['branch', '-q', '-m', '--', previous, newName]).then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  if (failure !== undefined) await undo(repository, renaming);
  if (kept !== null) await git(repository, ['update-ref', '-d', kept, commit]);
  if (failure !== undefined) return refuseBranch(repository, newName, failure.error);
  if (lastBranch(repository) === previous) rememberBranch(repository, newName);
}

/** The reflog and the upstream go back, too; HEAD has never named another branch than one of the two. */
async function undo(repository: Repository, { previous, newName, commit }: Renaming): Promise<void> {
  if ((await findBranch(repository, previous)) !== null) return;
  if ((await findBranch(repository, newName)) === null)
    await git(repository, ['update-ref', '--create-reflog', `refs/heads/${previous}`, commit, NONE]);
  else await git(repository, ['branch', '-q', '-m', '--', newName, previous]);
  if (lastBranch(repository) === newName) rememberBranch(repository, previous);
}

const NONE = '0'.repeat(40);

registerRedo('rename-branch', (repository, input) => undo(repository, renamingSchema.parse(input)));
