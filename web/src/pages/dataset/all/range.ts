/** A range of the timeline, from one image to another, of which not all are loaded. Pure. */
import type { ImageFilter } from '../../../../../client/src/curate/records.ts';
import type { Spot } from '../selection.ts';
import type { ListedGroup } from '../use-lists.ts';

export const sizeOfRange = (anchor: Spot, focus: Spot): number => Math.abs(anchor.at - focus.at) + 1;

/** The part of a range in a group, newest first. Ends of null are those of the group. */
export interface Part {
  filter: ImageFilter;
  ends: readonly [newest: Spot | null, oldest: Spot | null];
}

/** Null if an end is not loaded, or a group in between is not known yet: only what is loaded can be selected then. */
export function partsOf(groups: readonly ListedGroup[], anchor: Spot, focus: Spot): Part[] | null {
  if (anchor.id === null || focus.id === null) return null;
  const [low, high] = anchor.at < focus.at ? [anchor, focus] : [focus, anchor];
  const parts: Part[] = [];
  let first = 0;
  for (const { filter, size, isOldestFirst = false } of groups) {
    const [from, to] = [first, first + size.count];
    first = to;
    if (to <= low.at || from > high.at) continue;
    if (!filter) return null;
    const [start, end] = [low.at >= from ? low : null, high.at < to ? high : null];
    parts.push({ filter, ends: isOldestFirst ? [end, start] : [start, end] });
  }
  return parts;
}
