/** What the spool does with its folder. A port, so that tests can fill the disk. Paths are relative, with `/`. */
import { mkdir, open, opendir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export interface Disk {
  /** Writes a new file so that it is complete under its name or not there; resolves when it is durable. */
  store(path: string, parts: readonly Uint8Array[]): Promise<void>;
  /** The same for a file that may exist: its old content stays if the new one cannot be written. */
  replace(path: string, parts: readonly Uint8Array[]): Promise<void>;
  /** Undefined if the file does not exist. */
  read(path: string): Promise<Buffer | undefined>;
  /** A file that does not exist is fine. */
  remove(path: string): Promise<void>;
  /** Durable when it resolves; replaces what is there. */
  move(from: string, to: string): Promise<void>;
  /** Names in a folder, in any order, one at a time; none if it does not exist. */
  names(folder: string): AsyncIterable<string>;
  makeFolder(folder: string): Promise<void>;
  /** Only if it is empty. */
  removeFolder(folder: string): Promise<void>;
}

/** Where files are written before they are renamed. */
export const INCOMING = 'incoming';

/** Others on the machine must not see pictures. */
const [FILE_MODE, FOLDER_MODE] = [0o600, 0o700];

export const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException)?.code ?? '');

export class FolderDisk implements Disk {
  readonly #root: string;
  #written = 0;

  constructor(root: string) {
    this.#root = root;
  }

  async store(path: string, parts: readonly Uint8Array[]): Promise<void> {
    await this.replace(path, parts).catch(async (error: unknown) => {
      // Its name may not be durable: then it was not stored.
      await rm(this.#at(path), { force: true }).catch(() => {});
      throw error;
    });
  }

  async replace(path: string, parts: readonly Uint8Array[]): Promise<void> {
    const temporary = this.#at(`${INCOMING}/${process.pid}-${++this.#written}`);
    try {
      await writeSynced(temporary, parts);
      await rename(temporary, this.#at(path));
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw error;
    }
    await syncFolder(dirname(this.#at(path)));
  }

  async read(path: string): Promise<Buffer | undefined> {
    return readFile(this.#at(path)).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    });
  }

  async remove(path: string): Promise<void> {
    await rm(this.#at(path), { force: true });
  }

  async move(from: string, to: string): Promise<void> {
    await rename(this.#at(from), this.#at(to));
    await syncFolder(dirname(this.#at(to)));
  }

  async *names(folder: string): AsyncGenerator<string> {
    const found = await opendir(this.#at(folder)).catch((error: unknown) => {
      if (codeOf(error) === 'ENOENT') return [];
      throw error;
    });
    for await (const { name } of found) yield name;
  }

  async makeFolder(folder: string): Promise<void> {
    const first = await mkdir(this.#at(folder), { recursive: true, mode: FOLDER_MODE });
    if (first !== undefined) await syncFolder(dirname(this.#at(folder)));
  }

  async removeFolder(folder: string): Promise<void> {
    await rmdir(this.#at(folder)).catch((error: unknown) => {
      if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error;
    });
  }

  #at(path: string): string {
    return join(this.#root, ...path.split('/'));
  }
}

async function writeSynced(path: string, parts: readonly Uint8Array[]): Promise<void> {
  const file = await open(path, 'w', FILE_MODE);
  try {
    // One after the other: `writev` may write less than it was given.
    for (const part of parts) await file.writeFile(part);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes a new name durable. Windows cannot sync a folder and does not need to. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
