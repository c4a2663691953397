/** Files that no run names any more. A file may be that of several runs, so deleting a run leaves it to the sweep (Contract 14). */

import { runs } from '../common/adapters/firestore/records/runs.ts';
import { objects } from '../common/adapters/objects.ts';
import { hashesOf } from '../common/storage/named-files.ts';
import { listings } from './adapters/listings.ts';
import type { Leftovers } from './leftover.ts';

/** A run's lines, or a report about them. */
const FILE = /\/run\/([0-9a-f]{64})\.(?:[^/]+\.)?(?:nd)?json$/;

export async function* findRunFiles(writtenBefore: number): Leftovers {
  for await (const { id } of listings.datasets()) {
    const files: [name: string, hash: string][] = [];
    for await (const { name, updated } of listings.objects(`dataset/${id}/run/`)) {
      const hash = FILE.exec(name)?.[1];
      if (hash !== undefined && updated < writtenBefore) files.push([name, hash]);
    }
    const named = files.length > 0 ? await hashesOf(id, runs) : null;
    for (const [name, hash] of files)
      if (named && !named.has(hash))
        yield { kind: 'file of no run', what: name, repair: () => removeFile(id, name, hash) };
  }
}

async function removeFile(dataset: string, name: string, hash: string): Promise<void> {
  const named = await hashesOf(dataset, runs);
  if (!named || named.has(hash)) throw new Error('a run may need it now');
  await objects.remove(name);
}
