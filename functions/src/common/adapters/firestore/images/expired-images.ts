/** Images that have stayed unlabelled for long (Contract 20). */
import type { PagePlace } from '../../../ports.ts';
import { readQuery } from '../documents.ts';
import { count, millis } from '../fields.ts';
import { placeOf, queryOf, stored } from './image-pages.ts';

export interface Expired {
  id: string;
  revision: number;
  place: PagePlace;
}

/** Records of a query. */
const PAGE = 500;

/**
 * Pages of a dataset's images, newest first, that nobody has labelled, that are not in REVIEW, and that were made and changed last
 * before this time: a frame may be sent late, and what somebody has just taken out of the trash stays for a while.
 * @param before Unix milliseconds @param after where to go on
 */
export async function* expiredImages(
  dataset: string,
  { before, after }: { before: number; after: PagePlace | null },
): AsyncGenerator<Expired[]> {
  const ordered = queryOf(dataset, { labelled: false, to: before })
    .select(...JUDGED)
    .limit(PAGE);
  for (let from = after; ; ) {
    const { docs } = await readQuery(from ? ordered.startAfter(stored(from.date), from.id) : ordered);
    yield docs
      .filter((each) => each.get('set') !== 'REVIEW' && millis(each.get('updatedAt')) <= before)
      .map((each) => ({
        id: each.id,
        revision: count(each.get('revision')),
        place: placeOf(each, 'date'),
      }));
    const last = docs.at(-1);
    if (!last || docs.length < PAGE) return;
    from = placeOf(last, 'date');
  }
}

const JUDGED = ['date', 'set', 'updatedAt', 'revision'];
