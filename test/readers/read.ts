/** What a reader finds in an export, in one shape for all formats. */

/** x, y of the middle, width, height; 0 to 1. */
export type ReadBox = { name: string; box: [number, number, number, number] };

export interface ReadMask {
  name: string;
  width: number;
  height: number;
  /** One byte for each pixel, 1 where the tag is. */
  pixels: Buffer;
}

export interface ReadImage {
  set: 'train' | 'val' | 'test';
  /** The image's bytes; absent where the format has none. */
  bytes?: Buffer;
  /** gs:// uri or link. */
  uri?: string;
  classes: string[];
  boxes: ReadBox[];
  masks: ReadMask[];
}

export type Files = ReadonlyMap<string, Buffer>;

export const text = (files: Files, path: string): string => {
  const bytes = files.get(path);
  if (!bytes) throw new Error(`${path} is missing`);
  return bytes.toString();
};

/** Files directly in a folder, without folders. */
export const inFolder = (files: Files, folder: string): string[] =>
  [...files.keys()].filter(
    (path) =>
      path.startsWith(`${folder}/`) && !path.slice(folder.length + 1).includes('/') && !path.endsWith('/'),
  );
