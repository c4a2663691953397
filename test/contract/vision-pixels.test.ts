/** @covers Embedded Vision */
import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { localizeObjects } from '../../emulators/vision/localize.ts';

/** `grey`: 0 to 255, on a background of 128. */
interface Patch {
  at: [left: number, top: number, right: number, bottom: number];
  grey: number;
}

/** Boxes found in a drawn picture of 320 x 240, in pixels. */
async function look(...patches: Patch[]): Promise<number[][]> {
  const layers = patches.map(({ at: [left, top, right, bottom], grey }) => ({
    input: {
      create: {
        width: right - left,
        height: bottom - top,
        channels: 3 as const,
        background: `rgb(${grey},${grey},${grey})`,
      },
    },
    left,
    top,
  }));
  const ground = sharp({ create: { width: 320, height: 240, channels: 3, background: 'rgb(128,128,128)' } });
  const found = await localizeObjects(await ground.composite(layers).png().toBuffer());
  return found.map(({ left, top, right, bottom }) =>
    [left * 320, top * 240, right * 320, bottom * 240].map(Math.round),
  );
}

const WHITE = 255;

test('a shadow is not part of its object', async () => {
  const thing: Patch = { at: [100, 80, 160, 140], grey: WHITE };
  expect(await look({ at: [110, 90, 180, 160], grey: 105 }, thing)).toEqual([thing.at]);
});

test('a dark object without colour is not a shadow', async () => {
  expect(await look({ at: [100, 80, 160, 140], grey: 70 })).toEqual([[100, 80, 160, 140]]);
});

test('a hairline does not separate an object, a real gap does', async () => {
  const half: Patch = { at: [60, 80, 100, 140], grey: WHITE };
  expect(await look(half, { at: [102, 80, 140, 140], grey: WHITE })).toEqual([[60, 80, 140, 140]]);
  expect(await look(half, { at: [110, 80, 140, 140], grey: WHITE })).toHaveLength(2);
});

test('a frame and its content are one object', async () => {
  const frame: Patch = { at: [60, 60, 180, 180], grey: WHITE };
  const inside: Patch = { at: [75, 75, 165, 165], grey: 128 };
  expect(await look(frame, inside, { at: [105, 105, 135, 135], grey: WHITE })).toEqual([[60, 60, 180, 180]]);
});

test('dust is not an object', async () => {
  const dust: Patch[] = [40, 90, 150, 220].map((x) => ({ at: [x, x / 2, x + 2, x / 2 + 2], grey: WHITE }));
  expect(await look(...dust)).toEqual([]);
});

test('a small clear object comes before a large faint one', async () => {
  const [large, small]: Patch[] = [
    { at: [40, 60, 160, 180], grey: 160 },
    { at: [220, 100, 260, 140], grey: WHITE },
  ];
  expect(await look(large!, small!)).toEqual([small!.at, large!.at]);
});
