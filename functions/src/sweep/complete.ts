/** Completes image records that lack something, page by page. An interrupted run is repeated: complete records are skipped. */

import { chunks } from '../common/chunks.ts';

/** Records completed at once; the thumbnails of that many take up to 2 MB. */
const TOGETHER = 50;

export interface Completed {
  missing: number;
  made: number;
}

/**
 * @param missing pages of ids
 * @param complete returns how many of these records it completed
 */
export async function completeRecords(
  missing: AsyncIterable<readonly string[]>,
  complete: (ids: readonly string[]) => Promise<number>,
  { isDry, say }: { isDry: boolean; say: (line: string) => void },
): Promise<Completed> {
  const result = { missing: 0, made: 0 };
  for await (const page of missing) {
    result.missing += page.length;
    if (isDry) continue;
    for (const ids of chunks(page, TOGETHER)) result.made += await complete(ids);
    say(`${result.made} records completed ...`);
  }
  return result;
}

export const countTrue = async (all: readonly Promise<boolean>[]): Promise<number> =>
  (await Promise.all(all)).filter(Boolean).length;
