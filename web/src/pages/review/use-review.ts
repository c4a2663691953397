import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { ImageFilter } from '../../../../client/src/curate/records.ts';
import { useQueryState } from '../../app/places/query-state.ts';
import { readImage } from '../../data/images/image-record.ts';
import { countImages, type ListSource, listSource } from '../../data/images/list-source.ts';
import { judgedAt, type Pace } from '../../data/live/pace.ts';
import { useStore } from '../../data/live/store.ts';
import { outbox } from '../../data/outbox/current.ts';
import { type QueueSource, ReviewQueue } from '../../data/review-queue.ts';
import { useClaims, useDeciding, useFilling } from './use-queue.ts';

/** Milliseconds after which the address says which image is shown. */
const STAYS_AFTER = 400;

/** The images to review, and the functions to judge the current one. */
export function useReview(dataset: string, filter: ImageFilter) {
  const queue = useMemo(() => openQueue(dataset, filter), [dataset, filter]);
  useFilling(dataset, queue);
  useClaims(dataset, queue);
  const state = useStore(queue.store);
  const total = useTotal(dataset, filter);
  const [pace, setPace] = useState<Pace>([]);
  const image = state.images[state.at];
  useAddress(image?.id, state.isWhole);
  const decide = useDeciding(dataset, queue, () => setPace((before) => judgedAt(before, Date.now())));
  return {
    ...state,
    image,
    total,
    pace,
    decide,
    go: (at: number) => queue.go(at),
    retry: () => queue.fill(),
    again: () => queue.again(),
    ignoreOthers: () => queue.ignoreOthers(),
  };
}

/** Without images whose decision waits for the service. */
const undecided = ({ page }: ListSource): QueueSource => ({
  page: async (options) => {
    const { images, ...rest } = await page(options);
    return { ...rest, images: images.filter(({ id }) => !outbox().holds(id)) };
  },
});

/** Begins with this image, wherever it is in the list, if it still exists. */
const beginningWith = (dataset: string, wanted: string, { page }: QueueSource): QueueSource => ({
  page: async (options) => {
    if (options.after !== undefined) return page(options);
    const [first, { images, ...rest }] = await Promise.all([readImage(dataset, wanted), page(options)]);
    return { ...rest, images: first ? [first, ...images.filter(({ id }) => id !== wanted)] : images };
  },
});

function openQueue(dataset: string, filter: ImageFilter): ReviewQueue {
  const source = undecided(listSource(dataset, filter));
  const wanted = new URLSearchParams(location.search).get('image');
  return wanted === null
    ? new ReviewQueue(source)
    : new ReviewQueue(beginningWith(dataset, wanted, source), wanted);
}

/** Says in the address which image somebody stays with. Browsers limit how often an address may change. */
function useAddress(image: string | undefined, isWhole: boolean): void {
  const [state, change] = useQueryState(['image']);
  const isKnown = image !== undefined || isWhole;
  useEffect(() => {
    if (!isKnown || state.image === image) return;
    const timer = setTimeout(() => change({ image }, { replace: true }), STAYS_AFTER);
    return () => clearTimeout(timer);
  }, [state.image, image, isKnown, change]);
}

/** Number of images when the page was opened; null until it is known. */
function useTotal(dataset: string, filter: ImageFilter): number | null {
  const { data } = useQuery({
    queryKey: ['to review', dataset, filter],
    queryFn: () => countImages(dataset, filter),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}
