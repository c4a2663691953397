import { inOrder } from '../../../concurrency/src/in-order.ts';
import { LABELS_AHEAD } from './budget.ts';
import type { Entry } from './entry.ts';
import { unlessFault } from './import-fault.ts';

/** Files of labels in one archive that are looked at, where a format has one for all images or each set. */
export const MOST_FILES = 100;

/**
 * The files that fit a format, in their order, and then those that cannot be read, so that their reader can say why. None
 * if no file fits.
 */
export async function fittingFiles(
  files: readonly Entry[],
  fits: (file: Entry) => Promise<boolean>,
): Promise<Entry[]> {
  const judge = async (file: Entry) => ({ file, isFitting: await unlessFault(fits(file), () => null) });
  const found: Entry[] = [];
  const unreadable: Entry[] = [];
  for await (const { file, isFitting } of inOrder(files, judge, LABELS_AHEAD))
    if (isFitting !== false) (isFitting ? found : unreadable).push(file);
  return found.length === 0 ? [] : [...found, ...unreadable];
}
