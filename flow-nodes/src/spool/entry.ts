/** The name of a waiting frame's file says all that counting needs: `<number>.<time>.<size>.frame`. */

export interface Entry {
  /** Counts up; frames are sent in this order. */
  number: number;
  /** When it was spooled, Unix milliseconds. */
  time: number;
  /** Bytes of the file. */
  size: number;
}

/** Frames of one folder: large enough that folders are few, small enough that their names fit in memory. */
const FOLDER_SIZE = 500;
const NAME = /^(\d{12})\.(\d{1,16})\.(\d{1,12})\.frame$/;

export const entryName = ({ number, time, size }: Entry): string =>
  `${String(number).padStart(12, '0')}.${time}.${size}.frame`;

/** Undefined if the file is not ours. */
export function parseEntry(name: string): Entry | undefined {
  const found = NAME.exec(name);
  return found ? { number: Number(found[1]), time: Number(found[2]), size: Number(found[3]) } : undefined;
}

/** Number of the folder in `queue/`. */
export const folderOf = (number: number): number => Math.floor(number / FOLDER_SIZE);

/** Lowest frame number of a folder. */
export const firstOf = (folder: number): number => folder * FOLDER_SIZE;

export const folderName = (folder: number): string => String(folder).padStart(10, '0');

export const parseFolder = (name: string): number | undefined =>
  /^\d{10}$/.test(name) ? Number(name) : undefined;

export const pathOf = (entry: Entry): string =>
  `queue/${folderName(folderOf(entry.number))}/${entryName(entry)}`;
