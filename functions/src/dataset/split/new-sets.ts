import type { TrainingSet } from '../../../../packages/records/src/lists.ts';
import type { PackedImages } from './packed-images.ts';
import type { Split } from './split.ts';

/** The sets that a split assigned to images without one, by the ids of the images. */
export function* newSets(
  images: PackedImages,
  { setOf }: Pick<Split, 'setOf'>,
): Generator<[image: string, set: TrainingSet]> {
  for (let index = 0; index < images.length; index += 1) {
    const given = setOf(index);
    if (given !== undefined && given !== images.set(index)) yield [images.id(index), given];
  }
}
