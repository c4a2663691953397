/** @covers Cameras: dates by EXIF, tries, words while nobody answers; the three agree */
import { describe, expect, test } from '@jest/globals';
import { exifDate } from '../../emulators/camera/exif-date.ts';
import { exifPictures, exifSegment, withSegments } from '../support/exif-pictures.ts';
import { fc } from '../support/fast-check.ts';

const PICTURES = await exifPictures();

describe('when a photograph was taken', () => {
  test.each(PICTURES)('$name', ({ bytes, taken }) => {
    expect(exifDate(bytes)).toBe(taken);
  });

  test('a truncated file, or one of random bytes, is read without errors', () => {
    const { bytes } = PICTURES[0]!;
    for (let length = 0; length < bytes.length; length += 1) {
      const date = exifDate(bytes.subarray(0, length));
      expect(date === null || date === PICTURES[0]!.taken).toBe(true);
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
        const exif = Buffer.concat([Buffer.from([0xff, 0xe1, 0x01, 0x40]), Buffer.from('Exif\0\0'), noise]);
        expect(exifDate(withSegments(Buffer.from([0xff, 0xd8]), exif))).toBeNull();
        expect(exifDate(Buffer.from(noise))).toBeNull();
      }),
    );
  });

  test('randomly changed bytes give a date or none', () => {
    const exif = exifSegment({ time: '2024:02:29 12:00:00', zone: '+00:00', decimals: '5' }, true);
    const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0x03, 0xe8]), exif]);
    fc.assert(
      fc.property(fc.nat({ max: segment.length - 1 }), fc.nat({ max: 255 }), (at, value) => {
        const bytes = withSegments(Buffer.from([0xff, 0xd8]), Buffer.from(segment));
        bytes[2 + at] = value;
        const date = exifDate(bytes);
        expect(date === null || Number.isSafeInteger(date)).toBe(true);
      }),
    );
  });
});
