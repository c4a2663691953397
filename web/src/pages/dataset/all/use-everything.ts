import { type Dispatch, type SetStateAction, useRef } from 'react';
import { allShown } from '../../../data/changes/change-all.ts';
import type { ImageList } from '../../../data/images/image-list.ts';
import type { Dataset } from '../../../data/records/datasets.ts';
import { type FilterState, toImageFilter } from '../filter.ts';
import { type Selection, selectAll, selectShown } from '../selection.ts';
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
    if (loaded.length >= total) return setSelection((before) => selectAll(before, loaded));
    choose(total, async () => {
      const all = await allShown(id, toImageFilter(filter));
      // Others are shown by now.
      if (current.current === shown) setSelection((before) => selectShown(before, all));
    });
  };
}

/** Ids of all images that this page has loaded. */
function* loadedIn(lists: ReadonlyMap<string, ImageList>): Generator<string> {
  for (const list of lists.values())
    for (const { items } of list.store.get().ranges.all) for (const { id } of items) yield id;
}
