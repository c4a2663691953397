/** Folders, frames and disks for the spool's tests. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderDisk } from '../../flow-nodes/src/spool/disk.ts';
import type { Frame } from '../../flow-nodes/src/spool/frame-file.ts';
import type { Limits } from '../../flow-nodes/src/spool/limits.ts';
import { Spool, type SpoolOptions } from '../../flow-nodes/src/spool/spool.ts';

export const NO_LIMITS: Limits = { bytes: 0, age: 0, atLimit: 'refuse' };

export const makeFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'sightline-spool-'));
export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** A frame of about `size` bytes on disk. */
export const frameOf = (number: number, more: Partial<Frame> = {}, size = 100): Frame => ({
  ...{ bytes: Buffer.alloc(size, number), date: 1_790_000_000_000 + number, name: `frame-${number}.jpg` },
  ...more,
});

export const openSpool = (folder: string, options: Partial<SpoolOptions> = {}): Promise<Spool> =>
  Spool.open({ disk: new FolderDisk(folder), limits: NO_LIMITS, ...options });

/** Takes and removes everything. @returns the names in the order in which they came */
export async function drain(spool: Spool): Promise<string[]> {
  const names: string[] = [];
  for (let entry = await spool.takeOldest(); entry; entry = await spool.takeOldest()) {
    const frame = await spool.read(entry);
    if (frame) names.push(frame.name);
    await spool.remove(entry);
  }
  return names;
}

/** Paths of all files below a folder. */
export async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  return found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
}

export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** A disk whose next calls fail with this code. */
export class FailingDisk extends FolderDisk {
  fails: Partial<Record<'store' | 'remove' | 'read' | 'move', string>> = {};

  override async store(path: string, parts: readonly Uint8Array[]): Promise<void> {
    this.#fail('store');
    return super.store(path, parts);
  }

  override async replace(path: string, parts: readonly Uint8Array[]): Promise<void> {
    this.#fail('store');
    return super.replace(path, parts);
  }

  override async remove(path: string): Promise<void> {
    this.#fail('remove');
    return super.remove(path);
  }

  override async read(path: string): Promise<Buffer | undefined> {
    this.#fail('read');
    return super.read(path);
  }

  override async move(from: string, to: string): Promise<void> {
    this.#fail('move');
    return super.move(from, to);
  }

  #fail(call: keyof FailingDisk['fails']): void {
    const code = this.fails[call];
    if (code !== undefined) throw Object.assign(new Error(`${code}: ${call}`), { code });
  }
}
