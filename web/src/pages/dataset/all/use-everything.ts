import { type Dispatch, type SetStateAction, useRef } from 'react';
import type { ListedImage } from '../../../../../client/src/curate/records.ts';
import { allShown } from '../../../data/changes/change-all.ts';
import type { ImageList } from '../../../data/images/image-list.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import { type FilterState, toImageFilter } from '../filter.ts';
import { type Selection, selectAll, selectShown } from '../selection.ts';
import { fitsFilter } from './fits.ts';
import type { Choose } from './use-choosing.ts';

interface Page {
  dataset: Dataset;
  filter: FilterState;
  groups: { total: number };
  lists: ReadonlyMap<string, ImageList>;
  setSelection: Dispatch<SetStateAction<Selection>>;
  choose: Choose;
}

/** @returns what selects all that the filter shows */
export function useEverything({
  dataset: { id },
  filter,
  groups: { total },
  lists,
  setSelection,
  choose,
}: Page) {
  const shown = JSON.stringify([id, toImageFilter(filter)]);
  const current = useRef(shown);
  current.current = shown;
  return () => {
    // The button that was pressed will be gone.
    document.querySelector<HTMLElement>('[aria-multiselectable]')?.focus({ preventScroll: true });
    const loaded = [...loadedIn(lists)];
    // What was changed here stays on the page, but the filter no longer shows it.
    const fitting = loaded.filter((image) => fitsFilter(image, toImageFilter(filter))).map(({ id }) => id);
    if (loaded.length >= total) return setSelection((before) => selectAll(before, fitting));
    choose(total, async () => {
      const all = await allShown(id, toImageFilter(filter));
      // Others are shown by now.
      if (current.current === shown) setSelection((before) => selectShown(before, all));
    });
  };
}

/** All images that this page has loaded. */
function* loadedIn(lists: ReadonlyMap<string, ImageList>): Generator<ListedImage> {
  for (const list of lists.values()) for (const { items } of list.store.get().ranges.all) yield* items;
}
