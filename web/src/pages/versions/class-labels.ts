/** The classes of a version and their labels: converts the form's values to what the service accepts. Pure. */
import type { Tag } from '../../data/records/tags.ts';

/** What becomes of one tag. */
export interface ClassLabel {
  isIncluded: boolean;
  label: string;
}

/** By tag id. Tags that are missing here keep their usual label. */
export type ClassLabels = Readonly<Record<string, ClassLabel>>;

type Named = Pick<Tag, 'id' | 'name' | 'unclassified'>;

/** Tags for unclassified data are left out unless they are included explicitly (Spec 2.2). */
export const usualLabel = ({ name, unclassified }: Named): ClassLabel => ({
  isIncluded: !unclassified,
  label: name,
});

export const labelOf = (labels: ClassLabels, tag: Named): ClassLabel => labels[tag.id] ?? usualLabel(tag);

/**
 * The `tagmap` parameter; undefined if no class differs from the usual. Otherwise it contains all classes: if one is merged into
 * another, both need the same label, and the service would rename a class that is missing here.
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
