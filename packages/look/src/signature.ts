/** Near copies: a small grey picture of each image, and whether two of them are one after a shift, a turn or a crop. */
import { align, correlation, UNMOVED } from './align.ts';
import { blur, type Pixels, type Plane, plane, shrink } from './pixels.ts';

/** Changes whenever the same pixels give another signature. */
export const SIGNATURE_VERSION = 1;
const [WIDTH, HEIGHT] = [36, 27];
export const SIGNATURE_LENGTH = WIDTH * HEIGHT;

/** Mean brightness of 36 by 27 areas, whatever the shape of the picture. */
export const signatureOf = (pixels: Pixels): Uint8Array =>
  Uint8Array.from(shrink(pixels, WIDTH, HEIGHT).light.values, Math.round);

/** A signature, ready to be compared. */
export interface Signature {
  fine: Plane;
  coarse: Plane;
}

/** @throws RangeError if these are no bytes of a signature */
export function openSignature(bytes: Uint8Array): Signature {
  if (bytes.length !== SIGNATURE_LENGTH) throw new RangeError(`a signature of ${bytes.length} bytes`);
  const fine = plane(WIDTH, HEIGHT);
  fine.values.set(bytes);
  return { fine, coarse: blur(fine, 1) };
}

/** Near copies are at least so alike. Of 1,000 pairs of different drawn scenes, less than one is. */
export const NEAR_COPY = 0.99;
/** What is less alike with its fine parts smoothed away is no near copy. */
const [FIRST, SECOND] = [0.5, 0.95];
const [COARSE_STEPS, FINE_STEPS] = [5, 3];

/** How alike two pictures are once one is laid on the other: -1 to 1, and -1 if they cannot be near copies. */
export function likeness(a: Signature, b: Signature): number {
  if (correlation(a.coarse, b.coarse, UNMOVED) < FIRST) return -1;
  const coarse = align(a.coarse, b.coarse, UNMOVED, COARSE_STEPS);
  if (!coarse || correlation(a.coarse, b.coarse, coarse) < SECOND) return -1;
  const pose = align(a.fine, b.fine, coarse, FINE_STEPS);
  return pose ? correlation(a.fine, b.fine, pose) : -1;
}

/**
 * Groups of near copies with at least two members; copies of copies are in one group.
 * @param pairs places of signatures that may be near copies; by default all pairs, whose number grows with the square
 */
export function nearCopies(
  signatures: readonly Uint8Array[],
  pairs: Iterable<readonly [number, number]> = allPairs(signatures.length),
): number[][] {
  const opened = signatures.map(openSignature);
  const groups = signatures.map((_, at) => [at]);
  for (const [a, b] of pairs) {
    const [first, second] = [groups[a]!, groups[b]!];
    if (first === second || likeness(opened[a]!, opened[b]!) < NEAR_COPY) continue;
    first.push(...second);
    for (const at of second) groups[at] = first;
  }
  return [...new Set(groups)].filter((group) => group.length > 1).map((group) => group.sort((a, b) => a - b));
}

function* allPairs(count: number): Generator<readonly [number, number]> {
  for (let a = 0; a < count; a++) for (let b = a + 1; b < count; b++) yield [a, b];
}
