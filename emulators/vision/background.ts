import { close, shrink } from './morphology.ts';
import type { Picture } from './picture.ts';
import { fitSurface } from './surface.ts';

/** Difference between each pixel and the expected background. */
export interface Contrast {
  /** Colour distance per pixel, 0 or more; likely shadows count less. */
  distance: Float32Array;
  /** Typical distance of background pixels: texture and noise. */
  noise: number;
}

/** First the rim counts as background, then everything similar to it. */
const RIM = 0.1;
const ROUNDS = 4;
const SEAM = 4;
const { abs, max, min, sqrt } = Math;

/**
 * Estimates the background as a smooth surface plus an offset per row (rails and wear of a belt run along rows), fitted
 * iteratively to the pixels close to it.
 */
export function findContrast(picture: Picture): Contrast {
  let weights: Uint8Array = rimOf(picture);
  let expected = expectedFrom(picture, weights);
  let contrast = contrastTo(picture, expected, weights);
  for (let round = 0; round < ROUNDS; round++) {
    const reach = max(3 * contrast.noise, 6);
    // The edge of an object has a similar colour but is not background.
    weights = shrink(close(below(contrast.distance, reach), picture.width, 1), picture.width, SEAM);
    expected = expectedFrom(picture, weights);
    contrast = contrastTo(picture, expected, weights);
  }
  return contrast;
}

function below(values: Float32Array, limit: number): Uint8Array {
  const marks = new Uint8Array(values.length);
  for (let at = 0; at < marks.length; at++) if (values[at]! < limit) marks[at] = 1;
  return marks;
}

function rimOf({ width, height }: Picture): Uint8Array {
  const rim = new Uint8Array(width * height);
  const [dx, dy] = [max(1, width * RIM), max(1, height * RIM)];
  for (let at = 0; at < rim.length; at++) {
    const [x, y] = [at % width, (at / width) | 0];
    if (x < dx || y < dy || x >= width - dx || y >= height - dy) rim[at] = 1;
  }
  return rim;
}

function expectedFrom({ width, planes }: Picture, weights: Uint8Array): Float32Array[] {
  return planes.map((plane) => {
    const expected = fitSurface(plane, weights, width);
    shiftRows(expected, plane, weights, width);
    return expected;
  });
}

/** Shifts each row by the error of its nearby background pixels: streaks and rails follow rows, objects do not. */
function shiftRows(expected: Float32Array, plane: Float32Array, weights: Uint8Array, width: number): void {
  const reach = Math.ceil(width / 8);
  const [off, known] = [new Float64Array(width + 1), new Uint32Array(width + 1)];
  for (let start = 0; start < plane.length; start += width) {
    for (let x = 0; x < width; x++) {
      const weight = weights[start + x]!;
      off[x + 1] = off[x]! + weight * (plane[start + x]! - expected[start + x]!);
      known[x + 1] = known[x]! + weight;
    }
    if (known[width]! < width * 0.15) continue;
    for (let x = 0; x < width; x++) expected[start + x]! += nearMean(off, known, x, reach);
  }
}

/** Mean of the values around `x`, or of the whole row if too few are known nearby. Both arrays are running sums. */
function nearMean(off: Float64Array, known: Uint32Array, x: number, reach: number): number {
  const last = off.length - 1;
  const from = max(0, x - reach);
  const to = min(last, x + reach + 1);
  const count = known[to]! - known[from]!;
  return count >= reach / 2 ? (off[to]! - off[from]!) / count : off[last]! / known[last]!;
}

function contrastTo({ planes }: Picture, expected: Float32Array[], weights: Uint8Array): Contrast {
  const [bright, warm, green] = planes;
  const [ground, groundWarm, groundGreen] = expected as [Float32Array, Float32Array, Float32Array];
  const distance = new Float32Array(bright.length);
  const usual: number[] = [];
  for (let at = 0; at < distance.length; at++) {
    const b = bright[at]! - ground[at]!;
    const w = warm[at]! - groundWarm[at]!;
    const g = green[at]! - groundGreen[at]!;
    const full = sqrt(b * b + (w * w + g * g) / 2);
    distance[at] = isShade(b, b / max(1, ground[at]!), w, g) ? full * SHADE : full;
    if (weights[at] !== 0 && at % 7 === 0) usual.push(full);
  }
  return { distance, noise: median(usual) };
}

/** A shadow is somewhat darker and has the colour of its background; a crack is black. */
const SHADE = 0.35;
const isShade = (darker: number, share: number, warm: number, green: number): boolean =>
  darker < 0 && (darker > -35 || share > -0.25) && abs(warm) < 12 && abs(green) < 12;

function median(values: number[]): number {
  if (values.length === 0) return 0;
  const sorted = Float32Array.from(values).sort();
  return sorted[min(sorted.length - 1, sorted.length >> 1)]!;
}
