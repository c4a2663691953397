/** Frames that are not sent any more, kept for people in a folder of their own: the newest 1,000. */
import { codeOf, type Disk } from './disk.ts';
import { type Entry, entryName, parseEntry, pathOf } from './entry.ts';

const MOST = 1_000;

export class SetAside {
  readonly #disk: Disk;
  readonly #folder: string;
  /** Oldest first. */
  #kept: { name: string; size: number }[] = [];

  private constructor(disk: Disk, folder: string) {
    this.#disk = disk;
    this.#folder = folder;
  }

  static async open(disk: Disk, folder: 'refused' | 'corrupt'): Promise<SetAside> {
    const aside = new SetAside(disk, folder);
    await disk.makeFolder(folder);
    for await (const name of disk.names(folder)) {
      const size = parseEntry(name)?.size;
      if (size !== undefined) aside.#kept.push({ name, size });
    }
    aside.#kept.sort((one, other) => (one.name < other.name ? -1 : 1));
    return aside;
  }

  get bytes(): number {
    return this.#kept.reduce((sum, { size }) => sum + size, 0);
  }

  async add(entry: Entry): Promise<void> {
    while (this.#kept.length >= MOST) await this.removeOldest();
    const name = entryName(entry);
    // Somebody may have deleted the folder, or the frame.
    await this.#disk.makeFolder(this.#folder);
    if (!(await this.#move(pathOf(entry), `${this.#folder}/${name}`))) return;
    this.#kept.push({ name, size: entry.size });
  }

  /** False if the file is gone. */
  async #move(from: string, to: string): Promise<boolean> {
    try {
      await this.#disk.move(from, to);
      return true;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return false;
      throw error;
    }
  }

  /** False if there is none. */
  async removeOldest(): Promise<boolean> {
    const oldest = this.#kept.shift();
    if (oldest) await this.#disk.remove(`${this.#folder}/${oldest.name}`);
    return oldest !== undefined;
  }
}
