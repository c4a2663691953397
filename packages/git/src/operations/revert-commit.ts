/** `revert` (Contract 7): adds a commit on top of HEAD that undoes one commit of the history. */
import { changing } from '../change/changing.ts';
import { EMPTY_TREE } from '../diff/diff-trees.ts';
import { GitFault } from '../git-fault.ts';
import { readCommits } from '../history/read-commits.ts';
import { requirePerson, signedByAnybody } from '../identify.ts';
import { advanceTo, makeCommit } from '../merge/commit-merged.ts';
import { mergeCommits } from '../merge/merge-commits.ts';
import { findOid } from '../process/cat-file.ts';
import { resolveCommit } from '../refs/resolve-commit.ts';
import { git, gitLine, type Repository } from '../repository.ts';
import { readClear } from './switch-head.ts';

export interface RevertAnswer {
  /** The new commit. */
  commit: string;
  /** The commit that it undoes. */
  reverted: string;
  /** Paths that changed in the working tree. */
  files: string[];
  message: string;
}

/** A merge is compared with its first parent. @throws GitFault `git_revert_conflict`, `git_nothing_to_commit` */
export async function revertCommit(
  repository: Repository,
  input: { commitRef: string },
): Promise<RevertAnswer> {
  requirePerson(repository);
  const reverted = await resolveCommit(repository, input.commitRef);
  return changing(repository, async (change, repository) => {
    const state = await readClear(repository);
    const head = state.commit;
    if (state.branch === null || head === null) throw new GitFault('git_detached_head');
    await requireAncestor(repository, reverted, head);
    const without = await commitWithout(repository, reverted);
    const { tree, conflicted } = await mergeCommits(repository, [head, without.commit], NO_CHOICES);
    if (conflicted.length > 0) throw new GitFault('git_revert_conflict', {}, { conflicted });
    const message = `Revert "${without.subject}"\n\nThis reverts commit ${reverted}.`;
    if (tree === (await findOid(repository, `${head}^{tree}`))) throw new GitFault('git_nothing_to_commit');
    const commit = await makeCommit(repository, { tree, parents: [head], message });
    const files = await advanceTo(repository, change, state, commit, 'revert');
    return { commit, reverted, files, message };
  });
}

const NO_CHOICES = { files: {}, nodes: {} };

async function requireAncestor(repository: Repository, commit: string, head: string): Promise<void> {
  const { status } = await git(repository, ['merge-base', '--is-ancestor', commit, head], { answers: [1] });
  if (status !== 0)
    throw new GitFault('git_invalid_argument', { reason: 'commitRef is no commit of the current branch' });
}

/** A child of the commit to undo, with the files from before it. Merging this child undoes the commit. */
async function commitWithout(repository: Repository, reverted: string) {
  const [{ message, parents } = { message: '', parents: [] }] = await readCommits(repository, [reverted]);
  const tree = parents[0] === undefined ? EMPTY_TREE : `${parents[0]}^{tree}`;
  const args = ['commit-tree', '-p', reverted, '-m', 'without', tree];
  const commit = await gitLine(repository, args, { variables: signedByAnybody(repository) });
  return { commit, subject: message.split('\n')[0] ?? '' };
}
