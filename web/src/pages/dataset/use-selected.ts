/** The selected images, including those that their lists no longer keep because they were scrolled far out of view. */
import { useCallback, useEffect, useRef } from 'react';
import type { ListedImage } from '../../../../client/src/curate/records.ts';
import { onImageNews } from '../../data/images/image-bus.ts';
import type { ImageList } from '../../data/images/image-list.ts';

/**
 * @returns `selected` returns the selected images as they are when it is called; `learn` takes images that no list has loaded,
 *   before they are selected
 */
export function useSelected(
  dataset: string,
  lists: ReadonlyMap<string, ImageList>,
  ids: ReadonlySet<string>,
): { selected: () => ListedImage[]; learn: (images: readonly ListedImage[]) => void } {
  const seen = useRef<ReadonlyMap<string, ListedImage>>(new Map());
  seen.current = remember(seen.current, lists, ids);
  useEffect(
    () =>
      onImageNews(dataset, (news) => {
        const now = [...seen.current].map(
          ([id, image]) => [id, news.has(id) ? news.get(id) : image] as const,
        );
        seen.current = new Map(now.filter((each): each is readonly [string, ListedImage] => !!each[1]));
      }),
    [dataset],
  );
  const selected = useCallback(() => [...remember(seen.current, lists, ids).values()], [lists, ids]);
  const learn = useCallback((images: readonly ListedImage[]) => {
    seen.current = new Map([...images.map((image) => [image.id, image] as const), ...seen.current]);
  }, []);
  return { selected, learn };
}

/** Images that a list has loaded replace those that were remembered earlier. */
function remember(
  seen: ReadonlyMap<string, ListedImage>,
  lists: ReadonlyMap<string, ImageList>,
  ids: ReadonlySet<string>,
): ReadonlyMap<string, ListedImage> {
  if (ids.size === 0) return NOTHING;
  const known = new Map([...seen].filter(([id]) => ids.has(id)));
  for (const list of lists.values())
    for (const { items } of list.store.get().ranges.all)
      for (const image of items) if (ids.has(image.id)) known.set(image.id, image);
  return known;
}

const NOTHING: ReadonlyMap<string, ListedImage> = new Map();
