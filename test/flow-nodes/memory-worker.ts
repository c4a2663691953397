/** Prints the heap with 1,000 waiting frames, with `count`, and after opening the folder again: `memory-worker.ts FOLDER COUNT`. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FolderDisk } from '../../flow-nodes/src/spool/disk.ts';
import { frameOf, openSpool } from './spool-stage.ts';

const [folder = '', count = ''] = process.argv.slice(2);

/** Syncing takes time and no memory. */
class QuickDisk extends FolderDisk {
  override store(path: string, parts: readonly Uint8Array[]): Promise<void> {
    return writeFile(join(folder, path), Buffer.concat(parts));
  }
}

function heap(): number {
  for (let round = 0; round < 4; round += 1) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const disk = new QuickDisk(folder);
let spool = await openSpool(folder, { disk });
const append = async (upTo: number) => {
  while (spool.totals.count < upTo) await spool.append(frameOf(spool.totals.count));
};
await append(1_000);
await spool.takeOldest();
const few = heap();
await append(Number(count));
const many = heap();
spool = await openSpool(folder, { disk });
await spool.takeOldest();
console.log(JSON.stringify([few, many, heap()]));
