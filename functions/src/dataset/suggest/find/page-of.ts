/** Pages of an order of images that has no home in the database. */
import { byteOrder } from '../../../../../packages/records/src/byte-order.ts';
import type { ImageRecord } from '../../../common/model.ts';
import type { ImageLists, PagePlace } from '../../../common/ports.ts';
import { placeText } from '../../curate/place.ts';
import { ownRecords } from '../../runs/own-records.ts';

/** An image at its place: by degree, then by id. */
export interface Ranked<Said> {
  image: string;
  degree: number;
  /** Images that are like it. Without any of them, it is not of interest. */
  copies?: readonly string[];
  /** What is answered about it. */
  said: Said;
}

export interface Order<Said> {
  /** In their order. */
  ranked: readonly Ranked<Said>[];
  /** Whether an image still belongs there, as it is now. */
  fits: (record: ImageRecord, ranked: Ranked<Said>) => boolean;
  /** Whether the images of a group, as they are now, belong together. */
  fitTogether?: (records: readonly ImageRecord[]) => boolean;
}

/** What tells whether an image has been labelled, by whom, and whether somebody has looked at that again. */
const FIELDS = ['tag', 'tags', 'suggested', 'checked', 'confirmed'] as const;
/** Images, or groups of them, that are looked up for one page. */
const MOST_READ = 1000;

export interface FoundPage<Said> {
  images: ({ image: string; copies?: string[] } & Said)[];
  next: string | null;
}

/** From a place on; fewer than `limit` where many images are gone. */
export async function pageOf<Said>(
  { dataset, from, limit }: { dataset: string; from: number; limit: number },
  { ranked, fits, fitTogether = () => true }: Order<Said>,
  imageLists: Pick<ImageLists, 'byIds'>,
): Promise<FoundPage<Said>> {
  const images: FoundPage<Said>['images'] = [];
  const most = Math.min(ranked.length, from + MOST_READ);
  let at = from;
  while (at < most && images.length < limit) {
    const some = ranked.slice(at, Math.min(most, at + limit));
    const ids = some.flatMap(({ image, copies = [] }) => [image, ...copies]);
    const records = await ownRecords(dataset, ids, FIELDS, imageLists);
    for (const each of some) {
      if (images.length === limit) break;
      at += 1;
      const isThere = (id: string) => {
        const record = records.get(id);
        return record !== undefined && fits(record, each);
      };
      const [image, ...copies] = [each.image, ...(each.copies ?? [])].filter(isThere);
      if (image === undefined || (each.copies && copies.length === 0)) continue;
      if (!fitTogether([image, ...copies].map((id) => records.get(id)!))) continue;
      images.push({ image, ...(each.copies && { copies }), ...each.said });
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
