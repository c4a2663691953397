/** Boxes and masks: their areas, and how far they overlap, to the bit as pycocotools calculates it. */

/** The corner with the smallest x and y, width, height. */
export type Box = readonly [x: number, y: number, width: number, height: number];

/** COCO's run lengths, as numbers: column by column, first the pixels outside. */
export interface RunLengths {
  size: readonly [height: number, width: number];
  counts: ArrayLike<number>;
}

export type Shape = { box: Box } | { mask: RunLengths };

/** Runs by their ends, so that any part of a mask is found without a walk through all of it. */
interface MeasuredMask {
  size: RunLengths['size'];
  /** Of each run, in pixels from the first one. */
  ends: Uint32Array | Float64Array;
  /** Pixels of the mask up to the end of each run. */
  inside: Uint32Array | Float64Array;
}

/** A shape with what is needed again and again. */
export interface MeasuredShape {
  box: Box;
  area: number;
  mask?: MeasuredMask;
}

/** @throws RangeError if the shape cannot be one */
export function measureShape(shape: Shape): MeasuredShape {
  if ('mask' in shape) return measureMask(shape.mask);
  const { box } = shape;
  if (box.length !== 4 || !box.every(Number.isFinite) || box[2] < 0 || box[3] < 0)
    throw new RangeError(`no box: ${JSON.stringify(box)}`);
  return { box, area: box[2] * box[3] };
}

function measureMask(mask: RunLengths): MeasuredShape {
  requireRuns(mask);
  const { size, counts } = mask;
  const [height, width] = size;
  const Column = height * width < 2 ** 32 ? Uint32Array : Float64Array;
  const [ends, inside] = [new Column(counts.length), new Column(counts.length)];
  let [left, top, right, bottom, area, end] = [width, height, 0, 0, 0, 0];
  for (let at = 0; at < counts.length; at += 1) {
    const count = counts[at]!;
    const start = end;
    end += count;
    ends[at] = end;
    if (at % 2 === 1 && count > 0) {
      area += count;
      const [first, last] = [Math.floor(start / height), Math.floor((end - 1) / height)];
      left = Math.min(left, first);
      right = Math.max(right, last + 1);
      // A run over two columns touches both edges.
      top = Math.min(top, first === last ? start % height : 0);
      bottom = Math.max(bottom, first === last ? ((end - 1) % height) + 1 : height);
    }
    inside[at] = area;
  }
  const box: Box = area === 0 ? [0, 0, 0, 0] : [left, top, right - left, bottom - top];
  return { mask: { size, ends, inside }, area, box };
}

function requireRuns({ size, counts }: RunLengths): void {
  const isWhole = (number: number) => Number.isSafeInteger(number) && number >= 0;
  let pixels = 0;
  let whole = size.length === 2 && size.every(isWhole);
  for (let at = 0; at < counts.length; at += 1) {
    whole &&= isWhole(counts[at]!);
    pixels += counts[at]!;
  }
  if (!whole || pixels !== size[0] * size[1])
    throw new RangeError(`no run lengths of ${size.join(' x ')} pixels: they are of ${pixels}`);
}

/**
 * Intersection over union, 0 to 1. Masks of pictures of different sizes do not overlap.
 * @throws RangeError for a box and a mask
 */
export function overlapOf(a: MeasuredShape, b: MeasuredShape): number {
  if ((a.mask === undefined) !== (b.mask === undefined)) throw new RangeError('a box beside a mask');
  const width = Math.min(a.box[2] + a.box[0], b.box[2] + b.box[0]) - Math.max(a.box[0], b.box[0]);
  if (width <= 0) return 0;
  const height = Math.min(a.box[3] + a.box[1], b.box[3] + b.box[1]) - Math.max(a.box[1], b.box[1]);
  if (height <= 0) return 0;
  if (a.mask && b.mask) return overlapOfMasks(a.mask, b.mask, a.area + b.area);
  const both = width * height;
  return both / (a.area + b.area - both);
}

function overlapOfMasks(a: MeasuredMask, b: MeasuredMask, areas: number): number {
  if (a.size[0] !== b.size[0] || a.size[1] !== b.size[1]) return 0;
  const [few, many] = a.ends.length <= b.ends.length ? [a, b] : [b, a];
  const both = shared(few, many);
  return both / (areas - both);
}

/**
 * Pixels of both masks. Each run of the mask with fewer of them is looked up in the other one: from the run where the last one
 * ended, in steps that double, so that this costs no more than a walk through both, and far less where one is simple.
 */
function shared(few: MeasuredMask, many: MeasuredMask): number {
  let [both, at] = [0, 0];
  const { ends, inside } = many;
  /** Pixels of `many` before this one, which is never before the last one that was asked for. */
  const before = (pixel: number): number => {
    at = firstBeyond(ends, pixel, at);
    const known = at === 0 ? 0 : inside[at - 1]!;
    return at % 2 === 1 ? known + pixel - ends[at - 1]! : known;
  };
  for (let run = 1; run < few.ends.length; run += 2) {
    const [from, end] = [few.ends[run - 1]!, few.ends[run]!];
    if (from === end) continue;
    const first = before(from);
    both += before(end) - first;
  }
  return both;
}

/** The first run that ends beyond the pixel, from `from` on; the number of runs if none does. */
function firstBeyond(ends: MeasuredMask['ends'], pixel: number, from: number): number {
  let step = 1;
  let low = from;
  while (low + step <= ends.length && ends[low + step - 1]! <= pixel) {
    low += step;
    step *= 2;
  }
  let high = Math.min(ends.length, low + step - 1);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ends[middle]! <= pixel) low = middle + 1;
    else high = middle;
  }
  return low;
}
