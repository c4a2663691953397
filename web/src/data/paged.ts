/** Lists that are read page by page. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ImagePage, ListedImage } from '../../../client/src/curate/records.ts';

export interface Paged<T> {
  images: readonly T[];
  error: Error | null;
  isLoading: boolean;
  isLoadingMore: boolean;
  hasMore: boolean;
  loadMore: () => void;
  retry: () => void;
}

export const toPaged = <T extends ListedImage>(
  query: UseInfiniteQueryResult<InfiniteData<ImagePage<T>>>,
): Paged<T> => ({
  images: query.data?.pages.flatMap(({ images }) => images) ?? [],
  error: query.error,
  isLoading: query.isPending,
  isLoadingMore: query.isFetchingNextPage,
  hasMore: query.hasNextPage,
  loadMore: () => void query.fetchNextPage(),
  retry: () => void query.refetch(),
});
