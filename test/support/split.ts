/** Images as input of the split, and its result. */
import { perSet, type TrainingSet } from '../../functions/src/dataset/split/cuts.ts';
import type { GroupMode, SplitImage } from '../../functions/src/dataset/split/groups.ts';
import type { Percentages } from '../../functions/src/dataset/split/percentages.ts';
import { splitImages } from '../../functions/src/dataset/split/split.ts';

/** An image without session, tag and look. */
export const splitImage = (fields: Partial<SplitImage> & { id: string }): SplitImage => ({
  set: 'PREDETERMINED',
  session: '',
  date: 0,
  look: '',
  tags: [],
  ...fields,
});

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
