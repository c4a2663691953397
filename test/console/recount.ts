/** What every counter of a dataset should be, counted from the image records alone. */
import type { Firestore } from '@google-cloud/firestore';

const idOf = (reference: unknown): string =>
  typeof reference === 'string'
    ? (reference.split('/').at(-1) ?? '')
    : String((reference as { id?: string })?.id ?? '');

export interface Counted {
  images: number;
  unlabelled: number;
  sets: Record<string, number>;
  tags: Record<string, number>;
  sessions: Record<string, number>;
}

const count = (into: Record<string, number>, key: string): void => {
  into[key] = (into[key] ?? 0) + 1;
};

export async function recount(firestore: Firestore, dataset: string): Promise<Counted> {
  const reference = firestore.doc(`dataset/${dataset}`);
  const { docs } = await firestore.collection('image').where('dataset', '==', reference).get();
  const counted: Counted = { images: docs.length, unlabelled: 0, sets: {}, tags: {}, sessions: {} };
  for (const record of docs) {
    if (!record.get('labelled')) counted.unlabelled += 1;
    count(counted.sets, String(record.get('set')));
    if (record.get('session')) count(counted.sessions, String(record.get('session')));
    for (const tag of record.get('tagsContained') as unknown[]) count(counted.tags, idOf(tag));
  }
  return counted;
}

/** What the records of the dataset and its tags say, which pages show. */
export async function published(firestore: Firestore, dataset: string): Promise<Counted> {
  const [record, tags, timeline] = await Promise.all([
    firestore.doc(`dataset/${dataset}`).get(),
    firestore.collection(`dataset/${dataset}/tag`).get(),
    firestore.collection(`dataset/${dataset}/timeline`).get(),
  ]);
  const some = (counts: [string, number][]) => Object.fromEntries(counts.filter(([, number]) => number > 0));
  return {
    images: Number(record.get('imageCounter')),
    unlabelled: Number(record.get('unlabelledCounter') ?? 0),
    sets: some(Object.entries((record.get('sets') ?? {}) as Record<string, number>)),
    tags: some(tags.docs.map((tag) => [tag.id, Number(tag.get('imageCounter'))])),
    sessions: some(
      timeline.docs.flatMap((group) =>
        group.get('session') ? [[group.id, Number(group.get('imageCounter'))] as [string, number]] : [],
      ),
    ),
  };
}
