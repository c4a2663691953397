/** Which tag each label of an archive becomes. Two labels never become one tag, unless the tag map says so. */

import { toLabel } from '../../../../../packages/formats/csv/label.ts';
import type { ImportFormat } from '../../../../../packages/formats/formats.ts';
import { folderNames } from '../../../../../packages/formats/src/write/file-names.ts';
import { foldName } from '../../../../../packages/formats/src/write/safe-name.ts';
import { isNormalName } from '../../../../../packages/records/src/normal-name.ts';
import type { Tag } from '../../../common/model.ts';
import { LONGEST_NAME, type TagMap } from './parse-tag-map.ts';
import type { TagMarks } from './tag-marks.ts';

/** An existing tag with its id, one that the run makes, or none for a label that is left out. */
export type LabelTag =
  | { tag: string; name: string; isNew: false }
  | { tag: null; name: string; isNew: true }
  | { tag: null; name: null; isNew: false };

export const NONE: LabelTag = { tag: null, name: null, isNew: false };

type KnownTag = Pick<Tag, 'id' | 'name'>;

interface Rules {
  tagMap: TagMap;
  format: ImportFormat;
  /** Tags that an earlier run of the same import made. */
  marks: TagMarks;
}

/**
 * The tag map decides first, by a tag's id or name; then the tag that this import has made for the label; then the tag with the
 * label's name. A tag whose name an export would write like the label is meant if no other label has it. All other labels get
 * new tags.
 */
export function labelTags(
  labels: readonly string[],
  tags: readonly KnownTag[],
  rules: Rules,
): Map<string, LabelTag> {
  const found = new Map<string, LabelTag>();
  /** Names that labels have got. */
  const taken = new Set<string>();
  const stages = [...stagesOf(tags, rules, taken), nextName(namesOf(tags), taken)];
  for (const stage of stages)
    for (const label of labels) {
      const tag = found.has(label) ? undefined : stage(label);
      if (!tag) continue;
      found.set(label, tag);
      if (tag.name !== null) taken.add(tag.name);
    }
  return new Map(labels.map((label) => [label, found.get(label) ?? NONE]));
}

/** The tag of a label, if this way finds one. */
type Stage = (label: string) => LabelTag | undefined;

function stagesOf(
  tags: readonly KnownTag[],
  { tagMap, format, marks }: Rules,
  taken: ReadonlySet<string>,
): Stage[] {
  const ids = new Map(tags.map((tag) => [tag.id, tag]));
  const names = namesOf(tags);
  const given = new Set(tagMap.values());
  const own = new Map(tags.map((tag) => [marks.markIn(tag.id), tag]));
  const similar = similarNames(
    tags.filter(({ id }) => marks.markIn(id) === null),
    format,
  );
  return [
    (label) => {
      const to = tagMap.get(label);
      if (to === undefined) return undefined;
      return to === null ? NONE : (asFound(ids.get(to) ?? names.get(to)) ?? asNew(to));
    },
    (label) => asFound(own.get(marks.of(label))),
    (label) => asFound(names.get(label)) ?? (given.has(label) ? asNew(label) : undefined),
    (label) => {
      const tag = names.get(newName(label)) ?? similar.get(label) ?? similar.get(foldName(label));
      return tag && !taken.has(tag.name) ? asFound(tag) : undefined;
    },
  ];
}

/** A tag of the label's name, with a number if another label has it. */
const nextName =
  (names: ReadonlyMap<string, KnownTag>, taken: ReadonlySet<string>): Stage =>
  (label) => {
    const wanted = newName(label);
    if (wanted === '') return NONE;
    let name = wanted;
    for (let next = 2; taken.has(name); next += 1) name = `${wanted.slice(0, LONGEST_NAME - 8)} (${next})`;
    return asFound(names.get(name)) ?? asNew(name);
  };

const asFound = (tag: KnownTag | undefined): LabelTag | undefined =>
  tag && { tag: tag.id, name: tag.name, isNew: false };

function asNew(label: string): LabelTag {
  const name = newName(label);
  return name === '' ? NONE : { tag: null, name, isNew: true };
}

const namesOf = (tags: readonly KnownTag[]): Map<string, KnownTag> =>
  new Map(tags.toReversed().map((tag) => [tag.name, tag]));

/** Tags by what formats make of their names. The first entry counts. */
function similarNames(tags: readonly KnownTag[], format: ImportFormat): Map<string, KnownTag> {
  const names = new Map<string, KnownTag>();
  const note = (name: string | null | undefined, tag: KnownTag) => {
    if (name && !names.has(name)) names.set(name, tag);
  };
  // Folders of parts without defects have this name.
  if (format === 'masks') for (const tag of tags) if (isNormalName(tag.name)) note('good', tag);
  const folders = folderNames(tags.map(({ name }) => name));
  for (const [at, tag] of tags.entries()) note(folders[at], tag);
  for (const tag of tags) note(toLabel(tag.name), tag);
  for (const tag of tags) note(foldName(tag.name), tag);
  return names;
}

/** A label as the name of a tag: one line of visible text. */
const newName = (label: string): string =>
  label
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .toWellFormed();
