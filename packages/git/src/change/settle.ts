/** Finishes or undoes the change in a journal. */
import { rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { diffTrees } from '../diff/diff-trees.ts';
import type { PathChange } from '../diff/parse-raw.ts';
import { isGitFault } from '../git-fault.ts';
import { findOid } from '../process/cat-file.ts';
import { joinRecords } from '../process/records.ts';
import { GitProcessError } from '../process/run-git.ts';
import { readHead } from '../refs/read-refs.ts';
import { git, type Repository, unaborted } from '../repository.ts';
import type { LockHolder } from '../storage/lock-holder.ts';
import { lstatOptional } from '../storage/lstat-optional.ts';
import { storageFault } from '../storage/storage-fault.ts';
import { attachNewBranch } from './attach-branch.ts';
import { findInTheWay } from './in-the-way.ts';
import { clearJournal, type Journal, rawHead, readJournal, type Step } from './journal.ts';
import { keepTree, snapshotWork } from './keep.ts';
import { clearMergeState, mergeHead } from './merge-state.ts';
import { dropScratches, makeScratch, putInPlace } from './scratch.ts';
import { clearAfter } from './survivors.ts';

const HEAD = 'HEAD^{commit}';

type Settling<K extends Step['kind']> = {
  repository: Repository;
  journal: Journal;
  step: Extract<Step, { kind: K }>;
};

/** How operations repeat or undo their own change, by name. Each works under the lock that is already held. */
export type Again = (repository: Repository, input: unknown) => Promise<void>;
const again = new Map<string, Again>();
export const mayBeDoneAgain = (operation: string, run: Again): void => void again.set(operation, run);

/** Before the lock of a dead process is removed: ends what it left running, then finishes or undoes its change. */
export async function settleAfter(repository: Repository, dead: LockHolder): Promise<void> {
  await clearAfter(repository.gitdir, dead);
  const locked = unaborted(repository, dead.nonce);
  const journal = readJournal(locked);
  if (journal?.nonce === dead.nonce && journal.step.kind === 'again') await doAgain(locked, journal.step);
  await settleJournal(locked);
  dropScratches(locked, dead.nonce);
}

/**
 * Called under the lock with which the journal was written, which alone tells that nobody has committed or staged since.
 * The journal of another lock is left alone.
 */
export async function settleJournal(repository: Repository): Promise<void> {
  const journal = readJournal(repository);
  if (journal === undefined || journal.nonce !== repository.nonce) return;
  const { step } = journal;
  if (step.kind === 'move') await settleMove({ repository, journal, step });
  else if (step.kind === 'commit') await settleCommit({ repository, journal, step });
  clearJournal(repository);
}

/** git moves files first, then the scratch index, and HEAD last. */
async function settleMove(settling: Settling<'move'>): Promise<void> {
  const { repository, journal, step } = settling;
  const isMoved = rawHead(repository) !== journal.head || (await findOid(repository, HEAD)) === step.to;
  if (!isMoved) return takeBack(settling);
  putInPlace(repository, journal.scratch);
}

/**
 * Moves from the current files to the content of the index, with git's own switch. Content that is neither old nor new is
 * kept, because somebody may have written it meanwhile.
 */
async function takeBack({ repository, step }: Settling<'move'>): Promise<void> {
  const spared = new Set([...step.spared, ...step.inTheWay]);
  const changes = await diffTrees(repository, step.from, step.to);
  if (step.kept !== null) await keepNewer(repository, step.kept, step.inTheWay, changes);
  const moved = new Set(changes.map(({ path }) => path));
  const isBlocked = (path: string): boolean =>
    findInTheWay(repository.dir, [path], (each) => moved.has(each) || spared.has(each)).length > 0;
  // A file is not restored where somebody else's stands in its way.
  const paths = [...moved].filter((path) => !spared.has(path) && !isBlocked(path));
  const original = await snapshotWork(repository, []);
  const now = await snapshotWork(repository, paths);
  const { index } = now;
  if (now.tree !== original.tree) {
    if (isStrange(await diffTrees(repository, original.tree, now.tree), changes))
      await keepTree(repository, 'interrupted', now.tree, await findOid(repository, HEAD));
    await git(repository, ['read-tree', '-m', '-u', now.tree, original.tree], { index });
  }
  for (const { path, before } of changes) if (before === null) removeEmptyFolders(repository.dir, path);
  if (step.kept !== null) await restoreFrom(repository, step.kept, step.inTheWay);
  if (now.tree !== original.tree) putInPlace(repository, index);
}

/** Keeps what somebody wrote, after the kill, to the ignored files that the move had overwritten. */
async function keepNewer(
  repository: Repository,
  kept: string,
  paths: readonly string[],
  changes: readonly PathChange[],
): Promise<void> {
  const now = await snapshotWork(repository, paths);
  const found = (await diffTrees(repository, kept, now.tree)).filter(({ path }) => paths.includes(path));
  if (isStrange(found, changes))
    await keepTree(repository, 'interrupted', now.tree, await findOid(repository, HEAD));
}

/** Whether a file that was found changed has other content than the move would have written. */
function isStrange(found: readonly PathChange[], changes: readonly PathChange[]): boolean {
  const wanted = new Map(changes.map(({ path, after }) => [path, after]));
  return found.some(({ path, after }) => after !== null && after.oid !== wanted.get(path)?.oid);
}

/** Removes folders created for files that were not written, or were removed again. */
function removeEmptyFolders(dir: string, path: string): void {
  const parts = path.split('/').slice(0, -1);
  const places = parts.map((_, at) => join(dir, ...parts.slice(0, at + 1)));
  if (!places.every((place) => lstatOptional(place)?.isDirectory())) return;
  for (const place of places.toReversed())
    try {
      rmdirSync(place);
    } catch {
      return;
    }
}

/** Writes these files as in a recovery commit; the index does not have them. */
async function restoreFrom(repository: Repository, commit: string, paths: readonly string[]): Promise<void> {
  const index = makeScratch(repository, 'kept');
  await git(repository, ['read-tree', commit], { index });
  await git(repository, ['checkout-index', '-f', '-z', '--stdin'], { index, input: joinRecords(paths) });
}

async function settleCommit({ repository, journal, step }: Settling<'commit'>): Promise<void> {
  const head = await findOid(repository, HEAD);
  if (head === null || head === step.from) return;
  if ((await readHead(repository)).branch === null) await attachNewBranch(repository, step.from, head);
  putInPlace(repository, journal.scratch);
  const merged = await mergeHead(repository);
  if (merged !== null) await clearMerged(repository, merged, head);
}

/** git clears the merge state after it has moved the branch. */
async function clearMerged(repository: Repository, merged: string, head: string): Promise<void> {
  const args = ['merge-base', '--is-ancestor', merged, head];
  if ((await git(repository, args, { answers: [1] })).status === 0) clearMergeState(repository);
}

/** Whether the same may work another time. */
function isPassing(error: unknown): boolean {
  if (error instanceof GitProcessError) return storageFault(error) !== undefined;
  return !(isGitFault(error) && error.code === 'git_unsupported_name');
}

async function doAgain(
  repository: Repository,
  { operation, input }: Extract<Step, { kind: 'again' }>,
): Promise<void> {
  try {
    await again.get(operation)?.(repository, input);
  } catch (error) {
    // What it would discard is kept. A person decides about files that are in the way now, or that have no name in UTF-8.
    if (isPassing(error)) throw error;
  }
}
