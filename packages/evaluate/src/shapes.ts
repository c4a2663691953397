/** Boxes and masks: their areas, and how far they overlap, to the bit as pycocotools calculates it. */

/** The corner with the smallest x and y, width, height. */
export type Box = readonly [x: number, y: number, width: number, height: number];

/** COCO's run lengths, as numbers: column by column, first the pixels outside. */
export interface RunLengths {
  size: readonly [height: number, width: number];
  counts: readonly number[];
}

export type Shape = { box: Box } | { mask: RunLengths };

/** A shape with what is needed again and again. */
export interface MeasuredShape {
  box: Box;
  area: number;
  mask?: RunLengths;
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
  const [height, width] = mask.size;
  let [left, top, right, bottom, area, end] = [width, height, 0, 0, 0, 0];
  for (const [at, count] of mask.counts.entries()) {
    const start = end;
    end += count;
    if (at % 2 === 0 || count === 0) continue;
    area += count;
    const [first, last] = [Math.floor(start / height), Math.floor((end - 1) / height)];
    left = Math.min(left, first);
    right = Math.max(right, last + 1);
    // A run over two columns touches both edges.
    top = Math.min(top, first === last ? start % height : 0);
    bottom = Math.max(bottom, first === last ? ((end - 1) % height) + 1 : height);
  }
  return { mask, area, box: area === 0 ? [0, 0, 0, 0] : [left, top, right - left, bottom - top] };
}

function requireRuns({ size, counts }: RunLengths): void {
  const whole = [...size, ...counts].every((number) => Number.isSafeInteger(number) && number >= 0);
  const pixels = counts.reduce((sum, count) => sum + count, 0);
  if (!whole || size.length !== 2 || pixels !== size[0] * size[1])
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

function overlapOfMasks(a: RunLengths, b: RunLengths, areas: number): number {
  if (a.size[0] !== b.size[0] || a.size[1] !== b.size[1]) return 0;
  let both = 0;
  // Odd runs are inside. Only one side moves on at a time, so each step is the part where two runs meet.
  let [atA, atB, endA, endB, position] = [0, 0, a.counts[0] ?? 0, b.counts[0] ?? 0, 0];
  while (atA < a.counts.length && atB < b.counts.length) {
    const end = Math.min(endA, endB);
    if (atA % 2 === 1 && atB % 2 === 1) both += end - position;
    position = end;
    if (endA === end) endA += a.counts[++atA] ?? 0;
    else endB += b.counts[++atB] ?? 0;
  }
  return both / (areas - both);
}
