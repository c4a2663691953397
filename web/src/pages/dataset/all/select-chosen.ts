import type { Dispatch, SetStateAction } from 'react';
import type { ListedImage } from '../../../../../client/src/curate/records.ts';
import { readBetween } from '../../../data/changes/read-between.ts';
import { readImages } from '../../../data/images/read-images.ts';
import type { Selection, Spot } from '../selection.ts';
import type { ListedGroup } from '../use-lists.ts';
import { type Part, partsOf, sizeOfRange } from './range.ts';
import type { Choose } from './use-choosing.ts';

export interface Page {
  dataset: string;
  groups: readonly ListedGroup[];
  setSelection: Dispatch<SetStateAction<Selection>>;
  choose: Choose;
  /** Takes images that no list has loaded. */
  learn: (images: readonly ListedImage[]) => void;
}

/** Selects what is chosen in the grid. Of a range, what is not loaded is read first. */
export function selectChosen(next: Selection, { dataset, groups, setSelection, choose, learn }: Page): void {
  const { anchor, focus } = next;
  const parts = anchor && focus && next.isCut ? partsOf(groups, anchor, focus) : null;
  setSelection(parts ? (before) => ({ ...before, anchor, focus, isCut: true }) : next);
  if (!parts) return;
  choose(sizeOfRange(anchor as Spot, focus as Spot), async () => {
    const found = await Promise.all(parts.map((part) => readPart(dataset, part)));
    const images = found.flatMap((each) => each ?? []);
    learn(images);
    // Of a range whose end is gone, what is loaded is selected.
    const whole = found.includes(null)
      ? next
      : { ...next, isCut: false, ids: new Set([...next.ids, ...images.map(({ id }) => id)]) };
    // Unless something else has been selected.
    setSelection((now) => (now.anchor === anchor && now.focus === focus ? whole : now));
  });
}

/** Null if an end of it is gone. */
async function readPart(dataset: string, { filter, ends }: Part): Promise<ListedImage[] | null> {
  const ids = ends.map((end) => end?.id ?? null);
  const known = await readImages(ids.filter((id) => id !== null));
  const [newest, oldest] = ids.map((id) => (id === null ? null : known.get(id)));
  return newest === undefined || oldest === undefined ? null : readBetween(dataset, filter, [newest, oldest]);
}
