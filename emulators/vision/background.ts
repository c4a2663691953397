import type { Picture } from './picture.ts';

/** Difference between each pixel and the expected background. */
export interface Contrast {
  /** Colour distance per pixel, 0 or more; likely shadows count less. */
  distance: Float32Array;
  /** Typical distance of background pixels: texture and noise. */
  noise: number;
}

const { abs, max, sqrt } = Math;

/**
 * The background is what most pixels of a row and of a column have: rails and wear of a belt run along rows, and light falls
 * off to the sides.
 */
export function findContrast({ width, planes }: Picture): Contrast {
  const expected = planes.map((plane) => expectedFrom(plane, width));
  const distance = contrastTo(planes, expected);
  // Of the lower half: objects cover less than that.
  return {
    distance,
    noise: quantile(
      distance.filter((_, at) => at % 7 === 0),
      0.4,
    ),
  };
}

/** First the median of the picture, then of what is like it in each line, ever closer. */
function expectedFrom(plane: Float32Array, width: number): Float32Array {
  const height = plane.length / width;
  const expected = new Float32Array(plane.length);
  shiftLines(expected, plane, { lines: 1, length: plane.length, step: 1, stride: 0 }, 255);
  const rows = { lines: height, length: width, step: 1, stride: width };
  const columns = { lines: width, length: height, step: width, stride: 1 };
  for (const like of LIKE) for (const lines of [columns, rows]) shiftLines(expected, plane, lines, like);
  return expected;
}

/** Difference of brightness or colour within a background. */
const LIKE = [28, 20];

interface Lines {
  lines: number;
  length: number;
  /** Offset from one pixel of a line to the next. */
  step: number;
  /** Offset from one line to the next. */
  stride: number;
}

/** Moves each line to the median of what its pixels lack, of those that lack little. */
function shiftLines(
  expected: Float32Array,
  plane: Float32Array,
  { lines, length, step, stride }: Lines,
  like: number,
): void {
  const lacking = new Float32Array(length);
  for (let line = 0; line < lines; line++) {
    let counted = 0;
    for (let at = 0; at < length; at++) {
      const place = line * stride + at * step;
      const lack = plane[place]! - expected[place]!;
      if (abs(lack) <= like) lacking[counted++] = lack;
    }
    const shift = quantile(lacking.subarray(0, counted), 0.5);
    for (let at = 0; at < length; at++) expected[line * stride + at * step]! += shift;
  }
}

function contrastTo([bright, warm, green]: Picture['planes'], expected: Float32Array[]): Float32Array {
  const [ground, groundWarm, groundGreen] = expected as [Float32Array, Float32Array, Float32Array];
  return bright.map((value, at) => {
    const b = value - ground[at]!;
    const w = warm[at]! - groundWarm[at]!;
    const g = green[at]! - groundGreen[at]!;
    const full = sqrt(b * b + (w * w + g * g) / 2);
    return isShade(b, b / max(1, ground[at]!), w, g) ? full * SHADE : full;
  });
}

/** A shadow is somewhat darker and has the colour of its background; a crack is black. */
const SHADE = 0.35;
const isShade = (darker: number, share: number, warm: number, green: number): boolean =>
  darker < 0 && (darker > -35 || share > -0.25) && abs(warm) < 12 && abs(green) < 12;

function quantile(values: Float32Array, share: number): number {
  const sorted = values.slice().sort();
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}
