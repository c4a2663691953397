/**
 * How every change works: under the lock of the index, which native git honours; on a scratch index, which atomically
 * replaces the index; with a journal written before the first file changes.
 */

import type { GitAnswer } from '../process/run-git.ts';
import { type CallOptions, git, type Repository, unaborted } from '../repository.ts';
import { type HeldLock, takeLock } from '../storage/lock-file.ts';
import { unlinkQuietly } from '../storage/write-whole.ts';
import { clearJournal, rawHead, readJournal, type Step, writeJournal } from './journal.ts';
import { indexPath, makeScratch, putInPlace } from './scratch.ts';
import { settleJournal } from './settle.ts';
import { clearAfter } from './survivors.ts';

/** A change in progress. Its scratch index starts as a copy of the index. */
export interface Change {
  /** Path of the scratch index. */
  readonly scratch: string;
  /** Runs git on the scratch index. */
  git(args: readonly string[], options?: CallOptions): Promise<GitAnswer>;
  /** Writes the journal. Called before anything that a kill could leave half done. */
  begin(step: Step): void;
  /** Replaces the index by the scratch index. */
  keepIndex(): void;
}

/**
 * @param work gets the repository under the lock. Its git is not aborted when the caller disconnects: a change that was
 *   started is completed.
 * @throws GitFault `git_locked`
 */
export async function changing<T>(
  repository: Repository,
  work: (change: Change, repository: Repository) => Promise<T>,
): Promise<T> {
  const { holder, release } = await takeIndexLock(repository);
  const locked = unaborted(repository, holder.nonce);
  try {
    await settleJournal(locked);
    repository.options.signal?.throwIfAborted();
    return await changeUnder(locked, holder, work);
  } finally {
    release();
  }
}

const takeIndexLock = (repository: Repository): Promise<HeldLock> =>
  takeLock(indexPath(repository), {
    timeoutMs: repository.options.lockTimeoutMs,
    onDead: (holder) => clearAfter(repository.gitdir, holder),
  });

async function changeUnder<T>(
  repository: Repository,
  holder: HeldLock['holder'],
  work: (change: Change, repository: Repository) => Promise<T>,
): Promise<T> {
  const scratch = makeScratch(repository);
  try {
    const result = await work(changeOn(repository, scratch, holder), repository);
    clearJournal(repository);
    return result;
  } catch (error) {
    if (readJournal(repository) !== undefined) await settleJournal(repository);
    throw error;
  } finally {
    unlinkQuietly(scratch);
    unlinkQuietly(`${scratch}.lock`);
  }
}

function changeOn(repository: Repository, scratch: string, { nonce, since }: HeldLock['holder']): Change {
  return {
    scratch,
    git: (args, options) => git(repository, args, { index: scratch, ...options }),
    begin: (step) => writeJournal(repository, { nonce, since, scratch, head: rawHead(repository), step }),
    keepIndex: () => putInPlace(repository, scratch),
  };
}
