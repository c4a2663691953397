/** The trash of a dataset: by the service, page by page, the last rejected first (Contract 9). */
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { ImageOutcome, ImagePage, TrashedImage } from '../../../client/src/curate/records.ts';
import { service } from './service.ts';

const PAGE = 60;
/** Images of one call (Contract 9). */
const MOST = 500;

type Pages = InfiniteData<ImagePage<TrashedImage>, string>;

export function useTrash(dataset: string) {
  const client = useQueryClient();
  const queryKey = ['trash', dataset];
  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      service()
        .datasets(dataset)
        .images.trash({ limit: PAGE, thumbnails: true, ...(pageParam !== '' && { after: pageParam }) }),
    getNextPageParam: ({ next }) => next,
  });
  const hide = (ids: ReadonlySet<string>): void => {
    client.setQueryData<Pages>(queryKey, (known) => known && withoutImages(known, ids));
  };
  /** Shows at once what will be; what the service did not do is shown again. */
  const send = async (
    ids: readonly string[],
    call: (some: readonly string[]) => Promise<ImageOutcome[]>,
  ): Promise<ImageOutcome[]> => {
    hide(new Set(ids));
    try {
      const outcomes: ImageOutcome[] = [];
      for (let from = 0; from < ids.length; from += MOST)
        outcomes.push(...(await call(ids.slice(from, from + MOST))));
      return outcomes;
    } finally {
      void client.invalidateQueries({ queryKey });
    }
  };
  const { images } = service().datasets(dataset);
  return {
    images: query.data?.pages.flatMap((page) => page.images) ?? [],
    error: query.error,
    isLoading: query.isPending,
    hasMore: query.hasNextPage,
    loadMore: () => void query.fetchNextPage(),
    reload: () => client.invalidateQueries({ queryKey }),
    restore: (ids: readonly string[]) => send(ids, (some) => images.restore(some)),
    deleteForGood: (ids: readonly string[]) => send(ids, (some) => images.deleteTrashed(some)),
  };
}

const withoutImages = ({ pages, pageParams }: Pages, ids: ReadonlySet<string>): Pages => ({
  pageParams,
  pages: pages.map((page) => ({ ...page, images: page.images.filter(({ id }) => !ids.has(id)) })),
});

/** Back into the trash: what undoes a restore. @param restored the outcomes of the restore */
export async function rejectAgain(dataset: string, restored: readonly ImageOutcome[]): Promise<void> {
  const { images } = service().datasets(dataset);
  for (let from = 0; from < restored.length; from += MOST)
    await images.change(
      restored
        .slice(from, from + MOST)
        .map(({ image, revision }) => ({ image, seen: revision, decision: 'reject' as const })),
    );
}
