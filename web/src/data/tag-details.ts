import type { Tag } from './datasets.ts';

/** Key and order of a class. The list in the dataset's record has neither (Spec 2.2). */
export type TagDetails = Pick<Tag, 'id' | 'key'> & { order: number | null };

/** The classes with their keys, in the order that people have chosen. */
export function withDetails(tags: readonly Tag[], details: readonly TagDetails[]): Tag[] {
  const known = new Map(details.map((each) => [each.id, each]));
  return tags
    .map((tag) => {
      const { key, order } = known.get(tag.id) ?? {};
      return { ...tag, key: key ?? tag.key, order: order ?? tag.order };
    })
    .toSorted((a, b) => a.order - b.order);
}
