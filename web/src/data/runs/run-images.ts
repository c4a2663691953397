/** The images of a run, by how predictions and labels disagree. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ImagePage, ListedImage } from '../../../../client/src/curate/records.ts';
import type { JudgedImage, RunImagesOptions, RunOrder } from '../../../../client/src/runs.ts';
import { readThumbnails } from '../images/read-images.ts';
import { toPaged } from '../paged.ts';
import { service } from '../service.ts';

export type { JudgedImage, RunOrder };
export type Prediction = JudgedImage['predictions'][number];
/** `class` and `predicted`: a tag id, or null for nothing. */
export type RunImagesAsked = Pick<
  RunImagesOptions,
  'order' | 'class' | 'predicted' | 'minScore' | 'set' | 'against'
>;

/** Images per page: as many as a wide screen shows. */
const PAGE = 48;

/** Also those whose records cannot be read: without a thumbnail. */
async function readPage(
  dataset: string,
  number: number,
  asked: RunImagesOptions,
): Promise<ImagePage<JudgedImage>> {
  const { images, next } = await service().datasets(dataset).runs.images(number, asked);
  const thumbnails = await readThumbnails(images.map(({ id }) => id));
  const shown = images.map((image) => {
    const thumbnail = thumbnails.get(image.id);
    return thumbnail === undefined ? image : { ...image, thumbnail };
  });
  return { images: shown, next };
}

export function useRunImages(dataset: string, number: number, asked: RunImagesAsked) {
  const query = useInfiniteQuery({
    queryKey: ['run images', dataset, number, asked],
    initialPageParam: '',
    queryFn: ({ pageParam }) =>
      readPage(dataset, number, { ...asked, limit: PAGE, ...(pageParam !== '' && { after: pageParam }) }),
    getNextPageParam: ({ next }) => next,
  });
  return toPaged(query);
}

/** What a run says of one image; an empty list also if it has not looked at it. It never changes. @param number null asks nothing */
export const usePredictions = (dataset: string, number: number | null, image: string) =>
  useQuery({
    queryKey: ['predictions', dataset, number, image],
    enabled: number !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<readonly Prediction[]> => {
      const { runs } = service().datasets(dataset);
      const { images } = await runs.images(number ?? 0, { image, limit: 1 }, { signal });
      return images[0]?.predictions ?? [];
    },
  });

/** Images one after the other, and what was predicted of each. */
export interface PredictedSource {
  page: (options: { after?: string; limit: number }) => Promise<ImagePage<ListedImage>>;
  predictions: ReadonlyMap<string, readonly Prediction[]>;
}

/** The same images one after the other. @param first id of the image to begin after; undefined: at the beginning */
export function runSource(
  dataset: string,
  number: number,
  asked: RunImagesAsked,
  first: string | undefined,
): PredictedSource {
  const predictions = new Map<string, readonly Prediction[]>();
  return {
    predictions,
    page: async ({ after = first, limit }) => {
      const page = await readPage(dataset, number, {
        ...asked,
        limit,
        ...(after !== undefined && { after }),
      });
      for (const image of page.images) predictions.set(image.id, image.predictions);
      return page;
    },
  };
}

/** Sends the first images of an order to review. @returns how many */
export async function reviewRun(
  dataset: string,
  number: number,
  order: RunOrder,
  count: number,
): Promise<number> {
  return (await service().datasets(dataset).runs.review(number, { order, count })).length;
}
