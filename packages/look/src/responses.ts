/** What filters say about each pixel of one level of the pyramid: spots, ridges, edges and colours. */
import { blur, type Plane, type Planes, plane } from './pixels.ts';
import { summarize, summarizeSigned } from './summary.ts';

/** Pixels on each side of a cell. */
const CELL = 8;
/** Edges are measured over squares of so many pixels. */
const SQUARE = 4;

/** Eight summaries of shapes. */
export function summarizeShapes(light: Plane): number[] {
  const smooth = blur(light, 1);
  // What is thin would be lost in a smoothed picture.
  const shapes = [...spots(smooth), ...linesAndDots(light)].map((each) => summarize(each, CELL));
  const edges = edgesOf(smooth).map((each) => summarize(each, CELL / SQUARE));
  return [...shapes.flat(), ...edges.flat()];
}

/** Four summaries of brightness and colours. */
export function summarizeColours({ light, redGreen, yellowBlue }: Planes): number[] {
  const colours = [light, redGreen, yellowBlue].map((each) => summarizeSigned(each, CELL));
  return [...colours.flat(), ...summarize(colourContrast(redGreen, yellowBlue), CELL)];
}

/** Difference of Gaussians: what is lighter than its surroundings, and what is darker. */
function spots(smooth: Plane): Plane[] {
  const around = blur(smooth, 2).values;
  const [lighter, darker] = [plane(smooth.width, smooth.height), plane(smooth.width, smooth.height)];
  for (let at = 0; at < around.length; at++) {
    const difference = smooth.values[at]! - around[at]!;
    lighter.values[at] = larger(difference, 0);
    darker.values[at] = larger(-difference, 0);
  }
  return [lighter, darker];
}

/** Pixels from the middle of a line to what lies beside it. */
const BESIDE = 2;

/** Without a branch: processors guess which of two noisy pixels is larger, and Math.max takes three times as long. */
const larger = (a: number, b: number): number => (a + b + Math.abs(a - b)) / 2;
const smaller = (a: number, b: number): number => (a + b - Math.abs(a - b)) / 2;

/** Lines and dots, dark ones and light ones. A line differs from both of its sides, so the edge of a part is none. */
function linesAndDots({ values, width, height }: Plane): Plane[] {
  const planes = Array.from({ length: 4 }, () => plane(width, height));
  const [darkLine, lightLine, darkDot, lightDot] = planes.map((each) => each.values) as Four;
  const [right, below] = [BESIDE, BESIDE * width];
  for (let y = BESIDE; y < height - BESIDE; y++) {
    for (let at = y * width + BESIDE; at < (y + 1) * width - BESIDE; at++) {
      const own = values[at]!;
      const [west, east] = [values[at - right]!, values[at + right]!];
      const [north, south] = [values[at - below]!, values[at + below]!];
      const [northWest, southEast] = [values[at - below - right]!, values[at + below + right]!];
      const [northEast, southWest] = [values[at - below + right]!, values[at + below - right]!];
      // Of each pair of sides the darker and the lighter one.
      const [a, b] = [smaller(west, east), larger(west, east)];
      const [c, d] = [smaller(north, south), larger(north, south)];
      const [e, f] = [smaller(northWest, southEast), larger(northWest, southEast)];
      const [g, h] = [smaller(northEast, southWest), larger(northEast, southWest)];
      darkLine[at] = larger(larger(larger(a, c), larger(e, g)) - own, 0);
      lightLine[at] = larger(own - smaller(smaller(b, d), smaller(f, h)), 0);
      darkDot[at] = larger(smaller(smaller(a, c), smaller(e, g)) - own, 0);
      lightDot[at] = larger(own - larger(larger(b, d), larger(f, h)), 0);
    }
  }
  return planes;
}

type Four = [Float32Array, Float32Array, Float32Array, Float32Array];

/** By the structure tensor of each square: the slope across its edge, and the slope along it, which is high at corners. */
function edgesOf({ values, width, height }: Plane): Plane[] {
  const [columns, rows] = [Math.max(1, Math.floor(width / SQUARE)), Math.max(1, Math.floor(height / SQUARE))];
  const [across, along] = [plane(columns, rows), plane(columns, rows)];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let [xx, xy, yy] = [0, 0, 0];
      const [top, left] = [row * SQUARE, column * SQUARE];
      for (let y = Math.max(1, top); y < Math.min(height - 1, top + SQUARE); y++) {
        const last = y * width + Math.min(width - 1, left + SQUARE);
        for (let at = y * width + Math.max(1, left); at < last; at++) {
          const dx = (values[at + 1]! - values[at - 1]!) / 2;
          const dy = (values[at + width]! - values[at - width]!) / 2;
          xx += dx * dx;
          xy += dx * dy;
          yy += dy * dy;
        }
      }
      const half = (xx - yy) / 2;
      const reach = Math.sqrt(half * half + xy * xy);
      const middle = (xx + yy) / 2;
      across.values[row * columns + column] = Math.sqrt(middle + reach) / SQUARE;
      along.values[row * columns + column] = Math.sqrt(Math.max(0, middle - reach)) / SQUARE;
    }
  }
  return [across, along];
}

/** How far the colour of a pixel is from that of its surroundings. */
function colourContrast(redGreen: Plane, yellowBlue: Plane): Plane {
  const contrast = plane(redGreen.width, redGreen.height);
  const [first, second] = [blur(redGreen, 2).values, blur(yellowBlue, 2).values];
  for (let at = 0; at < first.length; at++)
    contrast.values[at] =
      Math.abs(redGreen.values[at]! - first[at]!) + Math.abs(yellowBlue.values[at]! - second[at]!);
  return contrast;
}
