import {
  foldName,
  maskFile,
  toSafeName,
  toSafeStem,
} from '../../../../packages/formats/src/write/safe-name.ts';
import type { Mask } from '../../../../packages/records/src/image.ts';
import type { DatasetType } from '../../../../packages/records/src/lists.ts';
import type { ImageRecord, Tag } from '../../common/model.ts';
import { type Bucket, originalOf, ownObject } from '../../common/storage/own-objects.ts';
import { ANNOTATIONS_FILE, type Folder, folderRule } from './zip-folders.ts';

export type ZipImage = Pick<
  ImageRecord,
  'id' | 'uri' | 'name' | 'dataset' | 'tag' | 'tags' | 'tagsContained' | 'originalFormat'
> & { masks: readonly Omit<Mask, 'id'>[] };

/** A file of the archive that is read from a stored object. */
export interface ZipEntry {
  /** Unique in the archive, ignoring case. */
  path: string;
  kind: 'image' | 'mask';
  imageId: string;
  /** Name of the object, which belongs to the dataset. */
  source: string;
  /** True for an image that must be converted to JPEG. JPEGs and masks are copied byte for byte. */
  convert: boolean;
}

export interface ZipLayout {
  /** In the order of the images; masks follow their image in each folder. */
  entries: ZipEntry[];
  /** Path of the file with the annotations, which follows all images; null if there is none. */
  annotations: string | null;
  /** Lines for `errors.txt`: what is left out of the archive, and why. */
  notes: string[];
}

interface ZipRequest {
  type: DatasetType;
  tags: readonly Tag[];
  objects: Bucket;
}

/**
 * Lays out the archive of images of one dataset (Spec 4.1, Contract 4). An image has the same name in all of its folders:
 * its file name, made safe, with the extension `.jpg`, and with ` (2)` and so on if an earlier image has the name in one of
 * them. Masks get names derived from it. An image that is listed twice is included once.
 */
export function layOutZip(images: readonly ZipImage[], { type, tags, objects }: ZipRequest): ZipLayout {
  const layout: ZipLayout = {
    entries: [],
    annotations: type === 'imageObjectDetection' ? ANNOTATIONS_FILE : null,
    notes: [],
  };
  const foldersOf = folderRule(type, tags);
  const names = new FileNames();
  for (const image of new Map(images.map((each) => [each.id, each])).values()) {
    const source = originalOf(image, objects);
    if (source === null) {
      layout.notes.push(`${toSafeName(image.name, image.id)}: cannot be read`);
      continue;
    }
    const folders = foldersOf(image);
    placeImage(layout, image, source, folders, names, objects);
    if (type === 'MULTILABEL') noteHomelessMasks(layout.notes, image, folders);
  }
  return layout;
}

/** Contract 4: `dataset_YYYY-MM-DD.zip`, the day in UTC. */
export const zipFileName = (now: Date): string => `dataset_${now.toISOString().slice(0, 10)}.zip`;

function placeImage(
  layout: ZipLayout,
  image: ZipImage,
  source: string,
  folders: readonly Folder[],
  names: FileNames,
  objects: Bucket,
): void {
  const name = names.take(toSafeStem(image.name, toSafeName(image.id, 'image')), folders);
  const convert = !/^jpe?g$/i.test(image.originalFormat);
  for (const { path, maskTag } of folders) {
    layout.entries.push({ path: `${path}/${name}.jpg`, kind: 'image', imageId: image.id, source, convert });
    const masks = maskTag === undefined ? [] : image.masks.filter(({ tag }) => tag === maskTag);
    masks.forEach(({ uri }, index) => {
      const mask = ownObject(uri, image.dataset, objects);
      const file = `${path}/Masks/${maskFile(name, index)}`;
      if (mask === null) layout.notes.push(`${file}: cannot be read`);
      else layout.entries.push({ path: file, kind: 'mask', imageId: image.id, source: mask, convert: false });
    });
  }
}

function noteHomelessMasks(notes: string[], { id, name, masks }: ZipImage, folders: readonly Folder[]): void {
  const homes = new Set(folders.map(({ maskTag }) => maskTag));
  const homeless = masks.filter(({ tag }) => !homes.has(tag)).length;
  if (homeless === 0) return;
  notes.push(`${toSafeName(name, id)}: ${homeless} of its masks belong to no defect folder`);
}

/** Chooses names that are free in every folder in which they are needed. */
class FileNames {
  readonly #used = new Set<string>();
  /** The number to try next for each stem, so that 10,000 images of one name need 10,000 attempts, not 50 million. */
  readonly #next = new Map<string, number>();

  take(stem: string, folders: readonly Folder[]): string {
    const isFree = (name: string) =>
      folders.every(({ path }) => !this.#used.has(foldName(`${path}/${name}`)));
    const key = `${foldName(stem)}/${folders.map(({ path }) => path).join('/')}`;
    let name = stem;
    let next = this.#next.get(key) ?? 2;
    for (; !isFree(name); next++) name = `${stem} (${next})`;
    this.#next.set(key, next);
    for (const { path } of folders) this.#used.add(foldName(`${path}/${name}`));
    return name;
  }
}
