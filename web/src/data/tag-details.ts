import type { Tag } from './datasets.ts';

/** What the list on the dataset's record leaves out: Spec 2.2 has neither. */
export type TagDetails = Pick<Tag, 'id' | 'key'> & { order: number | null };

/** The classes in the order that people gave them. */
export function withDetails(tags: readonly Tag[], details: readonly TagDetails[]): Tag[] {
  const known = new Map(details.map((each) => [each.id, each]));
  return tags
    .map((tag) => {
      const { key, order } = known.get(tag.id) ?? {};
      return { ...tag, key: key ?? tag.key, order: order ?? tag.order };
    })
    .toSorted((a, b) => a.order - b.order);
}
