import type { ManifestImage } from '../../../../packages/records/src/manifest.ts';
import type { Objects } from '../ports.ts';
import { linesOf } from '../storage/lines-of.ts';
import { readLine } from './manifest.ts';
import { manifestName } from './version-ports.ts';

/** The images in a version's manifest, a few at a time. */
export async function* readManifest(
  { dataset, hash }: { dataset: string; hash: string },
  objects: Pick<Objects, 'read'>,
): AsyncGenerator<ManifestImage[]> {
  for await (const lines of linesOf(objects.read(manifestName(dataset, hash)))) yield lines.map(readLine);
}
