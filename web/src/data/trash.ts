/** The trash of a dataset, read from the service page by page, the last rejected image first (Contract 9: GET trash). */
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { ImageOutcome, ImagePage, TrashedImage } from '../../../client/src/curate/records.ts';
import type { Counts } from './images/judge.ts';
import { inParts } from './in-parts.ts';
import { service } from './service.ts';

const PAGE = 60;
/** The most that the service lists at once (Contract 9: GET images). */
const WHOLE_PAGE = 200;

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
  /** Hides the images at once. Those that the service did not process appear again. */
  const send = async (
    ids: readonly string[],
    call: (some: readonly string[]) => Promise<ImageOutcome[]>,
  ): Promise<ImageOutcome[]> => {
    hide(new Set(ids));
    try {
      return await inParts(ids, call);
    } finally {
      void client.invalidateQueries({ queryKey });
    }
  };
  const { images } = service().datasets(dataset);
  return {
    images: query.data?.pages.flatMap((page) => page.images) ?? [],
    error: query.error,
    isLoading: query.isPending,
    isLoadingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    loadMore: () => void query.fetchNextPage(),
    everything: () => everything(dataset),
    reload: () => client.invalidateQueries({ queryKey }),
    restore: (ids: readonly string[]) => send(ids, (some) => images.restore(some)),
    deleteForGood: (ids: readonly string[]) => send(ids, (some) => images.deleteTrashed(some)),
    /** By a job, which goes on without the page. What was rejected later stays. */
    empty: async ({ ids, until }: Everything): Promise<void> => {
      hide(new Set(ids));
      try {
        await images.emptyTrash(until);
      } finally {
        void client.invalidateQueries({ queryKey });
      }
    },
  };
}

/** All that is in the trash, also what nobody has looked at yet. */
export interface Everything {
  ids: string[];
  /** Unix milliseconds: a moment after the last of them was rejected. */
  until: number;
}

async function everything(dataset: string): Promise<Everything> {
  const ids: string[] = [];
  let until = 0;
  for (let after: string | null | undefined; after !== null; ) {
    const page = await service()
      .datasets(dataset)
      .images.trash({ limit: WHOLE_PAGE, ...(after && { after }) });
    ids.push(...page.images.map(({ id }) => id));
    until ||= (page.images[0]?.at ?? 0) + 1;
    after = page.next;
  }
  return { ids, until };
}

const withoutImages = ({ pages, pageParams }: Pages, ids: ReadonlySet<string>): Pages => ({
  pageParams,
  pages: pages.map((page) => ({ ...page, images: page.images.filter(({ id }) => !ids.has(id)) })),
});

type TakeOut = (ids: readonly string[]) => Promise<ImageOutcome[]>;

/** Restores images. This can be undone and redone any number of times. @param takeOut calls the service */
export async function beginRestoring(dataset: string, ids: readonly string[], takeOut: TakeOut) {
  let restored: readonly ImageOutcome[] = [];
  let again: readonly string[] = [];
  const restore = async (some: readonly string[]): Promise<Counts> => {
    restored = (await takeOut(some)).filter(isDone);
    return countsOf(some, restored);
  };
  return {
    result: await restore(ids),
    undo: async (): Promise<Counts> => {
      const rejected = (await rejectAgain(dataset, restored)).filter(isDone);
      // Only these: the service answers `done` even for images that are not in the trash, with an unknown revision.
      again = rejected.map(({ image }) => image);
      return countsOf(restored, rejected);
    },
    redo: () => restore(again),
  };
}

const isDone = ({ outcome }: ImageOutcome): boolean => outcome === 'done';

const countsOf = (asked: readonly unknown[], done: readonly unknown[]): Counts => ({
  done: done.length,
  stale: asked.length - done.length,
});

const rejectAgain = (dataset: string, restored: readonly ImageOutcome[]): Promise<ImageOutcome[]> =>
  inParts(restored, (some) =>
    service()
      .datasets(dataset)
      .images.change(some.map(({ image, revision }) => ({ image, seen: revision, decision: 'reject' }))),
  );
