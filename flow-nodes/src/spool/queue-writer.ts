/** Writes frames into `queue/`, and creates its folders. */
import { type Disk, INCOMING } from './disk.ts';
import { type Entry, folderName, folderOf, pathOf } from './entry.ts';

export class QueueWriter {
  readonly #disk: Disk;
  /** The folder of `queue/` that exists; -1: not known. */
  #folder = -1;

  constructor(disk: Disk) {
    this.#disk = disk;
  }

  /** Resolves when the frame's file is durable. */
  async store(entry: Entry, parts: readonly Uint8Array[]): Promise<void> {
    const folder = folderOf(entry.number);
    if (folder !== this.#folder) {
      await this.#disk.makeFolder(INCOMING);
      await this.#disk.makeFolder(`queue/${folderName(folder)}`);
    }
    // Somebody may have deleted the folder: it is created again after a failure.
    this.#folder = -1;
    await this.#disk.store(pathOf(entry), parts);
    this.#folder = folder;
  }
}
