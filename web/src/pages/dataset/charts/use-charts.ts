import { useQuery } from '@tanstack/react-query';
import type { SetType } from '../../../../../client/src/curate/records.ts';
import { countImages } from '../../../data/images/list-source.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import type { TagCounts } from '../../../data/records/tag-counts.ts';
import { useTimeline } from '../../../data/records/timeline.ts';
import { SETS } from '../filter.ts';
import { type Day, daysOf, partsOf } from './days.ts';

/** Most groups of the timeline that the chart per day includes. */
const MAX_GROUPS = 1_000;

export interface ClassRow {
  /** Null for images without a class. */
  tag: string | null;
  /** Images by set, in the order of `sets`; zeros until they are counted. */
  counts: readonly number[];
  total: number;
}

export interface ClassBySet {
  /** Sets that have images. */
  sets: readonly SetType[];
  rows: readonly ClassRow[];
}

/** Uses the counters of the classes. Only images without a class are counted here, while the charts are open. */
export function useClassBySet(dataset: Dataset, tags: readonly TagCounts[]) {
  const { id, sets: counters, unlabelledCounter } = dataset;
  const sets = SETS.filter((set) => counters[set] > 0);
  const unlabelled = useQuery({
    queryKey: ['unlabelled by set', id, counters, unlabelledCounter],
    enabled: unlabelledCounter > 0,
    queryFn: () => Promise.all(sets.map((set) => countImages(id, { labelled: false, set }))),
    placeholderData: (before) => before,
  });
  const rows = tags
    .toSorted((one, other) => other.imageCounter - one.imageCounter)
    .map(
      (tag): ClassRow => ({
        tag: tag.id,
        counts: sets.map((set) => tag.sets[set]),
        total: tag.imageCounter,
      }),
    );
  const last: ClassRow = {
    tag: null,
    counts: unlabelled.data ?? sets.map(() => 0),
    total: unlabelledCounter,
  };
  return { data: { sets, rows: unlabelledCounter > 0 ? [...rows, last] : rows }, error: unlabelled.error };
}

export interface ImagesPerDay {
  days: readonly Day[];
  counts: readonly number[];
}

/** Uses the counters of groups within one day. Only groups that span midnight are counted. */
export function useImagesPerDay(dataset: Dataset) {
  const live = useTimeline(dataset.id, MAX_GROUPS);
  const groups = live.state === 'ready' ? live.value : [];
  return useQuery({
    queryKey: ['images per day', dataset.id, groups],
    enabled: live.state === 'ready',
    queryFn: async (): Promise<ImagesPerDay> => {
      const days = daysOf(groups);
      const { known, parts } = partsOf(groups, days);
      const counted = await Promise.all(
        parts.map(({ group, day }) => countImages(dataset.id, { session: group, ...days[day] })),
      );
      const counts = known.map((count, day) =>
        parts.reduce((sum, part, index) => sum + (part.day === day ? (counted[index] ?? 0) : 0), count),
      );
      return { days, counts };
    },
    placeholderData: (before) => before,
  });
}
