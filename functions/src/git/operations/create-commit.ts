/**
 * `commit` (Spec 3.2, 4.4; Contract 7). In a detached HEAD it makes the branch `from-<hash>`, so that the work is on
 * a branch. Hooks are not run and commits are not signed: use native git where a project needs either.
 */

import { compareFile } from '../diff/compare-file.ts';
import { compareTrees } from '../diff/compare-trees.ts';
import { GitFault } from '../git-fault.ts';
import { treeOf } from '../history/commit-table.ts';
import { requirePerson } from '../identify.ts';
import { changeIndex } from '../index/change-index.ts';
import { conflictedPaths, type GitIndex } from '../index/git-index.ts';
import { clearMergeState, mergeHeads } from '../merge/merge-state.ts';
import { formatCommit, signNow } from '../objects/commit.ts';
import { type FlatEntry, flattenTree } from '../objects/flat-tree.ts';
import { EMPTY_TREE, hashObject } from '../objects/git-object.ts';
import { writeObjects } from '../objects/write-objects.ts';
import { makeTree } from '../objects/write-tree.ts';
import { freeBranchName } from '../refs/free-branch-name.ts';
import { readHead } from '../refs/head.ts';
import { moveHead, setHead, updateRef } from '../refs/update-ref.ts';
import type { Repository } from '../repository.ts';

export interface CommitAnswer {
  /** Full hash. */
  commit: string;
  branch: string;
  /** The branch that was made for a detached HEAD, or null. */
  createdBranch: string | null;
  summary: { changes: number; insertions: number; deletions: number };
  message: string;
}

/** @throws GitFault `git_missing_user`, `git_nothing_to_commit`, `git_unmerged_files`, `git_locked` */
export async function createCommit(
  repository: Repository,
  input: { message: string },
): Promise<CommitAnswer> {
  const person = requirePerson(repository);
  return changeIndex(repository, async ({ index }) => {
    if (conflictedPaths(index).length > 0)
      throw new GitFault('git_unmerged_files', {}, { conflicted: conflictedPaths(index) });
    const head = readHead(repository);
    const merged = mergeHeads(repository);
    const before = head.commit === null ? EMPTY_TREE : treeOf(repository, head.commit);
    const { oid: tree, objects } = makeTree(stagedFiles(index));
    if (tree === before && merged.length === 0) throw new GitFault('git_nothing_to_commit');
    const who = signNow(person);
    const parents = head.commit === null ? [] : [head.commit, ...merged];
    const body = formatCommit({ tree, parents, author: who, committer: who, message: input.message });
    await writeObjects(repository.objects, [...objects, { type: 'commit', body }]);
    const commit = hashObject('commit', body);
    repository.caches.trees.set(tree, new Map(stagedFiles(index)));
    const placed = await place(repository, head, commit, reasonOf(input.message, parents.length));
    await clearMergeState(repository);
    return { commit, ...placed, summary: summarize(repository, before, tree), message: input.message };
  });
}

const stagedFiles = (index: GitIndex): [string, FlatEntry][] =>
  index.entries.filter((entry) => !entry.intentToAdd).map(({ path, mode, oid }) => [path, { mode, oid }]);

function reasonOf(message: string, parents: number): string {
  const kind = parents === 0 ? 'commit (initial)' : parents > 1 ? 'commit (merge)' : 'commit';
  return `${kind}: ${message.split('\n')[0] ?? ''}`;
}

/** The branch is made before HEAD moves to it: a commit is never without a ref. */
async function place(
  repository: Repository,
  head: { branch: string | null; commit: string | null },
  commit: string,
  reason: string,
) {
  if (head.branch !== null) {
    await moveHead(repository, head.commit, commit, reason);
    return { branch: head.branch, createdBranch: null };
  }
  const branch = freeBranchName(repository, `from-${(head.commit ?? commit).slice(0, 7)}`);
  await updateRef(repository, { name: `refs/heads/${branch}`, from: null, to: commit, reason });
  await setHead(repository, { branch }, commit, reason);
  return { branch, createdBranch: branch };
}

function summarize(repository: Repository, before: string, after: string): CommitAnswer['summary'] {
  const read = (oid: string): Buffer => repository.objects.readAs(oid, 'blob');
  const changes = compareTrees(flattenTree(repository, before), flattenTree(repository, after), read);
  const files = changes.map((change) => compareFile(change, read));
  const sum = (key: 'insertions' | 'deletions'): number =>
    files.reduce((total, file) => total + file[key], 0);
  return { changes: changes.length, insertions: sum('insertions'), deletions: sum('deletions') };
}
