/** Finishes or undoes the change in a journal. */
import { rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { diffTrees } from '../diff/diff-trees.ts';
import type { PathChange } from '../diff/parse-raw.ts';
import { GitFault, isGitFault } from '../git-fault.ts';
import { findOid } from '../process/cat-file.ts';
import { joinRecords } from '../process/records.ts';
import { GitProcessError } from '../process/run-git.ts';
import { readHead } from '../refs/read-refs.ts';
import { git, type Repository, unaborted } from '../repository.ts';
import type { LockHolder } from '../storage/lock-holder.ts';
import { lstatOptional } from '../storage/lstat-optional.ts';
import { storageFault } from '../storage/storage-fault.ts';
import { attachNewBranch } from './attach-branch.ts';
import { findBlockingFiles } from './blocking-files.ts';
import { clearJournal, type Journal, rawHead, readJournal, type Step } from './journal.ts';
import { keepTree, snapshotWork } from './keep.ts';
import { clearMergeState, mergeHead } from './merge-state.ts';
import { dropScratches, makeScratch, putInPlace } from './scratch.ts';
import { cleanUpAfter } from './stop-leftovers.ts';

const HEAD = 'HEAD^{commit}';

type Settling<K extends Step['kind']> = {
  repository: Repository;
  journal: Journal;
  step: Extract<Step, { kind: K }>;
};

/** How an operation repeats or undoes its own change, under the lock that is already held. */
export type Redo = (repository: Repository, input: unknown) => Promise<void>;
const redos = new Map<string, Redo>();
/** @param operation name in the journal */
export const registerRedo = (operation: string, redo: Redo): void => void redos.set(operation, redo);

/** Before the lock of a dead process is removed: ends what it left running, then finishes or undoes its change. */
export async function settleAfter(repository: Repository, dead: LockHolder, lockPath: string): Promise<void> {
  await cleanUpAfter(repository.gitdir, dead, lockPath);
  const locked = unaborted(repository, dead.nonce);
  const journal = readJournal(locked);
  if (journal?.nonce === dead.nonce && journal.step.kind === 'again') await redo(locked, journal.step);
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
 * Moves from the current files to the content of the index, with `git read-tree -m -u`. Content that is neither old nor new
 * is kept, because somebody may have written it meanwhile.
 */
async function takeBack({ repository, step }: Settling<'move'>): Promise<void> {
  const spared = new Set([...step.spared, ...step.inTheWay]);
  const changes = await diffTrees(repository, step.from, step.to);
  if (step.kept !== null) await keepNewer(repository, step.kept, step.inTheWay, changes);
  const moved = new Set(changes.map(({ path }) => path));
  const isBlocked = (path: string): boolean =>
    findBlockingFiles(repository.dir, [path], (each) => moved.has(each) || spared.has(each)).length > 0;
  // A file is not restored if another file has taken its place.
  const paths = [...moved].filter((path) => !spared.has(path) && !isBlocked(path));
  const original = await snapshotWork(repository, []);
  const now = await snapshotWork(repository, paths);
  const { index } = now;
  if (now.tree !== original.tree) {
    if (hasForeignContent(await diffTrees(repository, original.tree, now.tree), changes))
      await keepTree(repository, 'interrupted', now.tree, await findOid(repository, HEAD));
    await git(repository, ['read-tree', '-m', '-u', now.tree, original.tree], { index });
  }
  for (const { path, before } of changes) if (before === null) removeEmptyFolders(repository.dir, path);
  if (step.kept !== null) await restoreFrom(repository, step.kept, step.inTheWay);
  if (now.tree !== original.tree) putInPlace(repository, index);
}

/** If somebody changed, after the kill, an ignored file that the move had overwritten, its content is kept. */
async function keepNewer(
  repository: Repository,
  kept: string,
  paths: readonly string[],
  changes: readonly PathChange[],
): Promise<void> {
  const now = await snapshotWork(repository, paths);
  const found = (await diffTrees(repository, kept, now.tree)).filter(({ path }) => paths.includes(path));
  if (hasForeignContent(found, changes))
    await keepTree(repository, 'interrupted', now.tree, await findOid(repository, HEAD));
}

/** Whether one of the changed files has content that the move would not have written. */
function hasForeignContent(found: readonly PathChange[], changes: readonly PathChange[]): boolean {
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

/** Writes these files, which the index does not have, as they are in a recovery commit. */
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

/** @throws if it may work another time, or in another version: the journal and the lock then stay */
async function redo(
  repository: Repository,
  { operation, input }: Extract<Step, { kind: 'again' }>,
): Promise<void> {
  const run = redos.get(operation);
  if (run === undefined)
    throw new GitFault('git_unsupported_repository', { feature: `an interrupted "${operation}"` });
  try {
    await run(repository, input);
  } catch (error) {
    // What it would discard is kept, and a person decides about the files.
    if (!isRefusedByFiles(error)) throw error;
  }
}

/**
 * Whether files are in the way now, or have no name in UTF-8: trying again would not help. After any other failure, a bug
 * too, the lock stays, so that nobody builds on half a change; `unlock` removes it when it is old.
 */
const isRefusedByFiles = (error: unknown): boolean =>
  error instanceof GitProcessError
    ? storageFault(error) === undefined
    : isGitFault(error) && error.code === 'git_unsupported_name';
