/** @covers Looks (`image.look`, `npm run sweep -- --looks`) */
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { isLook, lookOf, type Pixels } from '../../functions/src/common/images/look.ts';
import { readLook, readPicture } from '../../functions/src/common/images/pictures.ts';
import { fc } from '../support/fast-check.ts';
import { bitsApart } from '../support/look.ts';

/** Grey squares of 8 by 8 pixels, the areas that a hash averages. */
function board(levels: readonly (readonly number[])[]): Pixels {
  const [height, width] = [levels.length * 8, (levels[0]?.length ?? 0) * 8];
  const data = new Uint8Array(width * height);
  for (const at of data.keys()) {
    data[at] = levels[Math.floor(at / width / 8)]![Math.floor((at % width) / 8)]!;
  }
  return { data, info: { width, height, channels: 1 } };
}

const rows = (first: readonly number[]) => board([first, ...Array(7).fill(Array(9).fill(50))]);

/** Soft waves, a different picture for each number. */
function scene(number: number, quality = 80): Promise<Buffer> {
  const [width, height] = [400, 300];
  const data = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [(at % width) / 60, Math.floor(at / width) / 60];
    const wave =
      Math.sin(x * (0.7 + (number % 3) * 0.6) + number) +
      Math.cos(y * (0.5 + (number % 4) * 0.5) + x * number * 0.13);
    data.fill(128 + 60 * wave, at * 3, at * 3 + 3);
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer();
}

describe('Contract 4: the difference hash of a picture', () => {
  test('a bit says whether an area is brighter than the one to its left', () => {
    expect(lookOf(rows([0, 50, 40, 60, 60, 60, 10, 20, 30]))).toBe('a300000000000000');
    expect(lookOf(rows([9, 8, 7, 6, 5, 4, 3, 2, 1]))).toBe('0000000000000000');
    expect(lookOf(rows([0, 10, 20, 30, 40, 50, 60, 70, 80]))).toBe('ff00000000000000');
  });

  test('a difference of one grey level is noise, of two is not', () => {
    expect(lookOf(rows([50, 51, 52, 53, 54, 55, 56, 57, 58]))).toBe('0000000000000000');
    expect(lookOf(rows([50, 52, 54, 56, 58, 60, 62, 64, 66]))).toBe('ff00000000000000');
  });

  test.each([1, 2, 3, 4])('with %i channels depends on brightness', (channels) => {
    const grey = rows([0, 50, 40, 60, 60, 60, 10, 20, 30]);
    const isOpaque = channels % 2 === 0;
    const data = Uint8Array.from({ length: grey.data.length * channels }, (_, at) =>
      isOpaque && at % channels === channels - 1 ? 255 : grey.data[Math.floor(at / channels)]!,
    );
    expect(lookOf({ data, info: { ...grey.info, channels } })).toBe('a300000000000000');
  });

  test('exists for the smallest pictures too', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }), (width, height) => {
        const data = new Uint8Array(width * height).map((_, at) => at * 37);
        expect(isLook(lookOf({ data, info: { width, height, channels: 1 } }))).toBe(true);
      }),
    );
  });

  test('is almost the same for another size, another compression and the stored thumbnail', async () => {
    for (const number of [1, 2, 3, 4, 5]) {
      const one = await readPicture(await scene(number), 'jpeg');
      const worse = await readPicture(await scene(number, 30), 'jpeg');
      const small = await readPicture(
        await sharp(await scene(number))
          .resize(320)
          .png()
          .toBuffer(),
        'png',
      );
      const looks = [worse.look, small.look, await readLook(one.thumbnail)];
      for (const look of looks) expect(bitsApart(one.look, look)).toBeLessThanOrEqual(2);
    }
  });

  test('is that of the upright picture', async () => {
    const upright = await scene(3);
    const lying = await sharp(upright).rotate(270).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const [a, b] = [await readPicture(upright, 'jpeg'), await readPicture(lying, 'jpeg')];
    expect([b.width, b.height]).toEqual([400, 300]);
    expect(bitsApart(a.look, b.look)).toBeLessThanOrEqual(2);
  });

  test('differs by more than 6 bits for different pictures', async () => {
    const looks = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map(async (each) => (await readPicture(await scene(each), 'jpeg')).look),
    );
    const pairs = looks.flatMap((a, at) => looks.slice(at + 1).map((b) => bitsApart(a, b)));
    expect(Math.min(...pairs)).toBeGreaterThan(6);
  });

  test('counts differing bits', () => {
    const bits = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    fc.assert(
      fc.property(bits, bits, (a, b) => {
        const hex = (value: bigint) => value.toString(16).padStart(16, '0');
        const expected = [...(a ^ b).toString(2)].filter((bit) => bit === '1').length;
        expect(bitsApart(hex(a), hex(b))).toBe(expected);
      }),
    );
  });
});
