/** Images that look alike, and images that look like no other. */
import { evenly, type Spread, scaledRow, spreadOf, type Vectors } from './vectors.ts';

export interface Neighbour {
  row: number;
  distance: number;
}

/** The vectors nearest to that of a row, nearest first, without itself. */
export function nearest(
  vectors: Vectors,
  row: number,
  limit: number,
  spread = spreadOf(vectors),
): Neighbour[] {
  const from = scaledRow(vectors, row, spread);
  const closest = new Closest(limit);
  for (let other = 0; other < vectors.count; other++)
    if (other !== row) closest.add(other, distanceTo(from, vectors, other, spread));
  return closest.list;
}

/** The distance of a scaled vector to that of a row. */
function distanceTo(
  from: Float64Array,
  { width, values }: Vectors,
  row: number,
  { mean, scale }: Spread,
): number {
  let sum = 0;
  for (let at = 0, to = row * width; at < width; at++, to++) {
    const apart = from[at]! - (values[to]! - mean[at]!) * scale[at]!;
    sum += apart * apart;
  }
  return Math.sqrt(sum);
}

/** Keeps the closest ones in order. */
class Closest {
  readonly list: Neighbour[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(row: number, distance: number): void {
    if (this.list.length === this.#limit && distance >= this.list.at(-1)!.distance) return;
    const place = this.list.findLastIndex((each) => each.distance <= distance) + 1;
    this.list.splice(place, 0, { row, distance });
    if (this.list.length > this.#limit) this.list.pop();
  }
}

/** So many reference vectors are enough, and keep the time in proportion to the images. */
const REFERENCES = 200;
/** An image is as unusual as it is far from its third neighbour: a single twin does not make it usual. */
const NEIGHBOUR = 3;

/**
 * How unusual each row is beside the good ones: its distance to them. Of rows among the references, without themselves.
 * @param good rows of images that are as they should be; all images, to find outliers
 */
export function unusual(vectors: Vectors, rows: readonly number[], good: readonly number[]): Neighbour[] {
  const spread = spreadOf(vectors, good);
  const references = evenly(good.length, REFERENCES).map((at) => good[at]!);
  const packed = references.map((row) => scaledRow(vectors, row, spread));
  return rows
    .map((row) => {
      const closest = new Closest(NEIGHBOUR);
      for (const [at, reference] of packed.entries())
        if (references[at] !== row) closest.add(references[at]!, distanceTo(reference, vectors, row, spread));
      return { row, distance: closest.list.at(-1)?.distance ?? 0 };
    })
    .sort((a, b) => b.distance - a.distance || a.row - b.row);
}
