/**
 * The change in progress, written to disk before it starts. After a kill, the next call reads here what to finish or undo.
 * There is one journal, because only one change at a time holds the lock of the index.
 */
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Repository } from '../repository.ts';
import { readOptionalText } from '../storage/read-optional.ts';
import { unlinkQuietly, writeWhole } from '../storage/write-whole.ts';

const stepSchema = z.discriminatedUnion('kind', [
  /** Only the index changes, atomically. */
  z.object({ kind: z.literal('index') }),
  /** Files, index and HEAD move from one commit (or the empty tree) to another. */
  z.object({
    kind: z.literal('move'),
    from: z.string(),
    to: z.string(),
    /** Recovery ref of the untracked files in the way, and their paths. */
    kept: z.nullable(z.string()),
    inTheWay: z.array(z.string()),
    /** Paths that are already staged as in the target; they are not touched. */
    spared: z.array(z.string()),
  }),
  /** A commit on top of `from`. */
  z.object({ kind: z.literal('commit'), from: z.nullable(z.string()) }),
  /** The operation itself repeats its change from the start (what that discards is kept first), or undoes it. */
  z.object({ kind: z.literal('again'), operation: z.string(), input: z.unknown() }),
]);
export type Step = z.infer<typeof stepSchema>;

const journalSchema = z.object({
  /** Nonce of the lock under which it was written. */
  nonce: z.string(),
  since: z.number(),
  /** The scratch index, which atomically replaces the index. */
  scratch: z.string(),
  /** Bytes of HEAD before the change, for comparison only. */
  head: z.string(),
  step: stepSchema,
});
export type Journal = z.infer<typeof journalSchema>;

export const ownFolder = (repository: Repository): string => join(repository.gitdir, 'sightline');
const journalPath = (repository: Repository): string => join(ownFolder(repository), 'journal');

/** Undefined if there is none. An unreadable journal was not written completely, so the change had not started. */
export function readJournal(repository: Repository): Journal | undefined {
  const text = readOptionalText(journalPath(repository));
  if (text === undefined) return undefined;
  try {
    return journalSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export const writeJournal = (repository: Repository, journal: Journal): void =>
  writeWhole(journalPath(repository), JSON.stringify(journal));

export const clearJournal = (repository: Repository): void => unlinkQuietly(journalPath(repository));

export const rawHead = (repository: Repository): string =>
  readOptionalText(join(repository.gitdir, 'HEAD')) ?? '';
