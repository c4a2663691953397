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
  await writeFile(`${path}.${token}`, String(token));
  await rename(`${path}.${token}`, path);
}
