/**
 * How every change works: under the lock of the index, which native git honours; on a scratch index, which atomically
 * replaces the index; with a journal written before the first file changes.
 */

import type { GitAnswer } from '../process/run-git.ts';
import { type CallOptions, git, type Repository, unaborted } from '../repository.ts';
import { type HeldLock, takeLock } from '../storage/lock-file.ts';
import { clearJournal, rawHead, readJournal, type Step, writeJournal } from './journal.ts';
import { dropScratches, indexPath, makeScratch, putInPlace } from './scratch.ts';
import { settleAfter, settleJournal } from './settle.ts';

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
  const { lockTimeoutMs, fence } = repository.options;
  const { holder, release, giveUp } = await takeLock(indexPath(repository), {
    timeoutMs: lockTimeoutMs,
    fence,
    onDead: (dead, lockPath) => settleAfter(repository, dead, lockPath),
  });
  const locked = unaborted(repository, holder.nonce);
  try {
    dropForeignJournal(locked);
    repository.options.signal?.throwIfAborted();
    return await changeUnder(locked, holder, work);
  } finally {
    // What could not be undone stays locked, so that nobody builds on it. The next call tries again.
    if (isUnsettled(locked)) giveUp();
    else {
      dropScratches(locked, holder.nonce);
      release();
    }
  }
}

function isUnsettled(repository: Repository): boolean {
  try {
    return readJournal(repository)?.nonce === repository.nonce;
  } catch {
    return true;
  }
}

/** Somebody removed the lock of a killed process and went on: what was half done is theirs now, what it discarded is kept. */
function dropForeignJournal(repository: Repository): void {
  const journal = readJournal(repository);
  if (journal !== undefined) dropScratches(repository, journal.nonce);
  clearJournal(repository);
}

async function changeUnder<T>(
  repository: Repository,
  holder: HeldLock['holder'],
  work: (change: Change, repository: Repository) => Promise<T>,
): Promise<T> {
  try {
    const result = await work(changeOn(repository, makeScratch(repository), holder), repository);
    clearJournal(repository);
    return result;
  } catch (error) {
    // The first failure is the reason. If this one fails too, the journal stays.
    await settleJournal(repository).catch(() => undefined);
    throw error;
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
