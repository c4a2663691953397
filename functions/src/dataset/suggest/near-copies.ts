/** Near copies among a dataset's pictures: shifted, turned, cropped, of another size, brightness or compression (Contract 15). */
import { LRUCache } from 'lru-cache';
import { candidates } from '../../../../packages/look/src/candidates.ts';
import { likeness, NEAR_COPY, openSignature } from '../../../../packages/look/src/signature.ts';
import { paced } from '../../common/concurrency/pause.ts';
import { Semaphore } from '../../common/concurrency/semaphore.ts';
import type { VectorState } from '../../common/records/vector-ports.ts';
import type { Reading } from '../../common/storage/read-whole.ts';
import { Forest } from '../split/forest.ts';
import { readLooks } from './vector-part.ts';

interface About {
  dataset: string;
  parts: VectorState['parts'];
  /** Images of which there are signatures at most: the time grows with the square of their number. */
  most: number;
}

interface Found {
  /** Of which there are signatures. */
  images: number;
  groups: readonly string[][];
}

/** Ids that are kept, of some 100 bytes each. */
const MOST_KEPT = 200_000;
const kept = new LRUCache<string, Found>({
  maxSize: MOST_KEPT,
  sizeCalculation: ({ groups }) => groups.reduce((sum, group) => sum + group.length, 1),
});
/** Whoever waits finds what the one before has found. Datasets take turns. */
const gate = new Semaphore(1);

/**
 * Groups of at least two images; copies of copies are in one. They follow from the pictures alone, so those of the same parts are kept.
 * @returns null where there are too many
 */
export async function nearCopies(about: About, reading: Reading): Promise<readonly string[][] | null> {
  const key = JSON.stringify([about.dataset, about.parts]);
  const find = async () => {
    const found = kept.get(key) ?? (await groupSignatures(about, reading));
    if (found) kept.set(key, found);
    return found && found.images <= about.most ? found.groups : null;
  };
  return gate.run(find, { signal: reading.signal, share: about.dataset });
}

async function groupSignatures({ most, ...about }: About, reading: Reading): Promise<Found | null> {
  const ids: string[] = [];
  const signatures: Uint8Array[] = [];
  for await (const { id, signature } of readLooks(about, reading)) {
    if (ids.push(id) > most) return null;
    signatures.push(signature);
  }
  const forest = new Forest(ids.length);
  const alike = candidates(signatures);
  for await (const at of paced(ids.keys())) {
    reading.signal.throwIfAborted();
    const own = openSignature(signatures[at]!);
    for await (const other of paced(alike(at)))
      if (
        forest.find(at) !== forest.find(other) &&
        likeness(own, openSignature(signatures[other]!)) >= NEAR_COPY
      )
        forest.unite(at, other);
  }
  const groups = [...Map.groupBy(ids.keys(), (at) => forest.find(at)).values()];
  forest.release();
  const several = groups.filter((group) => group.length > 1);
  return { images: ids.length, groups: several.map((group) => group.map((at) => ids[at]!)) };
}
