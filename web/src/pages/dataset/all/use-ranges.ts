import { type Dispatch, type SetStateAction, useState } from 'react';
import type { ListedImage } from '../../../../../client/src/curate/records.ts';
import { attempt } from '../../../app/state/undo-history.ts';
import { readBetween } from '../../../data/changes/read-between.ts';
import { readImages } from '../../../data/images/read-images.ts';
import { useText } from '../../../text/use-text.tsx';
import type { Selection, Spot } from '../selection.ts';
import type { ListedGroup } from '../use-lists.ts';
import { isIncomplete, type Part, partsOf, sizeOfRange } from './range.ts';

interface Page {
  dataset: string;
  groups: readonly ListedGroup[];
  setSelection: Dispatch<SetStateAction<Selection>>;
  /** Takes images that no list has loaded. */
  learn: (images: readonly ListedImage[]) => void;
}

/**
 * Selects what is chosen in the grid. Of a range, what is not loaded is read first.
 * @returns `choosing`: how many images are being read; 0 if none
 */
export function useRanges({ dataset, groups, setSelection, learn }: Page) {
  const text = useText();
  const [choosing, setChoosing] = useState(0);
  const choose = (next: Selection) => {
    const { anchor, focus } = next;
    const parts = anchor && focus && isIncomplete(next) ? partsOf(groups, anchor, focus) : null;
    if (!parts) return setSelection(next);
    setSelection((before) => ({ ...before, anchor, focus }));
    setChoosing(sizeOfRange(anchor as Spot, focus as Spot));
    const read = async () => {
      const found = await Promise.all(parts.map((part) => readPart(dataset, part)));
      const images = found.flatMap((each) => each ?? []);
      learn(images);
      // Of a range whose end is gone, what is loaded is selected.
      const whole = found.includes(null) ? next : { ...next, ids: new Set(images.map(({ id }) => id)) };
      // Unless something else has been selected.
      setSelection((now) => (now.anchor === anchor && now.focus === focus ? whole : now));
    };
    void attempt(read, text).finally(() => setChoosing(0));
  };
  return { choose, choosing };
}

/** Null if an end of it is gone. */
async function readPart(dataset: string, { filter, ends }: Part): Promise<ListedImage[] | null> {
  const ids = ends.map((end) => end?.id ?? null);
  const known = await readImages(ids.filter((id) => id !== null));
  const [newest, oldest] = ids.map((id) => (id === null ? null : known.get(id)));
  return newest === undefined || oldest === undefined ? null : readBetween(dataset, filter, [newest, oldest]);
}
