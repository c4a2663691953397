/**
 * `pull` (Spec 4.4, Contract 7): fetch, then fast-forward or merge. The merge is computed in memory and applied only
 * when it is clean: a running editor never reads a flow file with conflict markers, and a conflict leaves the tree as
 * it was. `resolutions` decides about files in conflict, so that a person has a way on.
 */
import { GitFault } from '../git-fault.ts';
import { treeOf } from '../history/commit-table.ts';
import { mergeBases } from '../history/merge-bases.ts';
import { requirePerson } from '../identify.ts';
import { changeIndex, type IndexChange } from '../index/change-index.ts';
import { conflictedPaths } from '../index/git-index.ts';
import { isMerging } from '../merge/merge-state.ts';
import { mergeTrees, type Resolution } from '../merge/merge-trees.ts';
import { formatCommit, signNow } from '../objects/commit.ts';
import { type FlatTree, flattenTree } from '../objects/flat-tree.ts';
import { EMPTY_TREE } from '../objects/git-object.ts';
import { writeObject, writeObjects } from '../objects/write-objects.ts';
import { writeTree } from '../objects/write-tree.ts';
import { readHead } from '../refs/head.ts';
import { readRef } from '../refs/read-refs.ts';
import { upstreamOf } from '../refs/tracking.ts';
import { moveHead } from '../refs/update-ref.ts';
import type { Repository } from '../repository.ts';
import { headTree } from '../worktree/compare-head.ts';
import { applySwitch, findOverwritten, planSwitch } from '../worktree/switch-tree.ts';
import { type FetchAnswer, fetchRemote } from './fetch-remote.ts';

export interface PullInput {
  remote?: string;
  /** Branch at the remote. Default: the one that the current branch follows, else the one of the same name. */
  branch?: string;
  /** For files in conflict: whose version stays. */
  resolutions: Record<string, Resolution>;
}

export interface PullAnswer {
  result: 'up-to-date' | 'fast-forward' | 'merge';
  from: string | null;
  to: string;
  /** Paths that changed in the working tree. */
  files: string[];
  fetched: FetchAnswer;
}

/** @throws GitFault `git_pull_merge_conflict` with `conflicted`; `git_pull_overwrite` with `files`; those of fetch */
export async function pullRemote(repository: Repository, input: PullInput): Promise<PullAnswer> {
  const { branch } = readHead(repository);
  if (branch === null) throw new GitFault('git_detached_head');
  const fetched = await fetchRemote(repository, {
    ...(input.remote === undefined ? {} : { remote: input.remote }),
    prune: false,
  });
  const followed = upstreamOf(repository, branch);
  const name = input.branch ?? (followed?.remote === fetched.remote ? followed.branch : branch);
  const theirs = readRef(repository, `refs/remotes/${fetched.remote}/${name}`);
  if (theirs === undefined) throw new GitFault('git_remote_gone', { branch: name });
  const label = `branch '${name}' of ${fetched.remote}`;
  const merged = await changeIndex(repository, (change) =>
    integrate(repository, change, theirs, label, input.resolutions),
  );
  return { ...merged, fetched };
}

type Integrated = Omit<PullAnswer, 'fetched'>;

async function integrate(
  repository: Repository,
  change: IndexChange,
  theirs: string,
  label: string,
  resolutions: PullInput['resolutions'],
): Promise<Integrated> {
  const inConflict = conflictedPaths(change.index);
  if (inConflict.length > 0 || isMerging(repository))
    throw new GitFault('git_unmerged_files', {}, { conflicted: inConflict });
  const from = readHead(repository).commit;
  const bases = from === null ? [] : await mergeBases(repository, from, theirs);
  if (bases[0] === theirs && from !== null) return { result: 'up-to-date', from, to: from, files: [] };
  if (from !== null && bases.length === 0) throw new GitFault('git_pull_unrelated_history');
  if (from === null || bases[0] === from) {
    const files = await advance(
      repository,
      change,
      flattenTree(repository, treeOf(repository, theirs)),
      from,
      theirs,
      'pull: Fast-forward',
    );
    return { result: 'fast-forward', from, to: theirs, files };
  }
  return merge(repository, change, { from, theirs, bases, label, resolutions });
}

interface MergeInput {
  from: string;
  theirs: string;
  bases: readonly string[];
  label: string;
  resolutions: PullInput['resolutions'];
}

async function merge(repository: Repository, change: IndexChange, input: MergeInput): Promise<Integrated> {
  const person = requirePerson(repository);
  const flat = (commit: string): FlatTree => flattenTree(repository, treeOf(repository, commit));
  const read = (oid: string): Buffer => repository.objects.readAs(oid, 'blob');
  const merged = mergeTrees(
    input.bases.map(flat),
    flat(input.from),
    flat(input.theirs),
    read,
    input.resolutions,
  );
  if (merged.conflicted.length > 0)
    throw new GitFault('git_pull_merge_conflict', {}, { conflicted: merged.conflicted });
  await writeObjects(
    repository.objects,
    [...merged.contents.values()].map((body) => ({ type: 'blob' as const, body })),
  );
  const tree = await writeTree(repository.objects, merged.files);
  const who = signNow(person);
  const body = formatCommit({
    tree,
    parents: [input.from, input.theirs],
    author: who,
    committer: who,
    message: `Merge ${input.label}`,
  });
  const commit = await writeObject(repository.objects, 'commit', body);
  const files = await advance(
    repository,
    change,
    merged.files,
    input.from,
    commit,
    `pull: Merge ${input.label}`,
  );
  return { result: 'merge', from: input.from, to: commit, files };
}

/** Working tree and index first, the branch last: a process killed in between leaves staged changes, and loses nothing. */
async function advance(
  repository: Repository,
  change: IndexChange,
  to: FlatTree,
  from: string | null,
  commit: string,
  reason: string,
): Promise<string[]> {
  const before = from === null ? flattenTree(repository, EMPTY_TREE) : headTree(repository);
  const changes = planSwitch(before, to);
  const overwritten = findOverwritten(repository, change, before, changes);
  if (overwritten.length > 0) throw new GitFault('git_pull_overwrite', {}, { files: overwritten });
  await applySwitch(repository, change, changes);
  await moveHead(repository, from, commit, reason);
  return [...changes.keys()];
}
