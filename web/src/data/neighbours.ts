/** The images before and after one, as a filter shows them: newest first. */
import type { ImageFilter, ListedImage } from '../../../client/src/curate/records.ts';
import { getFirestore } from './firebase.ts';
import { service } from './service.ts';

export interface Neighbours {
  /** Ids; null where there is none. The next one is older. */
  previous: string | null;
  next: string | null;
}

/** Images that arrived in the same millisecond are as many at most. */
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
    .images.page({ ...filter, to }, { limit: AROUND });
  const at = images.findIndex((each) => each.id === id);
  // It may no longer be what the filter asks for: then the first older one follows.
  const next = at >= 0 ? images[at + 1] : images.find((each) => each.date < date);
  return next?.id ?? null;
}

/** Lists only run downwards: the nearest newer one is asked for by index, then found in a short list of its own. */
async function newerThan(dataset: string, { id, date }: Anchor, filter: ImageFilter): Promise<string | null> {
  const nearest = await nearestDate(dataset, date, filter);
  const to = nearest ?? date;
  const { images } = await service()
    .datasets(dataset)
    .images.page({ ...filter, from: date, to }, { limit: 2 * AROUND });
  const at = images.findIndex((each) => each.id === id);
  const before = at >= 0 ? images.slice(0, at) : images.filter((each) => each.date > date);
  return before.at(-1)?.id ?? null;
}

/** Unix milliseconds of the nearest newer image of the dataset; null where there is none. */
async function nearestDate(dataset: string, date: number, filter: ImageFilter): Promise<number | null> {
  const [sdk, firestore] = await Promise.all([import('firebase/firestore'), getFirestore()]);
  const { tag, set, session, labelled } = filter;
  const ask = (shard: string) =>
    sdk.query(
      sdk.collection(firestore, 'image'),
      sdk.where('shard', '==', shard),
      ...(tag === undefined
        ? []
        : [
            sdk.where('tagsContained', 'array-contains', sdk.doc(firestore, `dataset/${dataset}/tag/${tag}`)),
          ]),
      ...(set === undefined ? [] : [sdk.where('set', '==', set)]),
      ...(session === undefined ? [] : [sdk.where('session', '==', session)]),
      ...(labelled === undefined ? [] : [sdk.where('labelled', '==', labelled)]),
      sdk.where('date', '>', date),
      sdk.orderBy('date', 'asc'),
      sdk.limit(1),
    );
  const found = await Promise.all([`${dataset}/0`, `${dataset}/1`].map((shard) => sdk.getDocs(ask(shard))));
  const dates = found.flatMap(({ docs }) => docs.map((document) => Number(document.get('date'))));
  return dates.length > 0 ? Math.min(...dates) : null;
}
