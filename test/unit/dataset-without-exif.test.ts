/** @covers Contract 4 downloadZip upright */
import { describe, expect, test } from '@jest/globals';
import sharp, { type JpegOptions } from 'sharp';
import { withoutExif } from '../../functions/src/dataset/zip/without-exif.ts';

const picture = (options: JpegOptions = {}) =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#a53' } }).jpeg(options);

const strip = (jpeg: Buffer): Buffer => Buffer.concat(withoutExif(jpeg));

describe('Contract 4: EXIF is removed', () => {
  test.each([
    ['baseline', {}],
    ['progressive', { progressive: true }],
  ])('of a %s JPEG, and nothing else', async (_, options) => {
    const exif = {
      IFD0: { Copyright: 'somebody', Make: 'a camera' },
      IFD3: { GPSLatitude: '51/1 30/1 0/1' },
    };
    const bytes = await picture(options).withExif(exif).withIccProfile('p3').toBuffer();
    expect(bytes.includes('somebody')).toBe(true);
    const bare = strip(bytes);
    expect(bare.includes('somebody')).toBe(false);
    const { exif: left, icc, orientation } = await sharp(bare).metadata();
    expect([left, orientation, icc !== undefined]).toEqual([undefined, undefined, true]);
    expect(await sharp(bare).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer());
  });

  test('a JPEG without it is not changed', async () => {
    const bytes = await picture().toBuffer();
    expect(strip(bytes)).toEqual(bytes);
  });

  test('fill bytes before a marker, and truncated headers, are copied', async () => {
    const bytes = await picture()
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .toBuffer();
    const filled = Buffer.concat([bytes.subarray(0, 2), Buffer.from([0xff, 0xff]), bytes.subarray(2)]);
    expect(strip(filled).includes('somebody')).toBe(false);
    expect(await sharp(strip(filled)).raw().toBuffer()).toEqual(await sharp(bytes).raw().toBuffer());
    for (const length of [0, 1, 2, 3, 5, 30]) {
      expect(strip(bytes.subarray(0, length)).length).toBeLessThanOrEqual(length);
    }
  });
});
