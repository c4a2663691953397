import type { VersionTag } from '../../../records/src/version-counts.ts';

/** What a version says of its classes. `tagmap`: tag id to class name; null leaves the tag out. */
export interface ClassParameters {
  tags: readonly VersionTag[];
  tagmap: Readonly<Record<string, string | null>>;
}

/** Tag id to class name, in the order of the tags. Tags without a class are not in it. */
export type ClassNames = ReadonlyMap<string, string>;

/**
 * Class names of a version's tags: from the tag map, otherwise the tag's name. A tag for unclassified data (Spec 2.2) gives
 * no class unless the tag map names it. Tags to which the map gives the same name are one class. If two tags have the same
 * name without the map, the second one gets ` (2)`.
 */
export function classNames({ tags, tagmap }: ClassParameters): ClassNames {
  const names = new Map<string, string>();
  const used = new Set(Object.values(tagmap).filter((name) => name !== null));
  for (const { id, name, unclassified } of tags) {
    const isMapped = Object.hasOwn(tagmap, id);
    const given = isMapped ? tagmap[id] : unclassified ? null : freeName(name, used);
    if (given) names.set(id, given);
  }
  return names;
}

function freeName(name: string, used: Set<string>): string {
  let free = name;
  for (let next = 2; used.has(free); next += 1) free = `${name} (${next})`;
  used.add(free);
  return free;
}
