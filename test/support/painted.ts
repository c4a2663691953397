/** Pictures made by arithmetic alone: the same bytes with every engine, without a decoder. */
import { Random } from '../../emulators/scenes/random.ts';
import type { Pixels } from '../../packages/look/src/pixels.ts';

/** A colour at a place, 0 to 255. */
type Paint = (x: number, y: number) => readonly [number, number, number];

export function paint(width: number, height: number, at: Paint): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, to = 0; y < height; y++) for (let x = 0; x < width; x++, to += 3) data.set(at(x, y), to);
  return { data, width, height, channels: 3 };
}

/** Discs of random colours on a slope of grey: a place may lie outside of 0 to 1. */
export function discs(seed: number): (x: number, y: number) => readonly [number, number, number] {
  const random = new Random(seed);
  const list = Array.from({ length: 12 }, () => ({
    x: random.between(-0.1, 1.1),
    y: random.between(-0.1, 1.1),
    radius: random.between(0.04, 0.16),
    colour: [random.whole(0, 255), random.whole(0, 255), random.whole(0, 255)] as const,
  }));
  return (x, y) => {
    const disc = list.find((each) => (each.x - x) ** 2 + (each.y - y) ** 2 < each.radius ** 2);
    const grey = Math.min(200, Math.max(40, Math.floor(60 + 80 * x + 30 * y)));
    return disc?.colour ?? [grey, grey, grey];
  };
}
