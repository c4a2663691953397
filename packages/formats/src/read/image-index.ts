/** The pictures of an archive, and how labels find them: by path, by the end of a path, or by name. */

import { foldName } from '../write/safe-name.ts';
import type { Entry } from './entry.ts';

const PICTURE = /\.(jpe?g|jpe|jfif|png|webp)$/i;
/** Pictures of formats that are not accepted. */
const OTHER_PICTURE = /\.(gif|bmp|tiff?|heic|heif|avif|jp2|svg|dng|raw)$/i;

export const isPicture = ({ path }: Entry): boolean => PICTURE.test(path);
export const isOtherPicture = ({ path }: Entry): boolean => OTHER_PICTURE.test(path);

/** Maximum number of segments at the end of a path by which a picture is found. */
const MOST_SEGMENTS = 5;

/** Pictures that are alike but for case and extension, and are looked at. */
const MOST_ALIKE = 16;

export const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
export const withoutEnding = (path: string): string => path.replace(/\.[^./]*$/, '');
export const stemOf = (path: string): string => baseOf(path).replace(/\.[^.]*$/, '');
/** A path below a folder; `''` is the root. */
export const join = (folder: string, path: string): string => (folder === '' ? path : `${folder}/${path}`);

/** Longest name that is looked for, in characters: no path of an archive is longer. */
const LONGEST = 1024;

export class ImageIndex {
  readonly pictures: readonly Entry[];
  readonly #byPath: ReadonlyMap<string, Entry>;
  readonly #paths: Ends;
  /** Of paths without extension. */
  readonly #stems: Ends;

  private constructor(pictures: readonly Entry[], paths: Ends, stems: Ends) {
    this.pictures = pictures;
    this.#byPath = new Map(pictures.map((entry) => [entry.path, entry]));
    this.#paths = paths;
    this.#stems = stems;
  }

  static of(entries: readonly Entry[]): ImageIndex {
    const pictures = entries.filter(isPicture);
    const paths = Ends.of(pictures, ({ path }) => path);
    return new ImageIndex(
      pictures,
      paths,
      Ends.of(pictures, ({ path }) => withoutEnding(path)),
    );
  }

  /**
   * The picture that a label means: in one of the folders, otherwise the only one whose path ends with as many segments of
   * the name as any.
   */
  find(name: string, folders: readonly string[]): Entry | undefined {
    if (name.length > LONGEST) return undefined;
    const clean = cleanPath(name);
    for (const folder of folders) {
      const found = this.#byPath.get(join(folder, clean));
      if (found) return found;
    }
    return this.#paths.find(clean);
  }

  /** The same for a name without extension. */
  findStem(name: string, folders: readonly string[]): Entry | undefined {
    if (name.length > LONGEST) return undefined;
    const clean = cleanPath(name);
    for (const folder of folders) {
      const found = this.#stems.whole(join(folder, clean));
      if (found) return found;
    }
    return this.#stems.find(clean);
  }
}

/** A path as label files write it: with either slash, below any root. */
export const cleanPath = (path: string): string =>
  path
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
    .replace(/\\/g, '/')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
    .join('/');

interface Turned {
  key: string;
  entry: Entry;
}

/** Pictures sorted by their paths read from the end: those with the same end are neighbours. */
class Ends {
  readonly #sorted: readonly Turned[];

  private constructor(sorted: readonly Turned[]) {
    this.#sorted = sorted;
  }

  static of(pictures: readonly Entry[], pathOf: (entry: Entry) => string): Ends {
    const turned: Turned[] = [];
    for (const entry of pictures) {
      turned.push({ key: turn(pathOf(entry)), entry });
    }
    return new Ends(turned.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)));
  }

  /** With this path. If several pictures have it but for case or extension, only the one that has it exactly is meant. */
  whole(path: string): Entry | undefined {
    const key = turn(path);
    const at = this.#place(key);
    if (this.#sorted[at]?.key !== key) return undefined;
    if (this.#sorted[at + 1]?.key !== key) return this.#sorted[at]?.entry;
    const same = this.#sorted.slice(at, at + MOST_ALIKE).filter((each) => each.key === key);
    const exact = same.filter(({ entry }) => [entry.path, withoutEnding(entry.path)].includes(path));
    return exact.length === 1 ? exact[0]?.entry : undefined;
  }

  /** The longest end that any picture has decides. If several pictures have it, none is meant. */
  find(path: string): Entry | undefined {
    const whole = this.whole(path);
    if (whole) return whole;
    const segments = path.split('/').slice(-MOST_SEGMENTS);
    for (let from = 0; from < segments.length; from += 1) {
      const key = turn(segments.slice(from).join('/'));
      const at = this.#place(key);
      if (!this.#sorted[at]?.key.startsWith(key)) continue;
      return this.#sorted[at + 1]?.key.startsWith(key) ? undefined : this.#sorted[at]?.entry;
    }
    return undefined;
  }

  /** Of the first key that is not before this one. */
  #place(key: string): number {
    let [from, to] = [0, this.#sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#sorted[middle] as Turned).key < key) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

/** Segments from the last to the first, each with a slash behind it. */
const turn = (path: string): string => `${foldName(path).split('/').reverse().join('/')}/`;
