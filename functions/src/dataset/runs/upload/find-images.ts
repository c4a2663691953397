/** Which image an entry of a file means. */

import { baseOf, cleanPath } from '../../../../../packages/formats/src/read/image-index.ts';
import { ImportFault } from '../../../../../packages/formats/src/read/import-fault.ts';
import type { ImageKey } from '../../../../../packages/formats/src/runs/raw.ts';
import { SHORT_SETS } from '../../../../../packages/formats/src/write/export-source.ts';
import { FileNames } from '../../../../../packages/formats/src/write/file-names.ts';
import type { ManifestImage } from '../../../../../packages/records/src/manifest.ts';
import { isId } from '../../../common/ids.ts';
import type { ImageRecord } from '../../../common/model.ts';

/** Pixels of the upright image; 0 if they are not known. */
export interface Found {
  image: string;
  width: number;
  height: number;
}

/** The images that a file names; undefined where there is none, or more than one. @throws ImportFault */
export type FindImages = (keys: readonly ImageKey[]) => Promise<(Found | undefined)[]>;

/** Folders by which the files of exports, and of what trainers write beside them, say the set. */
const FOLDERS: ReadonlyMap<string, string> = new Map([
  ...Object.values(SHORT_SETS).map((set) => [set, set] as const),
  ['valid', 'val'],
  ['validation', 'val'],
]);

/** By the names and numbers of a version's exports. */
export async function findInVersion(pages: AsyncIterable<readonly ManifestImage[]>): Promise<FindImages> {
  const images: Found[] = [];
  const names: string[] = [];
  const files = new Places();
  const stems = new Places();
  const digits = new Places();
  const uris = new Map<string, number>();
  const taken = new FileNames();
  for await (const page of pages)
    for (const { image, width, height, set, uri, name } of page) {
      const { file, stem } = taken.take({ image, name, uri }, set);
      const at = images.push({ image, width, height }) - 1;
      names.push(file);
      files.add(file, SHORT_SETS[set], at);
      stems.add(stem, SHORT_SETS[set], at);
      if (/^\d{1,15}$/.test(stem)) digits.add(String(Number(stem)), SHORT_SETS[set], at);
      uris.set(uri, at);
    }
  const find = ({ number, uri, name, stem, digits: value }: ImageKey): Found | undefined => {
    const byUri = uri === undefined ? undefined : uris.get(uri);
    const byName = name === undefined ? undefined : files.find(name);
    const byStem = stem === undefined ? undefined : stems.find(stem);
    const byDigits = value === undefined ? undefined : digits.find(String(value));
    const at = byUri ?? byName ?? byStem ?? byDigits;
    if (at !== undefined || number === undefined) return at === undefined ? undefined : images[at];
    // Of several images with this name, the number says which; it may also be a number of other exports.
    return name === undefined || names[number - 1] === baseOf(cleanPath(name))
      ? images[number - 1]
      : undefined;
  };
  return async (keys) => keys.map(find);
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

/** Ids that are looked up and are no image of the dataset: each is a read that is billed, and a file may name any number. */
export const MOST_UNKNOWN = 10_000;

/** By their ids in the dataset, each of which is looked up once. @param recordsOf those that are images of the dataset */
export function findByIds(recordsOf: (ids: readonly string[]) => Promise<readonly Sized[]>): FindImages {
  const known = new Map<string, Found | undefined>();
  let unknown = 0;
  return async (keys) => {
    const ids = new Set(keys.flatMap(({ id }) => (isId(id) && !known.has(id) ? [id] : [])));
    for (const id of ids) known.set(id, undefined);
    const records = ids.size > 0 ? await recordsOf([...ids]) : [];
    for (const { id, width, height } of records) known.set(id, { image: id, width, height });
    unknown += ids.size - records.length;
    if (unknown > MOST_UNKNOWN)
      throw new ImportFault(
        `${unknown} or more of the ids that it names are no images of the dataset; at most ${MOST_UNKNOWN} may be`,
      );
    return keys.map(({ id = '' }) => known.get(id));
  };
}

type Sized = Pick<ImageRecord, 'id' | 'width' | 'height'>;
