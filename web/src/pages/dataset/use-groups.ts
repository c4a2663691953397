/** The groups of the grid: the newest groups of the timeline and space for older ones, or one group of images that match a filter. */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { ImageFilter } from '../../../../client/src/curate/records.ts';
import { useQueryState } from '../../app/places/query-state.ts';
import { useChangesMade } from '../../data/changes/change-all.ts';
import { countImages } from '../../data/images/list-source.ts';
import type { Live } from '../../data/live/live.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { type TimelineGroup, useTimeline } from '../../data/records/timeline.ts';
import { type FilterState, OLDEST, toImageFilter } from './filter.ts';
import type { ListedGroup } from './use-lists.ts';

export interface Groups {
  live: Live<TimelineGroup[]>;
  /** Empty until the images have been counted. */
  listed: readonly ListedGroup[];
  timeline: ReadonlyMap<string, TimelineGroup>;
  total: number;
  isCounted: boolean;
  /** Why the images could not be counted; counting is retried. Null if the number is known. */
  error: Error | null;
  /** Reads more of the older groups. Called when their space scrolls into view. */
  readOlder: () => void;
}

const FILTERED = 'filtered';
/** Id of the group that stands for all groups that have not been read yet. */
export const OLDER = 'older';
/** Number of groups that are read first, and the factor for reading more. Opening a dataset thus stays far below 200 reads. */
const FIRST = 60;
const FACTOR = 4;

export function useGroups(dataset: Dataset, state: FilterState): Groups {
  const { live, limit, readOlder } = useNewest(dataset.id);
  const isOldestFirst = useQueryState(['order'])[0].order === OLDEST;
  const filter = useMemo(() => toImageFilter(state), [state]);
  // The oldest groups are not known: without groups, all images are one list.
  const isFiltered = isOldestFirst || Object.keys(filter).length > 0;
  const { count, error } = useCount(dataset, filter, isFiltered);
  const groups = live.state === 'ready' ? live.value : NO_GROUPS;
  const timeline = useMemo(() => new Map(groups.map((group) => [group.id, group])), [groups]);
  const listed = useMemo(() => {
    const known = groups.reduce((sum, { imageCounter }) => sum + imageCounter, 0);
    // The cache may lack the older ones of a page that the database has not answered yet.
    const mayMiss = live.state === 'ready' && (live.isFromCache || groups.length >= limit);
    const older = mayMiss ? Math.max(0, dataset.imageCounter - known) : 0;
    const { first, last } = span(groups);
    if (isFiltered) {
      // Assumes that older images were taken at the same rate as those of the known groups.
      const size = { first: first - ((last - first) * older) / Math.max(1, known), last };
      return count === undefined ? [] : [{ id: FILTERED, filter, isOldestFirst, size: { count, ...size } }];
    }
    const rest = { id: OLDER, filter: null, size: { count: older, first: 0, last: first } };
    return [...groups.map(toListed), ...(older > 0 ? [rest] : [])];
  }, [groups, live, limit, dataset.imageCounter, isFiltered, filter, isOldestFirst, count]);
  const total = listed.reduce((sum, { size }) => sum + size.count, 0);
  const isCounted = isFiltered ? count !== undefined : live.state === 'ready';
  return {
    live,
    listed,
    timeline,
    total,
    isCounted,
    error: isCounted ? null : isFiltered ? error : live.state === 'failed' ? live.error : null,
    readOlder,
  };
}

/**
 * Number of the images that match a filter, counted again when images come or go, or all were changed. The last number stays while counting runs
 * and if it fails: without a number the grid would be empty.
 */
function useCount(dataset: Dataset, filter: ImageFilter, isFiltered: boolean) {
  const last = useRef<number | undefined>(undefined);
  const changes = useChangesMade(dataset.id);
  const { data, error } = useQuery({
    queryKey: ['count', dataset.id, filter, dataset.imageCounter, changes],
    queryFn: () => countImages(dataset.id, filter),
    enabled: isFiltered,
  });
  if (data !== undefined) last.current = data;
  return { count: last.current, error };
}

/**
 * The newest groups of the timeline. While more are being read, the previous ones stay visible. The page is remounted for each
 * dataset.
 */
function useNewest(dataset: string) {
  const [asked, setAsked] = useState(FIRST);
  const live = useTimeline(dataset, asked);
  const known = useRef({ limit: asked, live });
  if (live.state !== 'waiting') known.current = { limit: asked, live };
  const { limit, live: shown } = known.current;
  const readOlder = useCallback(() => setAsked(limit * FACTOR), [limit]);
  return { live: shown, limit, readOlder };
}

const NO_GROUPS: TimelineGroup[] = [];

function toListed({ id, imageCounter, first, last }: TimelineGroup): ListedGroup {
  // For images without a session, the filter accepts the id of their group.
  const filter: ImageFilter = { session: id };
  return { id, filter, size: { count: imageCounter, first, last } };
}

const span = (groups: readonly TimelineGroup[]) => ({
  first: Math.min(...groups.map(({ first }) => first)),
  last: Math.max(...groups.map(({ last }) => last)),
});
