import type { ManifestImage } from '../../../records/src/manifest.ts';
import { distinctNames, foldName, IMAGE_ENDING, toSafeName, toSafeStem } from './safe-name.ts';
import { TextSet } from './text-set.ts';

/** Maximum bytes of a stem: together with folders and a number it stays below the limit of Windows for a path. */
const MAX_STEM = 120;
const MAX_FOLDER = 60;

/**
 * File names of an export. The same images in the same order get the same names. Within a scope (one set, or the entire
 * archive) no two stems are the same for a file system that ignores case or normalizes Unicode, because many readers find
 * labels by the stem. Names have no white space, because lists of names are split at it.
 */
export class FileNames {
  readonly #used = new TextSet();
  /** The number to try next for a scope and stem that repeats, so that 10,000 images of one name need 10,000 attempts. */
  readonly #next = new Map<string, number>();

  /** @returns the stem, and the file name with the extension of the stored object */
  take({ image, name, uri }: Pick<ManifestImage, 'image' | 'name' | 'uri'>, scope: string): FileName {
    const wanted = spaceless(toSafeStem(name, toSafeName(image, 'image', MAX_STEM), MAX_STEM));
    const key = `${scope}/${foldName(wanted)}`;
    let stem = wanted;
    let next = this.#next.get(key) ?? 2;
    for (; !this.#used.add(`${scope}/${foldName(stem)}`); next += 1) stem = `${wanted}_${next}`;
    if (stem !== wanted) this.#next.set(key, next);
    return { stem, file: `${stem}.${endingOf(uri)}` };
  }
}

export interface FileName {
  stem: string;
  file: string;
}

/** Whether an image has another name in an archive than its own, besides the ending. */
export function isRenamed({ name }: Pick<ManifestImage, 'name'>, path: string): boolean {
  const file = path.slice(path.lastIndexOf('/') + 1);
  return file.slice(0, file.lastIndexOf('.')) !== name.replace(IMAGE_ENDING, '');
}

const spaceless = (name: string): string => name.replace(/\s+/g, '_');

/** Extension of the stored object; only letters and digits are kept. */
const endingOf = (uri: string): string => /\.([A-Za-z0-9]{1,5})$/.exec(uri)?.[1]?.toLowerCase() ?? 'jpg';

/** Names of folders or files for classes: safe, and distinct on every system. */
export function folderNames(names: readonly string[]): string[] {
  const safe = names.map((name, number) => toSafeName(name, `class_${number}`, MAX_FOLDER));
  return distinctNames(safe, (number) => `_${number}`);
}
