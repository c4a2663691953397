/** What the grid shows: the timeline's groups, or one group for what a filter lets through. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ImageFilter } from '../../../../client/src/curate/records.ts';
import type { Dataset } from '../../data/datasets.ts';
import { countImages } from '../../data/list-source.ts';
import type { Live } from '../../data/live.ts';
import { type TimelineGroup, useTimeline } from '../../data/timeline.ts';
import { type FilterState, toImageFilter } from './filter.ts';
import type { ListedGroup } from './use-lists.ts';

export interface Groups {
  live: Live<TimelineGroup[]>;
  /** Empty until counted. */
  listed: readonly ListedGroup[];
  timeline: ReadonlyMap<string, TimelineGroup>;
  total: number;
  isCounted: boolean;
}

const FILTERED = 'filtered';

export function useGroups(dataset: Dataset, state: FilterState): Groups {
  const live = useTimeline(dataset.id);
  const filter = useMemo(() => toImageFilter(state), [state]);
  const isFiltered = Object.keys(filter).length > 0;
  const counted = useQuery({
    queryKey: ['count', dataset.id, filter, dataset.imageCounter],
    queryFn: () => countImages(dataset.id, filter),
    enabled: isFiltered,
    placeholderData: (before) => before,
  });
  const groups = live.state === 'ready' ? live.value : NO_GROUPS;
  const timeline = useMemo(() => new Map(groups.map((group) => [group.id, group])), [groups]);
  const count = counted.data;
  const listed = useMemo(() => {
    if (!isFiltered) return groups.map(toListed);
    return count === undefined ? [] : [{ id: FILTERED, filter, size: { count, ...span(groups) } }];
  }, [groups, isFiltered, filter, count]);
  const total = listed.reduce((sum, { size }) => sum + size.count, 0);
  return {
    live,
    listed,
    timeline,
    total,
    isCounted: isFiltered ? count !== undefined : live.state === 'ready',
  };
}

const NO_GROUPS: TimelineGroup[] = [];

function toListed({ id, imageCounter, first, last }: TimelineGroup): ListedGroup {
  // A day without a session has a group's id in place of a session's.
  const filter: ImageFilter = { session: id };
  return { id, filter, size: { count: imageCounter, first, last } };
}

const span = (groups: readonly TimelineGroup[]) => ({
  first: Math.min(...groups.map(({ first }) => first)),
  last: Math.max(...groups.map(({ last }) => last)),
});
