const { max, min } = Math;

/** Closes gaps of up to `2 * radius` pixels. */
export const close = (marks: Uint8Array, width: number, radius: number): Uint8Array =>
  shrink(grow(marks, width, radius), width, radius);

/** Sets a pixel if any pixel in the square around it is set. */
const grow = (marks: Uint8Array, width: number, radius: number): Uint8Array =>
  sweep(marks, width, radius, (count) => count > 0);

/** Keeps a pixel if all pixels in the square around it are set; outside the picture all count as set. */
const shrink = (marks: Uint8Array, width: number, radius: number): Uint8Array =>
  sweep(marks, width, radius, (count, reach) => count === reach);

type Keep = (count: number, reach: number) => boolean;

/** Runs over rows, then over columns, which together make the square. */
function sweep(marks: Uint8Array, width: number, radius: number, keep: Keep): Uint8Array {
  const height = marks.length / width;
  const across = sweepLines(marks, { lines: height, length: width, step: 1, stride: width }, radius, keep);
  return sweepLines(across, { lines: width, length: height, step: width, stride: 1 }, radius, keep);
}

interface Lines {
  lines: number;
  length: number;
  /** Offset from one pixel of a line to the next. */
  step: number;
  /** Offset from one line to the next. */
  stride: number;
}

function sweepLines(marks: Uint8Array, { lines, length, step, stride }: Lines, radius: number, keep: Keep) {
  const result = new Uint8Array(marks.length);
  for (let line = 0; line < lines; line++) {
    const start = line * stride;
    let count = 0;
    for (let at = 0; at < min(radius, length); at++) count += marks[start + at * step]!;
    for (let at = 0; at < length; at++) {
      if (at + radius < length) count += marks[start + (at + radius) * step]!;
      if (at - radius - 1 >= 0) count -= marks[start + (at - radius - 1) * step]!;
      const reach = min(length - 1, at + radius) - max(0, at - radius) + 1;
      if (keep(count, reach)) result[start + at * step] = 1;
    }
  }
  return result;
}
