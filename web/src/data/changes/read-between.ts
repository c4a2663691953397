import type { ImageFilter, ListedImage } from '../../../../client/src/curate/records.ts';
import { service } from '../service.ts';

/** Most images of a page (Contract 9: GET images). */
const PAGE = 200;

export type Edge = Pick<ListedImage, 'id' | 'date'>;

/** Some images that a filter shows, without thumbnails. Ends of null: from the newest one, to the oldest. */
export async function readBetween(
  dataset: string,
  filter: ImageFilter,
  [newest, oldest]: readonly [newest: Edge | null, oldest: Edge | null],
): Promise<ListedImage[]> {
  const within = { ...filter, ...(newest && { to: newest.date }), ...(oldest && { from: oldest.date }) };
  const found: ListedImage[] = [];
  let isInside = newest === null;
  for (let after: string | null | undefined; after !== null; ) {
    const place = { limit: PAGE, ...(after !== undefined && { after }) };
    const page = await service()
      .datasets(dataset)
      .images.list({ ...within, ...place });
    for (const image of page.images) {
      // Others may have the date of an end.
      isInside ||= image.id === newest?.id;
      if (isInside) found.push(image);
      if (image.id === oldest?.id) return found;
    }
    after = page.next;
  }
  return found;
}
