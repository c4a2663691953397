/** Which image an entry of a file means. */

import { isPauseDue, pause } from '../../../common/concurrency/pause.ts';
import { isId } from '../../../common/ids.ts';
import type { ImageLists } from '../../../common/ports.ts';
import type { ManifestImage } from '../../../common/versions/manifest.ts';
import { FileNames } from '../../formats/archive/file-names.ts';
import { SHORT_SETS } from '../../formats/export-source.ts';
import { baseOf, cleanPath } from '../../import/archive/image-index.ts';
import type { ImageKey, RawFile } from './raw.ts';

/** Pixels of the upright image; 0 if they are not known. */
export interface Found {
  image: string;
  width: number;
  height: number;
}

/** An image that a file names; undefined if there is none, or more than one. */
export type FindImage = (key: ImageKey) => Found | undefined;

/** Folders by which the files of exports, and of what trainers write beside them, say the set. */
const FOLDERS: ReadonlyMap<string, string> = new Map([
  ...Object.values(SHORT_SETS).map((set) => [set, set] as const),
  ['valid', 'val'],
  ['validation', 'val'],
]);

/** By the names and numbers of a version's exports. */
export async function findInVersion(pages: AsyncIterable<readonly ManifestImage[]>): Promise<FindImage> {
  const images: Found[] = [];
  const names: string[] = [];
  const files = new Places();
  const stems = new Places();
  const uris = new Map<string, number>();
  const taken = new FileNames();
  for await (const page of pages)
    for (const { image, width, height, set, uri, name } of page) {
      const { file, stem } = taken.take({ image, name, uri }, set);
      const at = images.push({ image, width, height }) - 1;
      names.push(file);
      files.add(file, SHORT_SETS[set], at);
      stems.add(stem, SHORT_SETS[set], at);
      uris.set(uri, at);
    }
  return ({ number, uri, name, stem }) => {
    const byUri = uri === undefined ? undefined : uris.get(uri);
    const byName = name === undefined ? undefined : files.find(name);
    const byStem = stem === undefined ? undefined : stems.find(stem);
    const at = byUri ?? byName ?? byStem;
    if (at !== undefined || number === undefined) return at === undefined ? undefined : images[at];
    // Of several images with this name, the number says which; it may also be a number of other exports.
    return name === undefined || names[number - 1] === baseOf(cleanPath(name))
      ? images[number - 1]
      : undefined;
  };
}

/** What has a name, in a set or in all. */
class Places {
  /** -1: several have it. */
  readonly #places = new Map<string, number>();

  add(name: string, set: string, at: number): void {
    this.#places.set(`${set}/${name}`, at);
    this.#places.set(name, this.#places.has(name) ? -1 : at);
  }

  /** By the last folder that is the name of a set, or by the name alone. */
  find(path: string): number | undefined {
    const segments = cleanPath(path.normalize('NFC')).split('/');
    const name = segments.pop() ?? '';
    const folder = segments.findLast((each) => FOLDERS.has(each));
    const inSet = folder === undefined ? undefined : this.#places.get(`${FOLDERS.get(folder)}/${name}`);
    const at = inSet ?? this.#places.get(name);
    return at === -1 ? undefined : at;
  }
}

/** By their ids in the dataset: the file is read for them. @throws FileFault */
export async function findByIds(
  file: RawFile,
  dataset: string,
  imageLists: Pick<ImageLists, 'byIds'>,
): Promise<FindImage> {
  const ids = new Set<string>();
  for await (const { key } of file.images()) {
    if (isPauseDue()) await pause();
    if (isId(key.id)) ids.add(key.id);
  }
  const found = new Map<string, Found>();
  for await (const page of imageLists.byIds([...ids], ['dataset', 'width', 'height']))
    for (const { id, width, height, dataset: of } of page)
      if (of === dataset) found.set(id, { image: id, width, height });
  return ({ id = '' }) => found.get(id);
}
