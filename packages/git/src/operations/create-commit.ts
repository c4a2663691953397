/**
 * `commit` (Spec 3.2, 4.4; Contract 7). On a detached HEAD it creates the branch `from-<hash>`, so that the work is on a
 * branch. On a person's own machine hooks run and commits are signed as git is configured.
 */
import { attachNewBranch } from '../change/attach-branch.ts';
import { type Change, changing } from '../change/changing.ts';
import { rawHead } from '../change/journal.ts';
import { EMPTY_TREE } from '../diff/diff-trees.ts';
import { GitFault } from '../git-fault.ts';
import { requirePerson, signedBy } from '../identify.ts';
import { allEnded } from '../process/all-ended.ts';
import { findOid } from '../process/cat-file.ts';
import { decodeText, splitRecords } from '../process/records.ts';
import { GitProcessError } from '../process/run-git.ts';
import { readHead } from '../refs/read-refs.ts';
import { git, type Repository } from '../repository.ts';
import { conflictsIn, readChanges } from '../status/read-changes.ts';

export interface CommitAnswer {
  /** Full hash. */
  commit: string;
  branch: string;
  /** The branch created on a detached HEAD, or null. */
  createdBranch: string | null;
  summary: { changes: number; insertions: number; deletions: number };
  message: string;
}

/** @throws GitFault `git_missing_user`, `git_nothing_to_commit`, `git_unmerged_files`, `git_locked`, `git_hook_declined` */
export async function createCommit(
  repository: Repository,
  input: { message: string },
): Promise<CommitAnswer> {
  const person = signedBy(requirePerson(repository));
  return changing(repository, async (change, repository) => {
    const from = await findOid(repository, 'HEAD^{commit}');
    change.begin({ kind: 'commit', from });
    const summary = await commitAndSum(repository, change, from, () =>
      commit(repository, change, input.message, person),
    );
    const made = (await findOid(repository, 'HEAD^{commit}')) ?? '';
    const named = /^ref: refs\/heads\/(.+)\n$/.exec(rawHead(repository))?.[1];
    const branch = named ?? (await readHead(repository)).branch;
    const createdBranch = branch === null ? await attachNewBranch(repository, from, made) : null;
    change.keepIndex();
    return {
      commit: made,
      branch: branch ?? createdBranch ?? '',
      createdBranch,
      summary,
      message: input.message,
    };
  });
}

type Summary = CommitAnswer['summary'];

/** Side by side, what takes longer first, unless a hook may change what is committed. */
async function commitAndSum(
  repository: Repository,
  { scratch }: Change,
  from: string | null,
  commit: () => Promise<void>,
): Promise<Summary> {
  if (repository.profile === 'hardened') {
    const sides = ['--cached', from ?? EMPTY_TREE];
    return (await allEnded([commit(), sumChanges(repository, sides, scratch)]))[1];
  }
  await commit();
  return sumChanges(repository, [from ?? EMPTY_TREE, 'HEAD']);
}

async function commit(
  repository: Repository,
  change: Change,
  message: string,
  variables: Record<string, string>,
): Promise<void> {
  try {
    const args = ['commit', '-q', '--cleanup=verbatim', '--no-status', '-F', '-'];
    await change.git(args, { input: `${message}\n`, variables });
  } catch (error) {
    if (!(error instanceof GitProcessError)) throw error;
    throw (await whyNot(repository, change, error)) ?? error;
  }
}

/** git has one exit code for problems with the index, and one for everything else, including failed hooks. */
async function whyNot(
  repository: Repository,
  { scratch }: Change,
  { answer }: GitProcessError,
): Promise<GitFault | undefined> {
  const state = await readChanges(repository, { index: scratch, untracked: 'no', isShown: true });
  const conflicted = conflictsIn(state);
  if (conflicted.length > 0) return new GitFault('git_unmerged_files', {}, { conflicted });
  if (answer.status !== 1) return undefined;
  if (!state.files.some((file) => file.index !== '.')) return new GitFault('git_nothing_to_commit');
  const tree = await git(repository, ['write-tree'], { index: scratch, answers: [128] });
  const isSound = tree.status === 0 && repository.profile === 'own machine';
  return isSound ? new GitFault('git_hook_declined') : undefined;
}

async function sumChanges(
  repository: Repository,
  sides: readonly string[],
  index?: string,
): Promise<Summary> {
  const form = ['--numstat', '-z', '--find-renames', '--no-ext-diff', '--no-textconv'];
  const { stdout } = await git(repository, ['diff', ...form, ...sides, '--'], { index });
  return sumUp(splitRecords(stdout).map(decodeText));
}

function sumUp(rows: readonly string[]): Summary {
  const summary = { changes: 0, insertions: 0, deletions: 0 };
  for (const row of rows) {
    const [, plus, minus] = /^(\d+|-)\t(\d+|-)\t/.exec(row) ?? [];
    if (plus === undefined) continue;
    summary.changes += 1;
    summary.insertions += Number(plus) || 0;
    summary.deletions += Number(minus) || 0;
  }
  return summary;
}
