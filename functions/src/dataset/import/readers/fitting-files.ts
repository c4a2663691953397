import { inOrder } from '../../../common/in-order.ts';
import { LABELS_AHEAD, unlessFault } from '../archive.ts';
import type { Entry } from '../directory.ts';

/** The files that fit a format, in their order. One that cannot be read does not fit. */
export async function fittingFiles(
  files: readonly Entry[],
  fits: (file: Entry) => Promise<boolean>,
): Promise<Entry[]> {
  const judge = async (file: Entry) => ({ file, isFitting: await unlessFault(fits(file), () => false) });
  const found: Entry[] = [];
  for await (const { file, isFitting } of inOrder(files, judge, LABELS_AHEAD))
    if (isFitting) found.push(file);
  return found;
}
