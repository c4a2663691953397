import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Refusal } from '../common/errors.ts';

const FENCE = '.sightline-fence';

/**
 * Notes on the volume itself who may write: an instance that lost its lease while it was frozen finds a higher number
 * there than its own, and does nothing.
 * @throws Refusal `volume busy`
 */
export async function passFence(volume: string, token: number): Promise<void> {
  const path = join(volume, FENCE);
  const highest = Number(await readFile(path, 'utf8').catch(() => '0'));
  if (highest > token) throw new Refusal('volume busy');
  if (highest === token) return;
  // A name of its own: calls of one process share a token and may pass at the same time.
  const next = `${path}.${randomUUID()}`;
  await writeFile(next, String(token));
  await rename(next, path);
}
