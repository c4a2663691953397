import type { SetType } from '../../../../client/src/curate/records.ts';
import { usePerson } from '../account.ts';
import { useLive } from '../live/live.ts';
import { liveQuery } from '../live/query.ts';
import { count, map } from '../live/snapshot.ts';
import type { Dataset } from './datasets.ts';

/** Counters of a class. */
export interface TagCounts {
  id: string;
  imageCounter: number;
  annotationCounter: number;
  /** Images by set. */
  sets: Readonly<Record<SetType, number>>;
}

const NONE: readonly TagCounts[] = [];

/**
 * Counters from the tags' own records. The copy in the dataset's record is updated only by a recount.
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

/** The dataset, with up-to-date counters of its classes. */
export function withCounts(dataset: Dataset, counts: readonly TagCounts[]): Dataset {
  const known = new Map(counts.map((each) => [each.id, each]));
  const tags = dataset.tags.map((tag) => {
    const { imageCounter, annotationCounter } = known.get(tag.id) ?? tag;
    return { ...tag, imageCounter, annotationCounter };
  });
  return { ...dataset, tags };
}
