/** Images that look alike, and images that look like no other. */
import { evenly, scaledRow, spreadOf, type Vectors } from './vectors.ts';

export interface Neighbour {
  row: number;
  distance: number;
}

/** The vectors nearest to that of a row, nearest first, without itself. */
export function nearest(vectors: Vectors, row: number, limit: number): Neighbour[] {
  const distance = distancesFrom(vectors, row);
  const closest = new Closest(limit);
  for (let other = 0; other < vectors.count; other++) if (other !== row) closest.add(other, distance(other));
  return closest.list;
}

/** The distance of each row to this one. */
export function distancesFrom(vectors: Vectors, row: number): (other: number) => number {
  const { width, values } = vectors;
  const { scale } = spreadOf(vectors);
  const from = row * width;
  return (other) => {
    let sum = 0;
    for (let at = 0, to = other * width; at < width; at++, to++) {
      const by = (values[from + at]! - values[to]!) * scale[at]!;
      sum += by * by;
    }
    return Math.sqrt(sum);
  };
}

function apart(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) {
    const by = a[at]! - b[at]!;
    sum += by * by;
  }
  return Math.sqrt(sum);
}

/** Keeps the closest ones in order. */
export class Closest {
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
 * How unusual a row is beside the good ones: its distance to them. Of a row among the references, without itself.
 * @param good rows of images that are as they should be; all images, to find outliers
 */
export function strangeness(vectors: Vectors, good: readonly number[]): (row: number) => number {
  const spread = spreadOf(vectors, good);
  const references = evenly(good.length, REFERENCES).map((at) => good[at]!);
  const packed = references.map((row) => scaledRow(vectors, row, spread));
  return (row) => {
    const from = scaledRow(vectors, row, spread);
    const closest = new Closest(NEIGHBOUR);
    for (const [at, reference] of packed.entries())
      if (references[at] !== row) closest.add(references[at]!, apart(from, reference));
    return closest.list.at(-1)?.distance ?? 0;
  };
}

/** Rows by how unusual they are beside the good ones, most first. */
export function unusual(vectors: Vectors, rows: readonly number[], good: readonly number[]): Neighbour[] {
  const strange = strangeness(vectors, good);
  return rows
    .map((row) => ({ row, distance: strange(row) }))
    .sort((a, b) => b.distance - a.distance || a.row - b.row);
}
