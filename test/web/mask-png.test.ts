/**
 * The editor's own PNG of a mask, against sharp.
 * @covers Contract 9, 12: masks of the editor: pixels of each tool, PNG, several of a class (drawn, selected, split, joined, removed, of another class), undo, two people in the same classes, a closed tab, by keys, touch and pen (pressure, palms)
 */
import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { type Bitmap, emptyBitmap, isPainted } from '../../web/src/pages/editor/mask/paint/bitmap.ts';
import { coverSegment } from '../../web/src/pages/editor/mask/paint/brush.ts';
import { MaskEdit } from '../../web/src/pages/editor/mask/paint/edit.ts';
import { decodePng, encodePng, OtherPng } from '../../web/src/pages/editor/mask/png.ts';
import { fc } from '../support/fast-check.ts';
import { pixelsOf } from '../support/mask-png.ts';

/** Strokes of any kind on a picture of any size. */
const mask = fc
  .tuple(fc.integer({ min: 1, max: 530 }), fc.integer({ min: 1, max: 300 }))
  .chain(([width, height]) => {
    const place = fc.record({ x: fc.nat(width), y: fc.nat(height) });
    const stroke = fc.tuple(place, place, fc.integer({ min: 1, max: 80 }));
    return fc.array(stroke, { maxLength: 6 }).map((strokes) => {
      const edit = new MaskEdit(emptyBitmap(width, height));
      for (const [a, b, size] of strokes)
        coverSegment(a, b, size, (y, from, to) => edit.span(y, from, to, true));
      edit.end();
      return edit.bitmap;
    });
  });

const bytesOf = (bitmap: Bitmap): Buffer =>
  Buffer.from(
    Array.from({ length: bitmap.width * bitmap.height }, (_, at) =>
      isPainted(bitmap, at % bitmap.width, Math.floor(at / bitmap.width)) ? 255 : 0,
    ),
  );

/** A gray PNG of 8 bits whose rows have each filter in turn, as the PNG specification defines them. */
function filtered(pixels: Uint8Array, width: number, height: number): Uint8Array<ArrayBuffer> {
  const at = (x: number, y: number) => (x < 0 || y < 0 ? 0 : pixels[y * width + x]!);
  const paeth = (a: number, b: number, c: number) => {
    const nearest = [a, b, c].map((each) => Math.abs(a + b - c - each));
    return [a, b, c][nearest.indexOf(Math.min(...nearest))]!;
  };
  const rows = Array.from({ length: height }, (_, y) => [
    y % 5,
    ...Array.from({ length: width }, (_, x) => {
      const [a, b, c] = [at(x - 1, y), at(x, y - 1), at(x - 1, y - 1)];
      const guess = [0, a, b, (a + b) >> 1, paeth(a, b, c)][y % 5]!;
      return (at(x, y) - guess + 256) % 256;
    }),
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const chunk = (name: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const data = deflateSync(Buffer.from(rows.flat()));
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const parts = [signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))];
  return owned(Buffer.concat(parts));
}

const owned = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes);

test('sharp reads what was written: 255 where it is painted, else 0', async () => {
  const cases = fc.asyncProperty(mask, async (bitmap) => {
    const png = await encodePng(bitmap);
    const { width, height } = await sharp(png).metadata();
    expect([width, height]).toEqual([bitmap.width, bitmap.height]);
    expect((await pixelsOf(png)).pixels.equals(bytesOf(bitmap))).toBe(true);
    expect((await decodePng(png)).tiles).toEqual(bitmap.tiles);
  });
  await fc.assert(cases, { numRuns: 40 });
});

describe('what sharp writes is read', () => {
  test('with each of its filters, and every value but 0 is painted', async () => {
    const [width, height] = [301, 120];
    // A slope, noise and flat parts, so that each filter of a row is chosen somewhere.
    const values = Buffer.from(
      Array.from({ length: width * height }, (_, at) => {
        const [x, y] = [at % width, Math.floor(at / width)];
        if (y < 40) return (x + y) & 255;
        return y < 80 ? (Math.imul(at, 2_654_435_761) >>> 24) & 3 : x > 90 && x < 200 ? 7 : 0;
      }),
    );
    const raw = sharp(values, { raw: { width, height, channels: 1 } }).toColourspace('b-w');
    const png = await raw.png({ adaptiveFiltering: true, compressionLevel: 9 }).toBuffer();
    const found = await decodePng(owned(png));
    expect(bytesOf(found).equals(values.map((value) => (value === 0 ? 0 : 255)))).toBe(true);
  });

  test('whatever a row was filtered by, also where neighbours are equally near', async () => {
    const [width, height] = [24, 40];
    const values = fc.uint8Array({ minLength: width * height, maxLength: width * height, max: 8 });
    const cases = fc.asyncProperty(values, async (pixels) => {
      const png = filtered(pixels, width, height);
      const expected = Buffer.from(pixels.map((value) => (value === 0 ? 0 : 255)));
      expect((await pixelsOf(png)).pixels.equals(Buffer.from(pixels))).toBe(true);
      expect(bytesOf(await decodePng(png)).equals(expected)).toBe(true);
    });
    await fc.assert(cases, { numRuns: 10 });
  });

  test('colours and 16 bits are left to the browser', async () => {
    const raw = sharp(Buffer.alloc(300), { raw: { width: 10, height: 10, channels: 3 } });
    await expect(decodePng(owned(await raw.png().toBuffer()))).rejects.toThrow(OtherPng);
    const deep = sharp(Buffer.alloc(100), { raw: { width: 10, height: 10, channels: 1 } });
    const png = await deep.toColourspace('grey16').png().toBuffer();
    await expect(decodePng(owned(png))).rejects.toThrow(OtherPng);
    await expect(decodePng(new Uint8Array(50))).rejects.toThrow(OtherPng);
  });

  test('a PNG that was cut off, or is of an absurd size, is an error', async () => {
    const png = await encodePng(emptyBitmap(500, 400));
    await expect(decodePng(png.slice(0, png.length - 20))).rejects.toThrow();
    const huge = png.slice();
    new DataView(huge.buffer).setUint32(16, 4_000_000_000);
    await expect(decodePng(huge)).rejects.toThrow('The mask has an invalid size');
  });
});
