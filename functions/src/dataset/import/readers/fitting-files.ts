import { inOrder } from '../../../common/in-order.ts';
import { unlessFault } from '../archive.ts';
import type { Entry } from '../directory.ts';

/** Files that are read at once. */
const LEAD = { items: 16, weight: 1, weigh: () => 0 };

/** The files that fit a format, in their order. One that cannot be read does not fit. */
export async function fittingFiles(
  files: readonly Entry[],
  fits: (file: Entry) => Promise<boolean>,
): Promise<Entry[]> {
  const judge = async (file: Entry) => ({ file, isFitting: await unlessFault(fits(file), () => false) });
  const found: Entry[] = [];
  for await (const { file, isFitting } of inOrder(files, judge, LEAD)) if (isFitting) found.push(file);
  return found;
}
