import { hasImageNewsListener, publishImageNews } from './image-bus.ts';

/** Reads images that were changed elsewhere, and shows them as they are, if any list is shown. */
export async function showCurrent(dataset: string, ids: readonly string[]): Promise<void> {
  if (document.hidden || ids.length === 0 || !hasImageNewsListener(dataset)) return;
  const { readImages } = await import('./read-images.ts');
  publishImageNews(dataset, await readImages(ids).catch(() => new Map()));
}
