/**
 * A merge that waits for a person's choices. It is only recorded: branch, index and files do not change, so that a running
 * editor never reads a flow file with conflict markers.
 */
import { join } from 'node:path';
import * as z from 'zod/mini';
import { ownFolder } from '../change/journal.ts';
import type { Repository } from '../repository.ts';
import { readOptionalText } from '../storage/read-optional.ts';
import { unlinkQuietly, writeWhole } from '../storage/write-whole.ts';

const pendingSchema = z.object({
  /** Commits. The merge is over once HEAD is no longer on `ours`. */
  ours: z.string(),
  theirs: z.string(),
  /** For the commit message: `branch 'main' of origin`. */
  label: z.string(),
});
export type PendingMerge = z.infer<typeof pendingSchema>;

const pathOf = (repository: Repository): string => join(ownFolder(repository), 'merge');

/** Undefined if there is none, or it cannot be read. */
export function pendingMerge(repository: Repository): PendingMerge | undefined {
  const text = readOptionalText(pathOf(repository));
  if (text === undefined) return undefined;
  try {
    return pendingSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export const rememberMerge = (repository: Repository, merge: PendingMerge): void =>
  writeWhole(pathOf(repository), JSON.stringify(merge));

export const forgetMerge = (repository: Repository): void => unlinkQuietly(pathOf(repository));
