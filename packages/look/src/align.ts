/** Lays one small picture on another: shifted, turned, enlarged, and with another brightness and contrast (Lucas and Kanade). */
import type { Plane } from './pixels.ts';
import { factorize, solve } from './symmetric.ts';

/** A point goes to (1 + zoom, -turn; turn, 1 + zoom) times itself, plus the shift; in pixels from the centre. */
export interface Pose {
  zoom: number;
  turn: number;
  right: number;
  down: number;
}

export const UNMOVED: Pose = { zoom: 0, turn: 0, right: 0, down: 0 };

/** What counts as a near copy: up to 15 % larger or smaller, 7 degrees, an eighth of the side. */
const MOST = { zoom: 0.15, turn: 0.12, shift: 0.12 };
/** Unknowns: the four of the pose, contrast and brightness. */
const UNKNOWNS = 6;
/** Keeps equations solvable where a picture is plain. */
const STEADY = 1e-6;

/** @returns a pose in which `b` fits `a` better, after so many steps; null if it leaves what counts as a near copy */
export function align(a: Plane, b: Plane, start: Pose, steps: number): Pose | null {
  let pose = start;
  for (let step = 0; step < steps; step++) {
    const [zoom, turn, right, down] = improve(a, b, pose) as unknown as [number, number, number, number];
    pose = {
      zoom: pose.zoom + zoom,
      turn: pose.turn + turn,
      right: pose.right + right,
      down: pose.down + down,
    };
    if (!isNear(pose, a)) return null;
  }
  return pose;
}

const isNear = ({ zoom, turn, right, down }: Pose, { width, height }: Plane): boolean =>
  Math.abs(zoom) <= MOST.zoom &&
  Math.abs(turn) <= MOST.turn &&
  Math.abs(right) <= MOST.shift * width &&
  Math.abs(down) <= MOST.shift * height;

/** The least squares of what is left between the pictures, by Gauss and Newton. */
function improve(a: Plane, b: Plane, pose: Pose): Float64Array {
  const matrix = new Float64Array(UNKNOWNS * UNKNOWNS);
  const goal = new Float64Array(UNKNOWNS);
  const slopes = new Float64Array(UNKNOWNS);
  walk(a, b, pose, (own, { value, dx, dy }, x, y) => {
    slopes[0] = dx * x + dy * y;
    slopes[1] = dy * x - dx * y;
    slopes[2] = dx;
    slopes[3] = dy;
    slopes[4] = value;
    slopes[5] = 1;
    for (let row = 0; row < UNKNOWNS; row++) {
      goal[row]! += slopes[row]! * (own - value);
      for (let column = 0; column <= row; column++)
        matrix[row * UNKNOWNS + column]! += slopes[row]! * slopes[column]!;
    }
  });
  for (let row = 0; row < UNKNOWNS; row++) matrix[row * (UNKNOWNS + 1)]! += STEADY;
  factorize(matrix, UNKNOWNS);
  return solve(matrix, goal);
}

/** At least this share of a picture must lie on the other. */
const OVERLAP = 0.6;

/** Grey levels. Grain, compression and lying between pixels change a mean of an area by so much. */
const NOISE = 2;

/** Correlation of the pictures where they overlap, -1 to 1, as if they had no noise. */
export function correlation(a: Plane, b: Plane, pose: Pose): number {
  let [count, sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0, 0];
  walk(a, b, pose, (own, { value }) => {
    count++;
    sumA += own;
    sumB += value;
    squareA += own * own;
    squareB += value * value;
    product += own * value;
  });
  if (count < OVERLAP * a.values.length) return -1;
  const [spreadA, spreadB] = [squareA - (sumA * sumA) / count, squareB - (sumB * sumB) / count];
  const plain = (product - (sumA * sumB) / count) / Math.sqrt(spreadA * spreadB + STEADY);
  const noise = (NOISE * NOISE * count) / Math.min(spreadA, spreadB);
  // In a picture of less than noise, nothing can be recognized.
  return plain <= 0 || noise >= 1 ? plain : Math.sqrt(1 - Math.max(0, 1 - plain * plain - noise));
}

/** Of a picture between its pixels. */
interface Sample {
  value: number;
  /** Slopes to the right and down. */
  dx: number;
  dy: number;
}

/** Passes each pixel of `a` whose place in `b` is within it. `x` and `y` are from the centre. */
function walk(
  a: Plane,
  b: Plane,
  pose: Pose,
  visit: (own: number, there: Sample, x: number, y: number) => void,
): void {
  const { width, height, values } = b;
  const [centreX, centreY] = [(width - 1) / 2, (height - 1) / 2];
  const there = { value: 0, dx: 0, dy: 0 };
  for (let row = 0, at = 0; row < height; row++) {
    for (let column = 0; column < width; column++, at++) {
      const [x, y] = [column - centreX, row - centreY];
      const toX = (1 + pose.zoom) * x - pose.turn * y + pose.right + centreX;
      const toY = pose.turn * x + (1 + pose.zoom) * y + pose.down + centreY;
      if (!(toX >= 0 && toY >= 0 && toX <= width - 1 && toY <= height - 1)) continue;
      const [left, top] = [Math.min(width - 2, Math.floor(toX)), Math.min(height - 2, Math.floor(toY))];
      const [partX, partY] = [toX - left, toY - top];
      const from = top * width + left;
      const upper = values[from + 1]! - values[from]!;
      const lower = values[from + width + 1]! - values[from + width]!;
      there.dx = upper * (1 - partY) + lower * partY;
      const [first, second] = [values[from]! + upper * partX, values[from + width]! + lower * partX];
      there.dy = second - first;
      there.value = first + there.dy * partY;
      visit(a.values[at]!, there, x, y);
    }
  }
}
