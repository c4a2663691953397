/** The lists of a dataset's timeline: one for each group, or one for the images that match a filter. */
import { useEffect, useMemo, useRef } from 'react';
import type { ImageFilter } from '../../../../client/src/curate/records.ts';
import { onImageNews } from '../../data/images/image-bus.ts';
import { ImageList, type ListSize } from '../../data/images/image-list.ts';
import { listSource } from '../../data/images/list-source.ts';

export interface ListedGroup {
  id: string;
  /** Null while only the number of its images is known. */
  filter: ImageFilter | null;
  size: ListSize;
  isOldestFirst?: boolean;
}

/**
 * Lists by group, kept while the page shows this dataset and filter.
 * @param changes with another number they are read anew
 */
export function useLists(
  dataset: string,
  groups: readonly ListedGroup[],
  changes: number,
): ReadonlyMap<string, ImageList> {
  const kept = useRef(new Map<string, ImageList>());
  const lists = useMemo(() => {
    const next = new Map<string, ImageList>();
    const byGroup = new Map<string, ImageList>();
    for (const { id, filter, size, isOldestFirst = false } of groups) {
      if (!filter) continue;
      const key = `${dataset} ${id} ${changes} ${isOldestFirst} ${JSON.stringify(filter)}`;
      const list = kept.current.get(key) ?? new ImageList(listSource(dataset, filter), size, isOldestFirst);
      list.resize(size);
      next.set(key, list);
      byGroup.set(id, list);
    }
    kept.current = next;
    return byGroup;
  }, [dataset, groups, changes]);
  useEffect(
    () =>
      onImageNews(dataset, (news) => {
        for (const list of kept.current.values()) list.update(news);
      }),
    [dataset],
  );
  return lists;
}
