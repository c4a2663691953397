/** Polygons as readers fill them. */
import type { Pixels } from '../../packages/formats/src/shape/pixels.ts';

type Size = Pick<Pixels, 'width' | 'height'>;

/** A pixel is inside if its middle is: even-odd rule, as of scan-line fillers. */
export function fillByMiddles(polygon: readonly number[], { width, height }: Size): Uint8Array {
  const filled = new Uint8Array(width * height);
  const crossings = Array.from({ length: height }, (): number[] => []);
  forEachEdge(polygon, ([x1, y1, x2, y2]) => {
    const [top, bottom] = [Math.min(y1, y2), Math.max(y1, y2)];
    for (let y = Math.max(0, Math.ceil(top - 0.5)); y < height && y + 0.5 < bottom; y += 1)
      crossings[y]?.push(x1 + ((y + 0.5 - y1) / (y2 - y1)) * (x2 - x1));
  });
  for (const [y, row] of crossings.entries()) {
    row.sort((a, b) => a - b);
    for (let at = 0; at + 1 < row.length; at += 2)
      for (let x = Math.max(0, Math.ceil((row[at] as number) - 0.5)); x < width; x += 1) {
        if (x + 0.5 >= (row[at + 1] as number)) break;
        filled[y * width + x] = 1;
      }
  }
  return filled;
}

/**
 * As Ultralytics' `polygon2mask`: decimals are cut off, and OpenCV's `fillPoly` fills between the lines and the lines themselves.
 */
export function fillAsOpenCv(polygon: readonly number[], size: Size): Uint8Array {
  const whole = polygon.map((value) => Math.trunc(value));
  // Pixels are points here: the middles of the other filler.
  const filled = fillByMiddles(
    whole.map((value) => value + 0.5),
    size,
  );
  forEachEdge(whole, ([x1, y1, x2, y2]) => {
    const steps = Math.max(Math.abs(x2 - x1), Math.abs(y2 - y1));
    for (let step = 0; step <= steps; step += 1) {
      const part = steps === 0 ? 0 : step / steps;
      const [x, y] = [Math.round(x1 + part * (x2 - x1)), Math.round(y1 + part * (y2 - y1))];
      filled[y * size.width + x] = 1;
    }
  });
  return filled;
}

function forEachEdge(
  polygon: readonly number[],
  visit: (edge: [x1: number, y1: number, x2: number, y2: number]) => void,
): void {
  for (let at = 0; at < polygon.length; at += 2) {
    const next = (at + 2) % polygon.length;
    visit([polygon[at], polygon[at + 1], polygon[next], polygon[next + 1]] as [
      number,
      number,
      number,
      number,
    ]);
  }
}

/** Intersection over union. */
export function sharedPart({ data }: Pixels, filled: Uint8Array): number {
  let [both, either] = [0, 0];
  for (const [at, value] of data.entries()) {
    if (value !== 0 && filled[at] !== 0) both += 1;
    if (value !== 0 || filled[at] !== 0) either += 1;
  }
  return either === 0 ? 1 : both / either;
}
