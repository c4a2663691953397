/** Near copies among a dataset's pictures: shifted, turned, cropped, of another size, brightness or compression (Contract 15). */
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { candidates } from '../../../../packages/look/src/candidates.ts';
import {
  likeness,
  NEAR_COPY,
  openSignature,
  type Signature,
} from '../../../../packages/look/src/signature.ts';
import { paced } from '../../common/concurrency/pause.ts';
import { Semaphore } from '../../common/concurrency/semaphore.ts';
import type { VectorState } from '../../common/records/vector-ports.ts';
import type { Reading } from '../../common/storage/read-whole.ts';
import { Forest } from '../split/forest.ts';
import { type Place, readLooks, signaturesAt } from './vector-part.ts';

interface About {
  dataset: string;
  parts: VectorState['parts'];
  /** Images of which there are signatures at most: the time grows with the square of their number. */
  most: number;
  /** Only these images; all if absent. */
  among?: readonly string[];
}

export interface Found {
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
export async function nearCopies(about: About, reading: Reading): Promise<Found | null> {
  const { dataset, parts, most, among = [] } = about;
  const key = JSON.stringify([dataset, parts, hash('sha256', among.join(' '))]);
  const find = async () => {
    const found = kept.get(key) ?? (await groupSignatures(about, reading));
    if (found) kept.set(key, found);
    return found && found.images <= most ? found : null;
  };
  return gate.run(find, { signal: reading.signal, share: dataset });
}

async function groupSignatures({ most, among, ...about }: About, reading: Reading): Promise<Found | null> {
  const ids: string[] = [];
  const signatures: Uint8Array[] = [];
  const wanted = among && new Set(among);
  for await (const { id, signature } of readLooks(about, reading)) {
    if (wanted && !wanted.has(id)) continue;
    if (ids.push(id) > most) return null;
    // A copy: one of few images must not hold all bytes of its part.
    signatures.push(wanted ? Uint8Array.from(signature) : signature);
  }
  const forest = await joinCopies(signatures, copiesOf(signatures), reading.signal);
  const groups = [...Map.groupBy(ids.keys(), (at) => forest.find(at)).values()];
  forest.release();
  const several = groups.filter((group) => group.length > 1);
  return { images: ids.length, groups: several.map((group) => group.map((at) => ids[at]!)) };
}

/** Of the one at a place: whether another one is a copy of it. */
type CopiesOf = (at: number) => (other: number) => boolean;

const copiesOf =
  (signatures: readonly Uint8Array[]): CopiesOf =>
  (at) => {
    let own: Signature | undefined;
    return (other) => {
      own ??= openSignature(signatures[at]!);
      return likeness(own, openSignature(signatures[other]!)) >= NEAR_COPY;
    };
  };

/** Copies of copies are in one set. */
async function joinCopies(
  signatures: readonly Uint8Array[],
  copies: CopiesOf,
  signal: AbortSignal,
): Promise<Forest> {
  const forest = new Forest(signatures.length);
  const alike = candidates(signatures);
  for await (const at of paced(signatures.keys())) {
    signal.throwIfAborted();
    const isCopy = copies(at);
    for await (const other of paced(alike(at)))
      if (forest.find(at) !== forest.find(other) && isCopy(other)) forest.unite(at, other);
  }
  return forest;
}

/** Of what labels are learned from: with each further label few are new. A megabyte, and some ten. */
const [knownPairs, knownSignatures] = [
  new LRUCache<string, boolean>({ max: 20_000 }),
  new LRUCache<string, Uint8Array>({ max: 10_000 }),
];

/**
 * The near copies among a few images of a dataset.
 * @returns by image: a number that copies of it share; an image without signature has one of its own
 */
export async function copiesAmong(
  dataset: string,
  places: readonly Place[],
  reading: Reading,
): Promise<readonly number[]> {
  await readSignatures(dataset, places, reading);
  const names = places.map(nameOf);
  const held = names.map((name) => knownSignatures.get(name));
  const at = [...held.keys()].filter((each) => held[each]);
  const signatures = at.map((each) => held[each]!);
  const remembered: CopiesOf = (a) => {
    const isCopy = copiesOf(signatures)(a);
    return (b) => {
      const pair = [names[at[a]!]!, names[at[b]!]!].sort().join(' ');
      const said = knownPairs.get(pair) ?? isCopy(b);
      knownPairs.set(pair, said);
      return said;
    };
  };
  const forest = await joinCopies(signatures, remembered, reading.signal);
  const groups = [...places.keys()];
  for (const [number, each] of at.entries()) groups[each] = at[forest.find(number)]!;
  forest.release();
  return groups;
}

const nameOf = ({ part, at }: Place): string => `${part} ${at}`;

/** Reads the parts whose signatures are not known. */
async function readSignatures(dataset: string, places: readonly Place[], reading: Reading): Promise<void> {
  const unknown = places.filter((place) => !knownSignatures.has(nameOf(place)));
  for (const [part, wanted] of Map.groupBy(unknown, (place) => place.part)) {
    const found = await signaturesAt({ dataset, part }, wanted, reading);
    for (const [number, place] of wanted.entries()) {
      const bytes = found?.[number];
      if (bytes) knownSignatures.set(nameOf(place), bytes);
    }
  }
}
