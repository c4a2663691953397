import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { storageFault } from '../../../packages/git/src/storage/storage-fault.ts';
import { HttpError } from '../common/errors.ts';

const FENCE = '.sightline-fence';

/**
 * A fencing token on the volume itself: an instance that was frozen and lost its lease finds a higher number than its own,
 * and does nothing.
 * @throws HttpError `volume busy`; GitFault `git_disk_full`, `git_write_denied`
 */
export async function passFence(volume: string, token: number): Promise<void> {
  const highest = await highestToken(volume);
  if (highest > token) throw new HttpError('volume busy');
  if (highest === token) return;
  const path = join(volume, FENCE);
  // A unique name: calls of one process share a token and may run at the same time.
  const next = `${path}.${randomUUID()}`;
  try {
    await writeFile(next, String(token));
    await rename(next, path);
  } catch (error) {
    await rm(next, { force: true });
    throw storageFault(error) ?? error;
  }
}

/** 0 if nobody has written to the volume yet. */
export async function highestToken(volume: string): Promise<number> {
  const text = await readFile(join(volume, FENCE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  const token = Number.parseInt(text, 10);
  // Empty after a power failure of the volume's server. A number that cannot grow would let every holder pass.
  return Number.isSafeInteger(token + 1) ? token : 0;
}
