import type { RawFile, RawPrediction } from '../../../../../packages/formats/src/runs/raw.ts';
import { classNames } from '../../../../../packages/formats/src/write/class-names.ts';
import { isId } from '../../../common/ids.ts';
import type { Tag } from '../../../common/model.ts';
import type { Version } from '../../../common/versions/version-ports.ts';
import type { TagMap } from '../../import/labels/parse-tag-map.ts';

/** What a class is called in the file, and the tag that it means; null for none. */
export interface LabelTag {
  label: string;
  tag: string | null;
}

export type FindTag = (label: RawPrediction['label']) => Promise<LabelTag>;

interface Known {
  tags: readonly Pick<Tag, 'id' | 'name'>[];
  version: Pick<Version, 'parameters'> | null;
  tagMap: TagMap;
}

/** Labels of a file that are looked up; further ones mean no tag. */
const MOST_LABELS = 2000;

/**
 * Finds tags, each once: the tag map decides first, by a tag's id or name; then the class of the version with this number or
 * name; then the tag with this id or name. A tag that was merged into another one means that one.
 */
export function tagFinder(
  { tags, version, tagMap }: Known,
  names: RawFile['names'],
  resolveTag: (id: string) => Promise<string | null | undefined>,
): FindTag {
  const classes: ReadonlyMap<string, string> = version ? classNames(version.parameters) : new Map();
  const numbered = names ?? [...new Set(classes.values())];
  const ofClass = new Map(Array.from(classes, ([tag, name]) => [name, tag] as const).reverse());
  const ofName = new Map(tags.toReversed().map(({ id, name }) => [name, id]));
  const ids = new Set(tags.map(({ id }) => id));
  const tagOf = async (label: string): Promise<string | null> => {
    const wanted = tagMap.has(label) ? tagMap.get(label) : (ofClass.get(label) ?? label);
    if (wanted === null || wanted === undefined) return null;
    const id = ids.has(wanted) ? wanted : (ofName.get(wanted) ?? wanted);
    return isId(id) ? ((await resolveTag(id)) ?? null) : null;
  };
  const found = new Map<string, Promise<LabelTag>>();
  return (given) => {
    const label = typeof given === 'string' ? given : (numbered[given] ?? `class ${given}`);
    let tag = found.get(label);
    if (!tag) {
      const isKnown = found.size < MOST_LABELS;
      tag = (isKnown ? tagOf(label) : Promise.resolve(null)).then((id) => ({ label, tag: id }));
      if (isKnown) found.set(label, tag);
    }
    return tag;
  };
}
