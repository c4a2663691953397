/**
 * A process that spools frames until it is killed: `node spool-worker.ts FOLDER FIRST [cut]` prints a line for each frame
 * that the spool has acknowledged. `cut`: kills itself between the write and the rename of its third frame.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FolderDisk } from '../../flow-nodes/src/spool/disk.ts';
import { lockSpool } from '../../flow-nodes/src/spool/lock.ts';
import { frameOf, openSpool } from './spool-stage.ts';

const [folder = '', first = '0', how] = process.argv.slice(2);

class CutDisk extends FolderDisk {
  #left = 3;

  override async store(path: string, parts: readonly Uint8Array[]): Promise<void> {
    this.#left -= 1;
    if (this.#left > 0) return super.store(path, parts);
    writeFileSync(join(folder, 'incoming', 'cut'), Buffer.concat(parts));
    process.kill(process.pid, 'SIGKILL');
  }
}

try {
  await lockSpool(folder, 500);
  const spool = await openSpool(folder, how === 'cut' ? { disk: new CutDisk(folder) } : {});
  for (let number = Number(first); ; number += 1) {
    await spool.append(frameOf(number));
    console.log(number);
  }
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
