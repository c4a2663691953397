/** Where in a picture edges run which way: histograms of oriented gradients (Dalal and Triggs). */
import type { Plane } from './pixels.ts';

/** Of the picture that is looked at, whatever the shape of the original. */
export const [GRADIENT_WIDTH, GRADIENT_HEIGHT] = [128, 96];
/** Pixels of a cell, and cells of a block, on each side. */
const [CELL, BLOCK] = [16, 2];
const [COLUMNS, ROWS] = [GRADIENT_WIDTH / CELL, GRADIENT_HEIGHT / CELL];
/** Cosines and sines of 20, 40 … 160 degrees: as numbers, because engines round Math's own differently. */
const TURNS = [
  [0.9396926207859084, 0.3420201433256687],
  [0.766044443118978, 0.6427876096865393],
  [0.5, 0.8660254037844386],
  [0.1736481776669303, 0.984807753012208],
  [-0.1736481776669303, 0.984807753012208],
  [-0.5, 0.8660254037844386],
  [-0.766044443118978, 0.6427876096865393],
  [-0.9396926207859084, 0.3420201433256687],
] as const;
const DIRECTIONS = TURNS.length + 1;
export const GRADIENTS = COLUMNS * ROWS * DIRECTIONS;

/** @returns shares of a block's gradients, 0 to 1: block after block, cell after cell */
export function gradientsOf(light: Plane): number[] {
  const cells = histograms(light);
  const shares: number[] = [];
  for (let row = 0; row < ROWS; row += BLOCK)
    for (let column = 0; column < COLUMNS; column += BLOCK) {
      const at = row * COLUMNS + column;
      const block = [at, at + 1, at + COLUMNS, at + COLUMNS + 1].flatMap((cell) => [...cells[cell]!]);
      const length = Math.sqrt(block.reduce((sum, value) => sum + value * value, 0)) + 1;
      shares.push(...block.map((value) => value / length));
    }
  return shares;
}

function histograms({ values, width, height }: Plane): Float64Array[] {
  const cells = Array.from({ length: COLUMNS * ROWS }, () => new Float64Array(DIRECTIONS));
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const dx = values[at + 1]! - values[at - 1]!;
      const dy = values[at + width]! - values[at - width]!;
      const cell = cells[Math.floor(y / CELL) * COLUMNS + Math.floor(x / CELL)]!;
      cell[directionOf(dx, dy)]! += Math.sqrt(dx * dx + dy * dy);
    }
  return cells;
}

/** A slope and its opposite have one direction. */
function directionOf(dx: number, dy: number): number {
  const [x, y] = dy < 0 || (dy === 0 && dx < 0) ? [-dx, -dy] : [dx, dy];
  let direction = 0;
  while (direction < TURNS.length && TURNS[direction]![0] * y >= TURNS[direction]![1] * x) direction++;
  return direction;
}
