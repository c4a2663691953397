/** @covers Contract 2 records with references; sample data */
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { overlap } from '../../emulators/scenes/geometry.ts';
import { drawScene } from '../../emulators/scenes/scene.ts';
import type { SceneKind } from '../../emulators/scenes/scene-kind.ts';

const KINDS: readonly SceneKind[] = ['bolts', 'castings', 'surface', 'parts'];

test.each(KINDS)('the same seed draws the same bytes, another seed others: %s', async (kind) => {
  const [first, again, other] = await Promise.all([7, 7, 8].map((seed) => drawScene({ seed, kind })));
  expect(first!.jpeg.equals(again!.jpeg)).toBe(true);
  expect(first!.jpeg.equals(other!.jpeg)).toBe(false);
});

test.each(KINDS)('a scene is a JPEG of the requested size, not a flat colour: %s', async (kind) => {
  const { jpeg } = await drawScene({ seed: 3, kind, width: 320, height: 200 });
  const { format, width, height } = await sharp(jpeg).metadata();
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 320, height: 200 });
  const corner = await sharp(jpeg).extract({ left: 0, top: 180, width: 20, height: 20 }).stats();
  expect(corner.channels[0]!.stdev).toBeGreaterThan(2);
});

test('quality moves the size from about 40 to about 200 KB', async () => {
  const sizes = await Promise.all(
    [60, 97].map(async (quality) => (await drawScene({ seed: 1, kind: 'parts', quality })).jpeg.length),
  );
  expect(sizes[0]).toBeLessThan(60_000);
  expect(sizes[1]).toBeGreaterThan(120_000);
});

test('parts do not touch, are inside the picture, and their boxes are tight', async () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const scene = await drawScene({ seed, kind: 'parts' });
    expect(scene.parts.length).toBeGreaterThanOrEqual(4);
    for (const [index, { box }] of scene.parts.entries()) {
      expect(Math.min(box.x, box.y, 1 - box.x - box.w, 1 - box.y - box.h)).toBeGreaterThan(0);
      expect(scene.parts.slice(index + 1).some((other) => overlap(box, other.box))).toBe(false);
      const measured = await brightBox(scene.jpeg, box);
      for (const off of measured) expect(Math.abs(off)).toBeLessThanOrEqual(4);
    }
  }
});

/** Distance of the bright pixels from the four sides of a box, in pixels. */
async function brightBox(
  jpeg: Buffer,
  box: { x: number; y: number; w: number; h: number },
): Promise<number[]> {
  const [x, y, w, h] = [box.x * 640, box.y * 480, box.w * 640, box.h * 480];
  const [left, top] = [Math.max(0, Math.floor(x) - 6), Math.max(0, Math.floor(y) - 6)];
  const [width, height] = [Math.min(640 - left, Math.ceil(w) + 12), Math.min(480 - top, Math.ceil(h) + 12)];
  const grey = await sharp(jpeg)
    .extract({ left, top, width, height })
    .greyscale()
    .threshold(104)
    .raw()
    .toBuffer();
  const [xs, ys]: [number[], number[]] = [[], []];
  for (let at = grey.indexOf(255); at >= 0; at = grey.indexOf(255, at + 1)) {
    xs.push(left + (at % width));
    ys.push(top + Math.floor(at / width));
  }
  return [Math.min(...xs) - x, Math.max(...xs) + 1 - x - w, Math.min(...ys) - y, Math.max(...ys) + 1 - y - h];
}

test.each([
  ['bolts', 'missing_thread'],
  ['bolts', 'scratch'],
  ['castings', 'crack'],
  ['castings', 'pores'],
  ['surface', 'stain'],
  ['parts', 'scratch'],
] as const)(
  'on %s a %s has a mask of 0 and 255 as large as the picture, in a tight box',
  async (kind, defect) => {
    const scene = await drawScene({ seed: 21, kind, defect });
    expect(scene.defects.map((each) => each.label)).toEqual([defect]);
    const { box, mask } = scene.defects[0]!;
    const { format, channels, depth } = await sharp(mask).metadata();
    expect({ format, channels, depth }).toEqual({ format: 'png', channels: 1, depth: 'uchar' });
    const { data, info } = await sharp(mask).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([640, 480]);
    expect([...new Set(data)].sort()).toEqual([0, 255]);
    const inside = [...data.keys()].filter((at) => data[at * info.channels] === 255);
    const xs = inside.map((at) => at % 640);
    expect([Math.min(...xs) / 640, (Math.max(...xs) + 1) / 640]).toEqual([
      expect.closeTo(box.x, 5),
      expect.closeTo(box.x + box.w, 5),
    ]);
  },
);

test('a defect changes the picture where its mask is white', async () => {
  const [plain, cracked] = await Promise.all([
    drawScene({ seed: 5, kind: 'surface', quality: 100 }),
    drawScene({ seed: 5, kind: 'surface', quality: 100, defect: 'crack' }),
  ]);
  const [before, after, mask] = await Promise.all(
    [plain.jpeg, cracked.jpeg, cracked.defects[0]!.mask].map((each) =>
      sharp(each).toColourspace('b-w').raw().toBuffer(),
    ),
  );
  const change = (white: boolean): number => {
    const spots = [...mask!.keys()].filter((at) => (mask![at] === 255) === white);
    return spots.reduce((sum, at) => sum + Math.abs(before![at]! - after![at]!), 0) / spots.length;
  };
  expect(change(true)).toBeGreaterThan(20);
  expect(change(false)).toBeLessThan(4);
});

test('a sheet shows several defects at once, and a kind refuses what it cannot show', async () => {
  const scene = await drawScene({ seed: 9, kind: 'surface', defect: ['scratch', 'stain'] });
  expect(scene.defects.map((each) => each.label)).toEqual(['scratch', 'stain']);
  await expect(drawScene({ seed: 9, kind: 'parts', defect: 'missing_thread' })).rejects.toThrow(
    'kind parts shows no defect "missing_thread"',
  );
});
