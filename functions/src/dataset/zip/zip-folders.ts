import { distinctNames, toSafeName } from '../../../../packages/formats/src/write/safe-name.ts';
import type { Mask } from '../../../../packages/records/src/image.ts';
import type { DatasetType } from '../../../../packages/records/src/lists.ts';
import { isNormalName } from '../../../../packages/records/src/normal-name.ts';
import { containedTags } from '../../common/images/list-fields.ts';
import type { ImageRecord, Tag } from '../../common/model.ts';

/** File at the top of the archive that lists what could not be read (Contract 4); no folder may have this name. */
export const ERRORS_FILE = 'errors.txt';
export const ANNOTATIONS_FILE = 'annotations.json';
export const UNCLASSIFIED_FOLDER = 'Unclassified';

/** Shorter than file names, because Windows limits the entire path. */
const MAX_FOLDER_BYTES = 100;

export type FiledImage = Pick<ImageRecord, 'tag' | 'tags' | 'tagsContained'> & {
  masks: readonly Pick<Mask, 'tag'>[];
};

/** A folder for an image. Masks of `maskTag` are written to `Masks/` in it. */
export interface Folder {
  path: string;
  maskTag?: string;
}

/** The folders of an image: at least one, and for MULTILABEL one per defect. */
export type FolderRule = (image: FiledImage) => readonly Folder[];

/**
 * The folder of each image in the dataset's archive (Spec 4.1, Contract 4). A tag that the dataset does not have, or one for
 * unclassified data, counts as no tag. Folders have the tags' names, made safe; if two would be the same, the second gets
 * ` (2)`, in the order of the tags and independent of the selected images.
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
  const normal = new Set(tags.filter(({ name }) => isNormalName(name)).map(({ id }) => id));
  return (image) => {
    const contained = allTags(image);
    const known = [...names.keys()].filter((id) => contained.has(id));
    const defects = known.filter((id) => !normal.has(id));
    if (defects.length > 0) return defects.map((id) => ({ path: `Anomaly/${names.get(id)}`, maskTag: id }));
    return [{ path: known.length > 0 ? 'Normal' : 'Anomaly/0' }];
  };
}

/** The record's list together with the tags of its annotations and masks, in case they differ. */
export const allTags = ({ tag, tags, tagsContained, masks }: FiledImage): ReadonlySet<string> =>
  new Set([...tagsContained, ...containedTags(tag, tags, masks)]);

function nameFolders(tags: readonly Tag[], reserved: readonly string[]): ReadonlyMap<string, string> {
  const safe = tags.map(({ id, name }) =>
    toSafeName(name, toSafeName(id, 'tag', MAX_FOLDER_BYTES), MAX_FOLDER_BYTES),
  );
  const free = distinctNames(safe, (number) => ` (${number})`, reserved);
  return new Map(tags.map(({ id }, index) => [id, free[index] as string]));
}
