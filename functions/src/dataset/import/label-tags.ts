/** Which tag each label of an archive becomes. */
import type { Tag } from '../../common/model.ts';
import { toLabel } from '../csv/label.ts';
import { folderNames } from '../formats/file-names.ts';
import { foldName } from '../zip/safe-name.ts';
import { isNormalName } from '../zip/zip-folders.ts';
import type { ImportFormat } from './import-format.ts';
import { LONGEST_NAME, type TagMap } from './parse-tag-map.ts';

/** An existing tag with its id, one that the run makes, or none for a label that is left out. */
export type LabelTag =
  | { tag: string; name: string; isNew: false }
  | { tag: null; name: string; isNew: true }
  | { tag: null; name: null; isNew: false };

export type TagOf = (label: string) => LabelTag;

export const NONE: LabelTag = { tag: null, name: null, isNew: false };

type KnownTag = Pick<Tag, 'id' | 'name'>;

/**
 * The tag map decides first, by a tag's id or name; then the tag with the label's name, or whose name an export would write
 * like the label; otherwise a new tag gets the label as its name.
 */
export function labelTags(tags: readonly KnownTag[], tagMap: TagMap, format: ImportFormat): TagOf {
  const ids = new Map(tags.map((tag) => [tag.id, tag]));
  const names = namesOf(tags, format);
  return (label) => {
    const given = tagMap.get(label);
    if (given === null) return NONE;
    const found =
      given === undefined
        ? (names.get(label) ?? names.get(foldName(label)))
        : (ids.get(given) ?? names.get(given));
    const name = found?.name ?? newName(given ?? label);
    // What is left of the label may be the name of a tag.
    const tag = found ?? names.get(name);
    if (tag) return { tag: tag.id, name: tag.name, isNew: false };
    return name === '' ? NONE : { tag: null, name, isNew: true };
  };
}

/** The first entry of a name counts: exact names come before what formats make of them. */
function namesOf(tags: readonly KnownTag[], format: ImportFormat): Map<string, KnownTag> {
  const names = new Map<string, KnownTag>();
  const note = (name: string | null | undefined, tag: KnownTag) => {
    if (name && !names.has(name)) names.set(name, tag);
  };
  for (const tag of tags) note(tag.name, tag);
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
