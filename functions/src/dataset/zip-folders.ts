import type { DatasetType, ImageRecord, Tag } from '../common/model.ts';
import { foldName, toSafeName } from './safe-name.ts';

/** At the top of the archive where something could not be read (Contract 4); no folder may bear its name. */
export const ERRORS_FILE = 'errors.txt';
export const ANNOTATIONS_FILE = 'annotations.json';
export const UNCLASSIFIED_FOLDER = 'Unclassified';

/** Contract 4: what the tag of a flawless part is called, any case. */
const NORMAL_NAMES = new Set(['normal', 'good', 'ok']);
/** Shorter than file names, because Windows counts the whole path. */
const MAX_FOLDER_BYTES = 100;

export type FiledImage = Pick<ImageRecord, 'tag' | 'tags' | 'tagsContained' | 'masks'>;

/** A folder that an image goes to. `maskTag`: the masks of this tag go to `Masks/` in it. */
export interface Folder {
  path: string;
  maskTag?: string;
}

/** The folders of an image; one at least, and as many as it has defects for MULTILABEL. */
export type FolderRule = (image: FiledImage) => readonly Folder[];

/**
 * Where the images of a dataset stand in its archive (Spec 4.1, Contract 4). A tag that is not among the dataset's, or
 * that stands for unclassified data, counts as no tag. Folders bear the tags' names made safe; the second of two that
 * would be the same gets ` (2)`, in the order of the tags, whichever images are asked for.
 */
export function folderRule(type: DatasetType, tags: readonly Tag[]): FolderRule {
  if (type === 'imageObjectDetection') return () => [{ path: 'images' }];
  const classified = tags.filter((tag) => !tag.unclassified);
  return type === 'MULTILABEL' ? defectRule(classified) : labelRule(classified);
}

function labelRule(tags: readonly Tag[]): FolderRule {
  const names = nameFolders(tags, [ERRORS_FILE, UNCLASSIFIED_FOLDER]);
  return ({ tag }) => [{ path: (tag === null ? undefined : names.get(tag)) ?? UNCLASSIFIED_FOLDER }];
}

function defectRule(tags: readonly Tag[]): FolderRule {
  const names = nameFolders(tags, ['0']);
  const normal = new Set(tags.filter(isNormal).map(({ id }) => id));
  return (image) => {
    const contained = containedTags(image);
    const known = [...names.keys()].filter((id) => contained.has(id));
    const defects = known.filter((id) => !normal.has(id));
    if (defects.length > 0) return defects.map((id) => ({ path: `Anomaly/${names.get(id)}`, maskTag: id }));
    return [{ path: known.length > 0 ? 'Normal' : 'Anomaly/0' }];
  };
}

const isNormal = ({ name }: Tag): boolean => NORMAL_NAMES.has(name.trim().toLowerCase());

/** The list on the record, and what stands in its parts, in case the two differ. */
const containedTags = ({ tag, tags, tagsContained, masks }: FiledImage): ReadonlySet<string | null> =>
  new Set([tag, ...tagsContained, ...tags.map((each) => each.tag), ...masks.map((each) => each.tag)]);

function nameFolders(tags: readonly Tag[], reserved: readonly string[]): ReadonlyMap<string, string> {
  const used = new Set(reserved.map(foldName));
  const names = new Map<string, string>();
  for (const { id, name } of tags) {
    const safe = toSafeName(name, toSafeName(id, 'tag', MAX_FOLDER_BYTES), MAX_FOLDER_BYTES);
    let free = safe;
    for (let next = 2; used.has(foldName(free)); next++) free = `${safe} (${next})`;
    used.add(foldName(free));
    names.set(id, free);
  }
  return names;
}
