/** The pictures of an archive, and how labels find them: by path, by the end of a path, or by name. */
import { foldName } from '../zip/safe-name.ts';
import type { Entry } from './directory.ts';

const PICTURE = /\.(jpe?g|jpe|jfif|png|webp)$/i;
/** Pictures of formats that are not accepted. */
const OTHER_PICTURE = /\.(gif|bmp|tiff?|heic|heif|avif|jp2|svg|dng|raw)$/i;

export const isPicture = ({ path }: Entry): boolean => PICTURE.test(path);
export const isOtherPicture = ({ path }: Entry): boolean => OTHER_PICTURE.test(path);

/** Maximum number of segments at the end of a path by which a picture is found. */
const MOST_SEGMENTS = 5;

export const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
export const withoutEnding = (path: string): string => path.replace(/\.[^./]*$/, '');
export const stemOf = (path: string): string => baseOf(path).replace(/\.[^.]*$/, '');
/** A path below a folder; `''` is the root. */
export const join = (folder: string, path: string): string => (folder === '' ? path : `${folder}/${path}`);

export class ImageIndex {
  readonly pictures: readonly Entry[];
  readonly #byPath: ReadonlyMap<string, Entry>;
  /** By the ends of paths; null if several pictures share one. */
  readonly #byEnd = new Map<string, Entry | null>();
  /** By the ends of paths without extension. */
  readonly #byStem = new Map<string, Entry | null>();

  constructor(entries: readonly Entry[]) {
    this.pictures = entries.filter(isPicture);
    this.#byPath = new Map(this.pictures.map((entry) => [entry.path, entry]));
    for (const entry of this.pictures) {
      note(this.#byEnd, entry.path, entry);
      note(this.#byStem, withoutEnding(entry.path), entry);
    }
  }

  /**
   * The picture that a label means: in one of the folders, otherwise the only one whose path ends with as many segments of
   * the name as any.
   */
  find(name: string, folders: readonly string[]): Entry | undefined {
    const clean = cleanPath(name);
    for (const folder of folders) {
      const found = this.#byPath.get(join(folder, clean));
      if (found) return found;
    }
    return lookUp(this.#byEnd, clean);
  }

  /** The same for a name without extension. */
  findStem(name: string, folders: readonly string[]): Entry | undefined {
    const clean = cleanPath(name);
    for (const folder of folders) {
      const found = this.#byStem.get(`/${foldName(join(folder, clean))}`);
      if (found) return found;
    }
    return lookUp(this.#byStem, clean);
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

function* endsOf(path: string): Generator<string> {
  const segments = foldName(path).split('/');
  const most = Math.min(segments.length, MOST_SEGMENTS);
  for (let count = 1; count <= most; count += 1) yield segments.slice(-count).join('/');
}

function note(map: Map<string, Entry | null>, path: string, entry: Entry): void {
  for (const end of endsOf(path)) map.set(end, map.has(end) ? null : entry);
  // The whole path, however long.
  map.set(`/${foldName(path)}`, entry);
}

function lookUp(map: ReadonlyMap<string, Entry | null>, name: string): Entry | undefined {
  const whole = map.get(`/${foldName(name)}`);
  if (whole) return whole;
  // The longest end that is known decides. If several pictures have it, none is meant.
  for (const end of [...endsOf(name)].reverse()) {
    const found = map.get(end);
    if (found !== undefined) return found ?? undefined;
  }
  return undefined;
}
