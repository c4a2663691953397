/** A tag; people call it a class. */
export interface Tag {
  id: string;
  name: string;
  /** A CSS color for both themes: its own, else one from the palette. */
  color: string;
  /** The color that somebody chose for it, else `''`. */
  ownColor: string;
  /** The shortcut that somebody chose for it, one character, else `''`. Lists of datasets leave it empty. */
  key: string;
  order: number;
  imageCounter: number;
  annotationCounter: number;
  unclassified: boolean;
  /** Parts of this class are bad. */
  bad: boolean;
}

/** The name of a tag by its id; the id itself of a class that is in none of these. */
export const nameIn =
  (tags: readonly Pick<Tag, 'id' | 'name'>[]) =>
  (tag: string): string =>
    tags.find(({ id }) => id === tag)?.name ?? tag;

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
