import type { DatasetType, ImageRecord, Tag } from '../common/model.ts';
import { foldName, toSafeName, toSafeStem } from './safe-name.ts';
import { ANNOTATIONS_FILE, type Folder, folderRule } from './zip-folders.ts';

export type ZipImage = Pick<
  ImageRecord,
  'id' | 'uri' | 'name' | 'tag' | 'tags' | 'tagsContained' | 'masks' | 'originalFormat'
>;

/** A file of the archive that comes from a stored object. */
export interface ZipEntry {
  /** Unique in the archive, whatever the case. */
  path: string;
  kind: 'image' | 'mask';
  imageId: string;
  /** Name of the object in our own bucket. */
  source: string;
  /** Image that is no JPEG: it has to be made one. JPEGs and masks go in byte for byte. */
  convert: boolean;
}

export interface ZipLayout {
  /** In the order of the images; the masks of a folder follow their image. */
  entries: ZipEntry[];
  /** Path of the file to be generated from the annotations, after all images; null without one. */
  annotations: string | null;
  /** Lines for `errors.txt`: what has no place in the archive, and why. */
  notes: string[];
}

interface ZipRequest {
  type: DatasetType;
  tags: readonly Tag[];
  /** Our own bucket: no other one is ever read. */
  bucket: string;
}

/**
 * The archive of these images of one dataset (Spec 4.1, Contract 4). An image bears one name in all of its folders: the
 * file name made safe, ending `.jpg`, with ` (2)` and so on when an earlier image of the list has the name in one
 * of them; its masks follow. An image listed twice is in it once.
 */
export function layOutZip(images: readonly ZipImage[], { type, tags, bucket }: ZipRequest): ZipLayout {
  const layout: ZipLayout = {
    entries: [],
    annotations: type === 'imageObjectDetection' ? ANNOTATIONS_FILE : null,
    notes: [],
  };
  const foldersOf = folderRule(type, tags);
  const names = new FileNames();
  for (const image of new Map(images.map((each) => [each.id, each])).values()) {
    const source = objectIn(bucket, image.uri);
    if (source === null) {
      layout.notes.push(`${toSafeName(image.name, image.id)}: not in this service's storage`);
      continue;
    }
    const folders = foldersOf(image);
    placeImage(layout, image, source, folders, names, bucket);
    if (type === 'MULTILABEL') noteHomelessMasks(layout.notes, image, folders);
  }
  return layout;
}

/** Contract 4: `dataset_YYYY-MM-DD.zip`, by the day in UTC. */
export const zipFileName = (now: Date): string => `dataset_${now.toISOString().slice(0, 10)}.zip`;

function placeImage(
  layout: ZipLayout,
  image: ZipImage,
  source: string,
  folders: readonly Folder[],
  names: FileNames,
  bucket: string,
): void {
  const name = names.take(toSafeStem(image.name, toSafeName(image.id, 'image')), folders);
  const convert = !/^jpe?g$/i.test(image.originalFormat);
  for (const { path, maskTag } of folders) {
    layout.entries.push({ path: `${path}/${name}.jpg`, kind: 'image', imageId: image.id, source, convert });
    const masks = maskTag === undefined ? [] : image.masks.filter(({ tag }) => tag === maskTag);
    masks.forEach(({ uri }, index) => {
      const mask = objectIn(bucket, uri);
      const file = `${path}/Masks/${name}_mask${index === 0 ? '' : `_${index + 1}`}.png`;
      if (mask === null) layout.notes.push(`${file}: not in this service's storage`);
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

/** The object that a `gs://` uri names in this bucket, else null. */
function objectIn(bucket: string, uri: string): string | null {
  const start = `gs://${bucket}/`;
  return uri.startsWith(start) && uri.length > start.length ? uri.slice(start.length) : null;
}

/** Hands out names that are free in every folder they are for. */
class FileNames {
  readonly #used = new Set<string>();
  /** By stem: the number to try next, so that 10,000 images of one name cost 10,000 tries. */
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
