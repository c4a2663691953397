import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HttpError } from '../common/errors.ts';

const FENCE = '.sightline-fence';

/**
 * A fencing token on the volume itself: an instance that was frozen and lost its lease finds a higher number than its own,
 * and does nothing.
 * @throws HttpError `volume busy`
 */
export async function passFence(volume: string, token: number): Promise<void> {
  const path = join(volume, FENCE);
  const highest = Number(await readFile(path, 'utf8').catch(() => '0'));
  if (highest > token) throw new HttpError('volume busy');
  if (highest === token) return;
  // A unique name: calls of one process share a token and may run at the same time.
  const next = `${path}.${randomUUID()}`;
  await writeFile(next, String(token));
  await rename(next, path);
}
