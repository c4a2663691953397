import type { ListedImage } from '../../../../client/src/curate/records.ts';
import type { Tag } from '../../data/records/tags.ts';

export type CountedLabel = Pick<Tag, 'id' | 'name' | 'color'> & { count: number };

/** The classes that an image, its annotations and its masks have, in the order of the classes. Pure. */
export function countLabels(
  { tag, tags: annotations, masks }: Pick<ListedImage, 'tag' | 'tags' | 'masks'>,
  tags: readonly Pick<Tag, 'id' | 'name' | 'color'>[],
): CountedLabel[] {
  const own = [
    ...(tag === null ? [] : [tag]),
    ...annotations.map((each) => each.tag),
    ...masks.map((each) => each.tag),
  ];
  return tags.flatMap(({ id, name, color }) => {
    const count = own.filter((each) => each === id).length;
    return count > 0 ? [{ id, name, color, count }] : [];
  });
}
