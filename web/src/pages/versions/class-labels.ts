/** Which classes a version has, and under which labels: what the form holds, and what the service takes. Pure. */
import type { Tag } from '../../data/tags.ts';

/** Of one tag. */
export interface ClassLabel {
  isIncluded: boolean;
  label: string;
}

/** By tag id; a tag that is absent stays as it is. */
export type ClassLabels = Readonly<Record<string, ClassLabel>>;

type Named = Pick<Tag, 'id' | 'name' | 'unclassified'>;

/** Tags for unclassified data are no class of a version unless somebody says so (Spec 2.2). */
export const usualLabel = ({ name, unclassified }: Named): ClassLabel => ({
  isIncluded: !unclassified,
  label: name,
});

export const labelOf = (labels: ClassLabels, tag: Named): ClassLabel => labels[tag.id] ?? usualLabel(tag);

/**
 * What `tagmap` says; undefined where every class is as usual. It then names all classes: one that is merged into another
 * has that one's label, and the service would give the other one a different label unless it is named as well.
 */
export function toTagMap(
  tags: readonly Named[],
  labels: ClassLabels,
): Record<string, string | null> | undefined {
  const isUsual = (tag: Named) => {
    const [now, usual] = [labelOf(labels, tag), usualLabel(tag)];
    return (
      now.isIncluded === usual.isIncluded && (!now.isIncluded || now.label.trim() === usual.label.trim())
    );
  };
  if (tags.every(isUsual)) return undefined;
  return Object.fromEntries(
    tags.map((tag) => {
      const { isIncluded, label } = labelOf(labels, tag);
      return [tag.id, isIncluded ? label.trim() || tag.name : null];
    }),
  );
}

/** A tag with its label, which shows where two classes are merged. */
export function toLabelled(
  { id, name }: Pick<Tag, 'id' | 'name'>,
  tagmap: Record<string, string | null> | string | undefined,
): { id: string; name: string } {
  const label = typeof tagmap === 'object' && Object.hasOwn(tagmap, id) ? tagmap[id] : name;
  return { id, name: label && label !== name ? `${name} → ${label}` : name };
}
