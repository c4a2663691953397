/** The images before and after an image in a filtered list, newest first. */
import type { ImageFilter, ListedImage } from '../../../../client/src/curate/records.ts';
import { getFirestore } from '../firebase.ts';
import { service } from '../service.ts';
import { queriesOf } from './list-source.ts';

export interface Neighbours {
  /** Ids; null if there is none. The next image is older. */
  previous: string | null;
  next: string | null;
}

/** Images that are read around one. Assumes that no more have the same millisecond. */
const AROUND = 6;

export async function neighboursOf(
  dataset: string,
  image: Pick<ListedImage, 'id' | 'date'>,
  filter: ImageFilter,
): Promise<Neighbours> {
  const [older, newer] = await Promise.all([
    olderThan(dataset, image, filter),
    newerThan(dataset, image, filter),
  ]);
  return { previous: newer, next: older };
}

type Anchor = Pick<ListedImage, 'id' | 'date'>;

async function olderThan(dataset: string, { id, date }: Anchor, filter: ImageFilter): Promise<string | null> {
  const to = Math.min(date, filter.to ?? date);
  const { images } = await service()
    .datasets(dataset)
    .images.list({ ...filter, to, limit: AROUND });
  const at = images.findIndex((each) => each.id === id);
  // The image may no longer match the filter: then the first older one is next.
  const next = at >= 0 ? images[at + 1] : images.find((each) => each.date < date);
  return next?.id ?? null;
}

/** Lists can only be read towards older images: a query finds the nearest newer date, and a list from there the image. */
async function newerThan(dataset: string, { id, date }: Anchor, filter: ImageFilter): Promise<string | null> {
  const nearest = await nearestDate(dataset, date, filter);
  const to = nearest ?? date;
  const { images } = await service()
    .datasets(dataset)
    .images.list({ ...filter, from: date, to, limit: 2 * AROUND });
  const at = images.findIndex((each) => each.id === id);
  const before = at >= 0 ? images.slice(0, at) : images.filter((each) => each.date > date);
  return before.at(-1)?.id ?? null;
}

/** Unix milliseconds of the nearest newer image that the filter shows; null if there is none. */
async function nearestDate(dataset: string, date: number, filter: ImageFilter): Promise<number | null> {
  const [sdk, firestore] = await Promise.all([import('firebase/firestore'), getFirestore()]);
  const newer = { ...filter, from: Math.max(date + 1, filter.from ?? 0) };
  const first = [sdk.orderBy('date', 'asc'), sdk.limit(1)];
  const found = await Promise.all(
    queriesOf({ sdk, firestore }, dataset, newer, ...first).map((query) => sdk.getDocs(query)),
  );
  const dates = found.flatMap(({ docs }) => docs.map((document) => Number(document.get('date'))));
  return dates.length > 0 ? Math.min(...dates) : null;
}
