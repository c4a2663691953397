/** Files that no run names any more. A file may be that of several runs, so deleting a run leaves it to the sweep (Contract 14). */
import type { Objects } from '../common/ports.ts';
import type { Runs } from '../common/runs/run-ports.ts';
import { hashesOf } from './hashes-of.ts';
import type { Leftovers } from './leftover.ts';
import type { Listings } from './listings.ts';

interface Ports {
  listings: Pick<Listings, 'datasets' | 'objects'>;
  objects: Pick<Objects, 'remove'>;
  runs: Pick<Runs, 'page'>;
}

/** A run's lines, or a report about them. */
const FILE = /\/run\/([0-9a-f]{64})\.(?:[^/]+\.)?(?:nd)?json$/;

export async function* findRunFiles(ports: Ports, writtenBefore: number): Leftovers {
  for await (const { id } of ports.listings.datasets()) {
    const files: [name: string, hash: string][] = [];
    for await (const { name, updated } of ports.listings.objects(`dataset/${id}/run/`)) {
      const hash = FILE.exec(name)?.[1];
      if (hash !== undefined && updated < writtenBefore) files.push([name, hash]);
    }
    const named = files.length > 0 ? await hashesOf(id, ports.runs) : null;
    for (const [name, hash] of files)
      if (named && !named.has(hash))
        yield { kind: 'file of no run', what: name, repair: () => removeFile(id, name, hash, ports) };
  }
}

async function removeFile(
  dataset: string,
  name: string,
  hash: string,
  { objects, runs }: Ports,
): Promise<void> {
  const named = await hashesOf(dataset, runs);
  if (!named || named.has(hash)) throw new Error('a run may need it now');
  await objects.remove(name);
}
