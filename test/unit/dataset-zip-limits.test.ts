/**
 * @covers Contract 4 ZIP layout, names, limits, COCO
 * @covers Contract 11 archives of more than 65,534 files and of more than 4 GiB, opened by yauzl, Python and unzip
 */
import { expect, test } from '@jest/globals';
import {
  DOWNLOAD_LIMITS,
  EXPORT_LIMITS,
  refuseZip,
  zipSize,
} from '../../functions/src/dataset/zip/zip-limits.ts';

// According to APPNOTE: 30 bytes before a file, 46 in the directory, the path in both, 22 at the end.
test.each([
  [[], 22],
  [[{ path: 'a/b.jpg', bytes: 5 }], 22 + 5 + 30 + 7 + 46 + 7],
  [[{ path: 'ä/b.jpg', bytes: 0 }], 22 + 30 + 8 + 46 + 8],
])('Contract 4: the size of an archive is known beforehand: %j', (files, bytes) => {
  expect(zipSize(files)).toEqual({ entries: files.length, bytes });
});

test.each([
  ['small', { entries: 3, bytes: 1000 }, null],
  ['as many entries as fit with errors.txt', { entries: 65_534, bytes: 1000 }, null],
  ['one entry more', { entries: 65_535, bytes: 1000 }, '65535 files, at most 65534'],
  ['2 GiB', { entries: 3, bytes: 2_147_483_648 }, null],
  ['more than 2 GiB', { entries: 3, bytes: 2_147_483_649 }, '2147483649 bytes, at most 2147483648'],
])('Contract 4: limits of an archive: %s', (_, size, reason) => {
  expect(refuseZip(size, DOWNLOAD_LIMITS)).toBe(reason);
});

test('Contract 11: exports may be larger', () => {
  expect(refuseZip({ entries: 200_003, bytes: 40e9 }, EXPORT_LIMITS)).toBeNull();
  expect(refuseZip({ entries: 250_000, bytes: 1 }, EXPORT_LIMITS)).toBe('250000 files, at most 249999');
  expect(refuseZip({ entries: 1, bytes: 60e9 }, EXPORT_LIMITS)).toBe(
    '60000000000 bytes, at most 53687091200',
  );
});
