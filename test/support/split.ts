/** Images as input of the split, and its result by their ids. */

import {
  type GroupMode,
  gatherGroups as gatherPacked,
  groupName,
} from '../../functions/src/dataset/split/groups.ts';
import { PackedImages, type SplitImage } from '../../functions/src/dataset/split/packed-images.ts';
import type { Percentages } from '../../functions/src/dataset/split/percentages.ts';
import { placeOf } from '../../functions/src/dataset/split/place.ts';
import { splitImages as splitPacked } from '../../functions/src/dataset/split/split.ts';
import type { TrainingSet } from '../../packages/records/src/lists.ts';
import { perSet } from '../../packages/records/src/per-set.ts';

/** An image without session, tag and look. */
export const splitImage = (fields: Partial<SplitImage> & { id: string }): SplitImage => ({
  set: 'PREDETERMINED',
  session: '',
  date: 0,
  look: '',
  tags: [],
  ...fields,
});

function packed(images: readonly SplitImage[]): PackedImages {
  const all = new PackedImages();
  for (const image of images) all.add(image);
  return all;
}

/** Cuts as pairs of frames. */
const toCuts = <T extends { earlier: Uint32Array; later: Uint32Array }>({ earlier, later, ...rest }: T) => ({
  ...rest,
  places: Array.from(earlier, (index, at) => ({ earlier: index, later: later[at] as number })),
});

/** The groups with their names, in the order in which they come. */
export function gatherGroups(images: readonly SplitImage[], mode: GroupMode, limit: number) {
  const { members: all, starts, cuts } = gatherPacked(packed(images), mode, limit);
  const groups = Array.from(starts.subarray(1), (end, at) => {
    const members = [...all.slice(starts[at], end)];
    const frames = members.map((index) => images[index] as SplitImage);
    const earliest = frames.sort((a, b) => a.date - b.date || (a.id < b.id ? -1 : 1))[0] as SplitImage;
    const name = groupName(earliest, mode);
    return { name, place: placeOf(name), members };
  });
  return { groups, cuts: cuts && toCuts(cuts) };
}

/** A split with its sets by the ids of the images. */
export function splitImages(
  images: readonly SplitImage[],
  asked: Percentages,
  mode: GroupMode,
  copies: readonly string[][] | null = null,
) {
  const split = splitPacked(packed(images), asked, mode, copies);
  const sets = new Map<string, TrainingSet>();
  for (const [index, { id }] of images.entries()) {
    const set = split.setOf(index);
    if (set) sets.set(id, set);
  }
  return { ...split, sets, places: split.cuts ? toCuts(split.cuts).places : [] };
}

/** Set by image id, if sessions are kept together. */
export const setsBySession = (
  images: readonly SplitImage[],
  asked: Percentages,
  mode: GroupMode = 'session',
): Map<string, TrainingSet> => splitImages(images, asked, mode).sets;

export function countSets(sets: ReadonlyMap<string, TrainingSet>, only?: readonly SplitImage[]) {
  const counts = perSet(() => 0);
  const ids = only && new Set(only.map(({ id }) => id));
  for (const [id, set] of sets) if (!ids || ids.has(id)) counts[set] += 1;
  return counts;
}
