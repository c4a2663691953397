import type { ImageList } from '../../../data/images/image-list.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import { type FilterState, isFiltered, toImageFilter } from '../filter.ts';
import { useVersion } from '../grid/grid.tsx';
import { fitsFilter } from './fits.ts';

/** Number of the images that the page shows: without those on it that the filter no longer shows, because they were changed here. */
export function useShown(
  { imageCounter }: Dataset,
  state: FilterState,
  total: number,
  lists: ReadonlyMap<string, ImageList>,
): number {
  useVersion(lists);
  // The counter of the dataset is often ahead of those of its sessions.
  if (!isFiltered(state)) return Math.max(total, imageCounter);
  const filter = toImageFilter(state);
  let changed = 0;
  for (const list of lists.values())
    for (const { items } of list.store.get().ranges.all)
      changed += items.filter((image) => !fitsFilter(image, filter)).length;
  return Math.max(0, total - changed);
}
