import { Random } from './random.ts';

/** Raw RGB, 3 bytes per pixel, rows from the top. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

/** Cached: in a test runner's sandbox a global lookup per pixel costs seconds. */
const { floor, min, sin, PI } = Math;

type Paint = (x: number, y: number) => readonly [number, number, number];

function fill(width: number, height: number, paint: Paint): Pixels {
  const data = new Uint8ClampedArray(width * height * 3);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (const value of paint(x, y)) data[at++] = value;
    }
  }
  return { data: Buffer.from(data.buffer), width, height };
}

/** Smooth noise from -1 to 1: random values on a grid of `cellX` by `cellY` pixels, interpolated. */
export function cloud(
  random: Random,
  width: number,
  height: number,
  cellX: number,
  cellY = cellX,
): (x: number, y: number) => number {
  const columns = Math.ceil(width / cellX) + 2;
  const grid = Float32Array.from({ length: columns * (Math.ceil(height / cellY) + 2) }, () =>
    random.between(-1, 1),
  );
  return (x, y) => {
    const [gx, gy] = [x / cellX, y / cellY];
    const [ix, iy] = [floor(gx), floor(gy)];
    const [fx, fy] = [ease(gx - ix), ease(gy - iy)];
    const at = iy * columns + ix;
    const top = grid[at]! + (grid[at + 1]! - grid[at]!) * fx;
    const low = grid[at + columns]! + (grid[at + columns + 1]! - grid[at + columns]!) * fx;
    return top + (low - top) * fy;
  };
}

const ease = (t: number): number => t * t * (3 - 2 * t);

/** A dark rubber belt that runs from left to right: woven ribs, wear, dust, shaded guide rails. */
export function drawBelt(seed: number, width: number, height: number): Pixels {
  const random = new Random(seed, 1);
  const [wear, dust, weave] = [
    cloud(random, width, height, 160, 14),
    cloud(random, width, height, 46),
    cloud(random, width, height, 3),
  ];
  const base = random.pick([
    [50, 55, 58],
    [46, 57, 54],
    [53, 52, 57],
    [44, 52, 62],
  ] as const);
  const [rib, rail, offset] = [
    random.between(7, 11),
    height * random.between(0.025, 0.045),
    random.between(0, 9),
  ];
  return fill(width, height, (x, y) => {
    const edge = min(y, height - 1 - y);
    const ribs = sin(((x + offset + y * 0.12) * 2 * PI) / rib) * 4 + (floor(y / 3) % 2) * 2;
    const shade = ribs + wear(x, y) * 5 + dust(x, y) * 4 + weave(x, y) * 5;
    const rails = edge < rail ? 14 + dust(x, y) * 3 - ribs : edge < rail + 5 ? -26 : 0;
    return [base[0] + shade + rails, base[1] + shade + rails, base[2] + shade + rails];
  });
}

/** A brushed steel sheet that fills the picture: long fine streaks, rolling marks, cloudy sheen. */
export function drawSheet(seed: number, width: number, height: number): Pixels {
  const random = new Random(seed, 1);
  const [fine, streak, rolled, sheen] = [
    cloud(random, width, height, 40, 1.2),
    cloud(random, width, height, 210, 2.5),
    cloud(random, width, height, 640, 24),
    cloud(random, width, height, 220),
  ];
  const base = random.pick([
    [164, 168, 171],
    [158, 166, 174],
    [172, 169, 163],
  ] as const);
  return fill(width, height, (x, y) => {
    const shade = fine(x, y) * 9 + streak(x, y) * 8 + rolled(x, y) * 6 + sheen(x, y) * 8;
    return [base[0] + shade, base[1] + shade, base[2] + shade];
  });
}
