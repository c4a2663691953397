import type { SetType } from '../../../client/src/curate/records.ts';
import { usePerson } from './account.ts';
import type { Dataset } from './datasets.ts';
import { useLive } from './live.ts';
import { liveQuery } from './query.ts';
import { count, map } from './snapshot.ts';

/** What is counted of a class. */
export interface TagCounts {
  id: string;
  imageCounter: number;
  annotationCounter: number;
  /** Images by set. */
  sets: Readonly<Record<SetType, number>>;
}

const NONE: readonly TagCounts[] = [];

/**
 * From the tags' own records: the list in the dataset's record is brought up to date only by a recount.
 * @param dataset null reads nothing
 */
export function useTagCounts(dataset: string | null): readonly TagCounts[] {
  const person = usePerson();
  const live = useLive(
    person && dataset !== null ? `tag counts ${dataset} ${person.uid}` : null,
    liveQuery<TagCounts>(
      (sdk, firestore) => sdk.query(sdk.collection(firestore, `dataset/${dataset}/tag`)),
      (document) => {
        const sets = map(document.get('sets'));
        return {
          id: document.id,
          imageCounter: count(document.get('imageCounter')),
          annotationCounter: count(document.get('annotationCounter')),
          sets: {
            TRAIN: count(sets.TRAIN),
            TEST: count(sets.TEST),
            VALIDATION: count(sets.VALIDATION),
            PREDETERMINED: count(sets.PREDETERMINED),
            REVIEW: count(sets.REVIEW),
          },
        };
      },
    ),
  );
  return live.state === 'ready' ? live.value : NONE;
}

/** The dataset with the counters of its classes as they are now. */
export function withCounts(dataset: Dataset, counts: readonly TagCounts[]): Dataset {
  const known = new Map(counts.map((each) => [each.id, each]));
  const tags = dataset.tags.map((tag) => {
    const { imageCounter, annotationCounter } = known.get(tag.id) ?? tag;
    return { ...tag, imageCounter, annotationCounter };
  });
  return { ...dataset, tags };
}
