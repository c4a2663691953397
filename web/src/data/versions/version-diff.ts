/** The differences between two versions: the counts of all changes, and pages of images with one kind (Contract 11). */
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import type { DiffOptions, VersionDiff } from '../../../../client/src/versions.ts';
import { readImages } from '../images/read-images.ts';
import { service } from '../service.ts';

export type Change = NonNullable<DiffOptions['change']>;
export const CHANGES = ['added', 'removed', 'relabelled', 'moved'] as const satisfies readonly Change[];

export type ChangedImage = NonNullable<VersionDiff['details']>[number] & {
  /** As it is now; null if it is no longer in the dataset. */
  record: ListedImage | null;
};

interface Page extends VersionDiff {
  changed: ChangedImage[];
}

/** Images per page: as many as a wide screen shows. */
const PAGE = 48;

interface Compared {
  dataset: string;
  before: number;
  after: number;
  change: Change;
}

/** @param compared null reads nothing */
export function useVersionDiff(compared: Compared | null) {
  const query = useInfiniteQuery({
    queryKey: ['diff', compared],
    enabled: compared !== null,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => readPage(compared as Compared, pageParam, signal),
    getNextPageParam: ({ next }: Page) => next,
  });
  const pages = query.data?.pages ?? [];
  return {
    counts: pages[0] && countsOf(pages[0]),
    images: pages.flatMap(({ changed }) => changed),
    error: query.error,
    isLoading: query.isPending,
    isLoadingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}

async function readPage(
  { dataset, before, after, change }: Compared,
  place: string,
  signal: AbortSignal,
): Promise<Page> {
  const page = await service()
    .datasets(dataset)
    .versions.diff(
      before,
      after,
      { change, details: true, limit: PAGE, ...(place !== '' && { after: place }) },
      { signal },
    );
  const details = page.details ?? [];
  const records = await readImages(details.map(({ image }) => image));
  const changed = details.map((each) => ({ ...each, record: records.get(each.image) ?? null }));
  return { ...page, changed };
}

const countsOf = (page: VersionDiff): Record<Change, number> => ({
  added: page.added.count,
  removed: page.removed.count,
  relabelled: page.relabelled.count,
  moved: page.moved.count,
});
