/** Sends changed images to all lists on the page, so that a change shows at once wherever the image appears. */
import type { ListedImage } from '../../../../client/src/curate/records.ts';

/** The changed images by id; null for one that left the dataset. */
export type ImageNews = ReadonlyMap<string, ListedImage | null>;

/** The news of an image, with the thumbnail that is shown: what was read for a selection has none. */
export const withPicture = (
  news: ListedImage | null | undefined,
  { thumbnail }: ListedImage,
): ListedImage | null => (news ? { ...(thumbnail !== undefined && { thumbnail }), ...news } : null);

type Listener = (news: ImageNews) => void;

const listeners = new Map<string, Set<Listener>>();

export function onImageNews(dataset: string, listener: Listener): () => void {
  const all = listeners.get(dataset) ?? new Set();
  listeners.set(dataset, all);
  all.add(listener);
  return () => {
    all.delete(listener);
    if (all.size === 0) listeners.delete(dataset);
  };
}

export const hasImageNewsListener = (dataset: string): boolean => listeners.has(dataset);

export function publishImageNews(dataset: string, news: ImageNews): void {
  for (const listener of listeners.get(dataset) ?? []) listener(news);
}
