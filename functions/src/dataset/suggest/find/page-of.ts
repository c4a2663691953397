/** Pages of an order of images that has no home in the database. */
import { byteOrder } from '../../../common/byte-order.ts';
import type { ImageRecord } from '../../../common/model.ts';
import type { ImageLists, PagePlace } from '../../../common/ports.ts';
import { placeText } from '../../curate/place.ts';
import { ownRecords } from '../../runs/own-records.ts';

/** An image at its place: by degree, then by id. */
export interface Ranked<Said> {
  image: string;
  degree: number;
  /** What is answered about it. */
  said: Said;
}

export interface Order<Said> {
  /** In their order. */
  ranked: readonly Ranked<Said>[];
  /** Whether an image still belongs there, as it is now. */
  fits: (record: ImageRecord, ranked: Ranked<Said>) => boolean;
}

/** What tells whether an image has been labelled, and by whom. */
const FIELDS = ['tag', 'tags', 'suggested', 'checked'] as const;
/** Images that are looked up for one page. */
const MOST_READ = 1000;

export interface FoundPage<Said> {
  images: ({ image: string } & Said)[];
  next: string | null;
}

/** From a place on; fewer than `limit` where many images are gone. */
export async function pageOf<Said>(
  { dataset, from, limit }: { dataset: string; from: number; limit: number },
  { ranked, fits }: Order<Said>,
  imageLists: Pick<ImageLists, 'byIds'>,
): Promise<FoundPage<Said>> {
  const images: FoundPage<Said>['images'] = [];
  const most = Math.min(ranked.length, from + MOST_READ);
  let at = from;
  while (at < most && images.length < limit) {
    const some = ranked.slice(at, Math.min(most, at + limit));
    const ids = some.map(({ image }) => image);
    const records = await ownRecords(dataset, ids, FIELDS, imageLists);
    for (const each of some) {
      if (images.length === limit) break;
      const record = records.get(each.image);
      if (record && fits(record, each)) images.push({ image: each.image, ...each.said });
      at += 1;
    }
  }
  const last = ranked[at - 1];
  return {
    images,
    next: last && at < ranked.length ? placeText({ date: last.degree, id: last.image }) : null,
  };
}

/** Where a page begins, the highest degree first: after that place, though the image there may be gone or elsewhere by now. */
export function placeAfter(ranked: readonly Ranked<unknown>[], after: PagePlace | null): number {
  if (after === null) return 0;
  const degree = Number(after.date);
  const at = ranked.findIndex(
    (each) => each.degree < degree || (each.degree === degree && byteOrder(each.image, after.id) > 0),
  );
  return at < 0 ? ranked.length : at;
}
