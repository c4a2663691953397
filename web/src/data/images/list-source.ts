/** Reads the images of a list: pages from the service, counts through the web SDK, which bills one read per 1,000 images. */
import type { DocumentReference, Firestore, Query, QueryConstraint } from 'firebase/firestore';
import type { ImageFilter, ImagePage } from '../../../../client/src/curate/records.ts';
import { getFirestore } from '../firebase.ts';
import { Store } from '../live/store.ts';
import { service } from '../service.ts';

export interface ListSource {
  /** Newest first. */
  page(options: { after?: string; to?: number; limit: number }): Promise<ImagePage>;
  /** Number of images that are newer than `moment` (Unix milliseconds). */
  countNewer(moment: number): Promise<number>;
}

/** The images of a dataset are indexed in two shards (`shard` in the image records of the functions). */
const shardsOf = (dataset: string): string[] => [`${dataset}/0`, `${dataset}/1`];

/** Milliseconds without a response after which reading a page counts as late. */
const PATIENCE = 6_000;
/** Whether the service is taking long to send images. */
export const isReadingLate = new Store(false);
const late = new Set<object>();

async function noteLate<T>(reading: Promise<T>): Promise<T> {
  const timer = setTimeout(() => {
    late.add(reading);
    isReadingLate.set(true);
  }, PATIENCE);
  try {
    return await reading;
  } finally {
    clearTimeout(timer);
    late.delete(reading);
    isReadingLate.set(late.size > 0);
  }
}

export function listSource(dataset: string, filter: ImageFilter): ListSource {
  return {
    page: ({ after, to, limit }) =>
      noteLate(
        service()
          .datasets(dataset)
          .images.list({
            ...filter,
            ...(to !== undefined && { to: Math.min(to, filter.to ?? to) }),
            ...{ limit, thumbnails: true },
            ...(after !== undefined && { after }),
          }),
      ),
    countNewer: (moment) => countImages(dataset, { ...filter, from: Math.max(moment + 1, filter.from ?? 0) }),
  };
}

/** Number of images that match a filter. */
export async function countImages(dataset: string, filter: ImageFilter): Promise<number> {
  const [sdk, firestore] = await Promise.all([import('firebase/firestore'), getFirestore()]);
  const counts = await Promise.all(
    queriesOf({ sdk, firestore }, dataset, filter).map((query) => sdk.getCountFromServer(query)),
  );
  return counts.reduce((sum, each) => sum + each.data().count, 0);
}

interface Database {
  sdk: typeof import('firebase/firestore');
  firestore: Firestore;
}

/** For each shard, its images that match a filter. @param more order and limit, or further conditions */
export function queriesOf(
  { sdk, firestore }: Database,
  dataset: string,
  { tag, set, session, monitor, labelled, checked, from, to }: ImageFilter,
  ...more: QueryConstraint[]
): Query[] {
  const tagReference = (id: string): DocumentReference => sdk.doc(firestore, `dataset/${dataset}/tag/${id}`);
  const monitorReference = (id: string): DocumentReference => sdk.doc(firestore, `monitor/${id}`);
  const conditions = [
    ...(tag === undefined
      ? []
      : [sdk.where('tagsContained', 'array-contains-any', [tag].flat().map(tagReference))]),
    ...(set === undefined ? [] : [sdk.where('set', 'in', [set].flat())]),
    ...(session === undefined ? [] : [sdk.where('session', '==', session)]),
    ...(monitor === undefined ? [] : [sdk.where('monitor', 'in', [monitor].flat().map(monitorReference))]),
    ...(labelled === undefined ? [] : [sdk.where('labelled', '==', labelled)]),
    ...(checked === undefined ? [] : [sdk.where('checked', '==', checked)]),
    ...(from === undefined ? [] : [sdk.where('date', '>=', from)]),
    ...(to === undefined ? [] : [sdk.where('date', '<=', to)]),
  ];
  const all = sdk.collection(firestore, 'image');
  return shardsOf(dataset).map((shard) =>
    sdk.query(all, sdk.where('shard', '==', shard), ...conditions, ...more),
  );
}
