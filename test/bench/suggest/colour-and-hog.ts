/** The reference: a colour histogram and histograms of oriented gradients (HOG), as a program without learned weights usually has. */
import { type Pixels, type Plane, shrink } from '../../../packages/look/src/pixels.ts';

const [WIDTH, HEIGHT] = [128, 96];
const CELL = 16;
const [COLUMNS, ROWS] = [WIDTH / CELL, HEIGHT / CELL];
const TURNS = 9;
const COLOUR_STEPS = 4;

export function colourAndHog(pixels: Pixels): Int8Array {
  const values = [...colourHistogram(pixels), ...hog(shrink(pixels, WIDTH, HEIGHT).light)];
  return Int8Array.from(values, (value) => Math.round(value * 127));
}

/** Roots of the shares of 64 colours. */
function colourHistogram({ data, channels }: Pixels): number[] {
  const counts = new Float64Array(COLOUR_STEPS ** 3);
  const [green, blue] = channels < 3 ? [0, 0] : [1, 2];
  for (let at = 0; at < data.length; at += channels)
    counts[
      ((data[at]! >> 6) * COLOUR_STEPS + (data[at + green]! >> 6)) * COLOUR_STEPS + (data[at + blue]! >> 6)
    ]!++;
  return Array.from(counts, (count) => Math.sqrt((count * channels) / data.length));
}

/** Of blocks of two by two cells, each normalized (Dalal and Triggs). */
function hog(light: Plane): number[] {
  const cells = orientations(light);
  const values: number[] = [];
  for (let row = 0; row < ROWS - 1; row++) {
    for (let column = 0; column < COLUMNS - 1; column++) {
      const at = row * COLUMNS + column;
      const block = [at, at + 1, at + COLUMNS, at + COLUMNS + 1].flatMap((cell) => cells[cell]!);
      const length = Math.hypot(...block) + 1;
      values.push(...block.map((value) => value / length));
    }
  }
  return values;
}

function orientations({ values, width, height }: Plane): number[][] {
  const cells = Array.from({ length: COLUMNS * ROWS }, () => new Array<number>(TURNS).fill(0));
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const [dx, dy] = [values[at + 1]! - values[at - 1]!, values[at + width]! - values[at - width]!];
      const turn = Math.floor(((Math.atan2(dy, dx) / Math.PI + 1) * TURNS) % TURNS);
      cells[Math.floor(y / CELL) * COLUMNS + Math.floor(x / CELL)]![turn]! += Math.hypot(dx, dy);
    }
  }
  return cells;
}
