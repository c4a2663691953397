/** The datasets and classes that the frames of a session went to, counted when somebody opens the session. */
import { useQuery } from '@tanstack/react-query';
import { countImages } from '../images/list-source.ts';
import type { Dataset } from './datasets.ts';

/** Most datasets that are searched for a session's frames. Nearly always the first contains them all. */
const MAX_DATASETS = 10;

export interface SessionShare {
  dataset: Pick<Dataset, 'id' | 'name'>;
  images: number;
  /** Classes with at least one image, in the dataset's order. */
  classes: readonly { id: string; name: string; color: string; images: number }[];
  unlabelled: number;
}

/** @param datasets those that may contain the frames, the likeliest first */
export function useSessionClasses(session: string, frames: number, datasets: readonly Dataset[]) {
  return useQuery({
    queryKey: [
      'session classes',
      session,
      frames,
      datasets.map(({ id, imageCounter }) => [id, imageCounter]),
    ],
    queryFn: () => findShares(session, frames, datasets.slice(0, MAX_DATASETS)),
    placeholderData: (before: SessionShare[] | undefined) => before,
  });
}

async function findShares(
  session: string,
  frames: number,
  datasets: readonly Dataset[],
): Promise<SessionShare[]> {
  const shares: SessionShare[] = [];
  let left = frames;
  for (const dataset of datasets) {
    if (left <= 0) break;
    const images = await countImages(dataset.id, { session });
    if (images > 0) shares.push(await shareOf(session, dataset, images));
    left -= images;
  }
  return shares;
}

async function shareOf(session: string, dataset: Dataset, images: number): Promise<SessionShare> {
  const [unlabelled, ...counts] = await Promise.all([
    countImages(dataset.id, { session, labelled: false }),
    ...dataset.tags.map(({ id: tag }) => countImages(dataset.id, { session, tag })),
  ]);
  const classes = dataset.tags.map(({ id, name, color }, index) => ({
    id,
    name,
    color,
    images: counts[index] ?? 0,
  }));
  return { dataset, images, classes: classes.filter((each) => each.images > 0), unlabelled };
}
