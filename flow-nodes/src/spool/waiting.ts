/** Walks through the waiting frames from the oldest on, with the names of one folder in memory. */
import type { Disk } from './disk.ts';
import { type Entry, firstOf, folderName, folderOf, parseEntry, parseFolder } from './entry.ts';

export interface Found {
  count: number;
  bytes: number;
  /** Highest number; 0 without frames. */
  last: number;
}

/** Counts what waits, without keeping names. Removes folders that a killed process left empty. */
export async function countWaiting(disk: Disk): Promise<Found> {
  const found: Found = { count: 0, bytes: 0, last: 0 };
  for await (const name of disk.names('queue')) {
    if (parseFolder(name) === undefined) continue;
    let isEmpty = true;
    for await (const file of disk.names(`queue/${name}`)) {
      const entry = parseEntry(file);
      isEmpty = false;
      if (!entry) continue;
      found.count += 1;
      found.bytes += entry.size;
      found.last = Math.max(found.last, entry.number);
    }
    if (isEmpty) await disk.removeFolder(`queue/${name}`);
  }
  return found;
}

/** A folder that cannot be removed is no problem of the frame: the next start tries again. */
export const removeEmpty = (disk: Disk, folder: number): Promise<void> =>
  disk.removeFolder(`queue/${folderName(folder)}`).catch(() => {});

export class Waiting {
  readonly #disk: Disk;
  #window: Entry[] = [];
  #at = 0;
  /** All up to this number were handed out. */
  #seen = 0;

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  /** The next frame, or undefined after `last`. It may have been removed since its name was read. */
  async next(last: number): Promise<Entry | undefined> {
    const entry = await this.peek(last);
    if (entry) {
      this.#at += 1;
      this.#seen = entry.number;
    }
    return entry;
  }

  /** As `next`, without going on. */
  async peek(last: number): Promise<Entry | undefined> {
    while (this.#at >= this.#window.length && this.#seen < last) {
      const folder = await this.#findFolder(folderOf(this.#seen + 1));
      if (folder === undefined) return undefined;
      this.#window = await this.#readFolder(folder);
      this.#at = 0;
      if (this.#window.length > 0) continue;
      // A folder that frames still come into is read again.
      this.#seen = Math.min(last, firstOf(folder + 1) - 1);
      // Its frames may all have been taken as the newest, and be gone.
      if (this.#hasPassed(folder)) await removeEmpty(this.#disk, folder);
    }
    return this.#window[this.#at];
  }

  /** The frame was removed by somebody who took it as the newest. */
  forget({ number }: Entry): void {
    const place = this.#window.findIndex((each) => each.number === number);
    if (place >= this.#at) this.#window.splice(place, 1);
  }

  /** Whether the walk has left this frame's folder, so that it may be removed when it is empty. */
  hasLeft(entry: Entry): boolean {
    return this.#hasPassed(folderOf(entry.number));
  }

  #hasPassed(folder: number): boolean {
    return folder < folderOf(this.#seen + 1);
  }

  /** The lowest folder from this one on. */
  async #findFolder(from: number): Promise<number | undefined> {
    let lowest: number | undefined;
    for await (const name of this.#disk.names('queue')) {
      const folder = parseFolder(name);
      if (folder !== undefined && folder >= from && (lowest === undefined || folder < lowest))
        lowest = folder;
    }
    return lowest;
  }

  async #readFolder(folder: number): Promise<Entry[]> {
    const entries: Entry[] = [];
    for await (const name of this.#disk.names(`queue/${folderName(folder)}`)) {
      const entry = parseEntry(name);
      if (entry && entry.number > this.#seen) entries.push(entry);
    }
    return entries.sort((one, other) => one.number - other.number);
  }
}
