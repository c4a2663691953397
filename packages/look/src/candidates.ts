/** Which pictures may be near copies: those whose signatures are closest once almost nothing is left of them. */
import { Closest } from './neighbours.ts';
import { SIGNATURE_LENGTH } from './signature.ts';

/** Areas of a small picture, of so many grey values of a signature each: what moves or turns a little changes them little. */
const [COLUMNS, ROWS, SIDE] = [4, 3, 9];
const AREAS = COLUMNS * ROWS;
/** Of crops to 92 % of each side, .92 are among so many; of turns by 3 degrees and of other sizes all. */
const NEAREST = 12;

/** @returns for a place, the places of those that may be its near copies, the likeliest first */
export function candidates(signatures: readonly Uint8Array[]): (at: number) => number[] {
  const small = new Float64Array(AREAS * signatures.length);
  for (const [at, signature] of signatures.entries()) small.set(shrunk(signature), at * AREAS);
  return (at) => {
    const closest = new Closest(NEAREST);
    const own = small.slice(at * AREAS, (at + 1) * AREAS);
    let farthest = Number.POSITIVE_INFINITY;
    for (let other = 0, from = 0; other < signatures.length; other++, from += AREAS) {
      let sum = 0;
      for (let area = 0; area < AREAS; area++) {
        const by = own[area]! - small[from + area]!;
        sum += by * by;
      }
      // Almost all are farther away: nothing is asked of the list for them.
      if (sum >= farthest || other === at) continue;
      closest.add(other, sum);
      if (closest.list.length === NEAREST) farthest = closest.list.at(-1)!.distance;
    }
    return closest.list.map(({ row }) => row);
  };
}

/** Sums of areas, whatever brightness and contrast are. */
function shrunk(signature: Uint8Array): Float64Array {
  const sums = new Float64Array(AREAS);
  const width = COLUMNS * SIDE;
  for (let at = 0; at < SIGNATURE_LENGTH; at++)
    sums[Math.floor(at / width / SIDE) * COLUMNS + Math.floor((at % width) / SIDE)]! += signature[at]!;
  const mean = sums.reduce((sum, each) => sum + each, 0) / AREAS;
  const apart = sums.map((each) => each - mean);
  const length = Math.sqrt(apart.reduce((sum, each) => sum + each * each, 1));
  return apart.map((each) => each / length);
}
