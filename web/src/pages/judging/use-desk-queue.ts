import { useMemo, useRef } from 'react';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { readImage } from '../../data/images/image-record.ts';
import { useServerOffset } from '../../data/live/server-time.ts';
import type { Dataset } from '../../data/records/datasets.ts';
import { mayEdit } from '../../data/records/role.ts';
import { type QueueSource, ReviewQueue } from '../../data/review-queue.ts';
import type { PredictedSource } from '../../data/runs/run-images.ts';
import { useClaims, useFilling } from '../review/use-queue.ts';

/**
 * The images of a desk, so that two people do not judge the same one.
 * @param first id of the image that was opened: it comes first, even if somebody else is looking at it, or has judged it
 * @param since Unix milliseconds: whose label somebody has looked at again since then is left out
 */
export function useDeskQueue(
  { id, role }: Dataset,
  source: PredictedSource,
  first: string | undefined,
  since: number,
) {
  const offset = useRef(0);
  offset.current = useServerOffset();
  const queue = useMemo(() => {
    const opened = Date.now();
    const isLeft = (image: ListedImage) =>
      image.id === first ||
      !(isJudgedSince(image, opened + offset.current) || (image.confirmed && isJudgedSince(image, since)));
    return new ReviewQueue(withoutJudged(id, source, isLeft), first);
  }, [id, source, first, since]);
  useFilling(id, queue);
  useClaims(id, queue, mayEdit(role));
  return queue;
}

/** @param moment Unix milliseconds of the service */
const isJudgedSince = ({ checked, review }: ListedImage, moment: number): boolean =>
  checked && review !== null && review.at >= moment;

/** The list keeps what was judged. Of what others have had, their records tell whether it is left. */
const withoutJudged = (
  dataset: string,
  { page }: PredictedSource,
  isLeft: (image: ListedImage) => boolean,
): QueueSource => ({
  page: async ({ passed, ...options }) => {
    if (!passed) {
      const { images, ...rest } = await page(options);
      return { ...rest, images: images.filter(isLeft) };
    }
    const from = Number(options.after ?? 0);
    const end = from + options.limit;
    const records = await Promise.all(passed.slice(from, end).map((image) => readImage(dataset, image)));
    return {
      images: records.filter((image) => image !== null).filter(isLeft),
      next: end < passed.length ? String(end) : null,
    };
  },
});
