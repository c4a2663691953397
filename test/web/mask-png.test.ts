/** The editor's own PNG of a mask, against sharp. */
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { type Bitmap, emptyBitmap, isPainted } from '../../web/src/pages/editor/mask/bitmap.ts';
import { coverWay } from '../../web/src/pages/editor/mask/brush.ts';
import { MaskEdit } from '../../web/src/pages/editor/mask/edit.ts';
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
      for (const [a, b, size] of strokes) coverWay(a, b, size, (y, from, to) => edit.span(y, from, to, true));
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
    await expect(decodePng(huge)).rejects.toThrow('Unfit size of a mask');
  });
});
