/**
 * The console's versions: what its form asks the service for, and the lines that use a file.
 * @covers Contract 11, 12: versions and archives in the console
 */

import { describe, expect, test } from '@jest/globals';
import { FORMATS, outOf } from '../../packages/formats/formats.ts';
import { DATASET_TYPES } from '../../packages/records/src/lists.ts';
import { fileStem } from '../../web/src/data/versions/file-name.ts';
import { toTagMap } from '../../web/src/pages/versions/class-labels.ts';
import { toSplitOptions } from '../../web/src/pages/versions/split-options.ts';
import { bytes } from '../../web/src/text/bytes.ts';

describe('labels of classes', () => {
  const tags = [
    { id: 'g', name: 'good', unclassified: false },
    { id: 'b', name: 'bad', unclassified: false },
    { id: 'u', name: 'unclassified', unclassified: true },
  ];

  test('as they are, nothing is said; one that is changed names all of them', () => {
    expect(toTagMap(tags, {})).toBeUndefined();
    expect(toTagMap(tags, { g: { isIncluded: true, label: ' good ' } })).toBeUndefined();
    expect(toTagMap(tags, { u: { isIncluded: false, label: 'other' } })).toBeUndefined();
    expect(toTagMap(tags, { b: { isIncluded: true, label: 'good' } })).toEqual({
      ...{ g: 'good', b: 'good', u: null },
    });
    expect(toTagMap(tags, { g: { isIncluded: false, label: 'good' } })).toEqual({
      g: null,
      b: 'bad',
      u: null,
    });
    expect(toTagMap(tags, { u: { isIncluded: true, label: ' ' } })).toEqual({
      ...{ g: 'good', b: 'bad', u: 'unclassified' },
    });
  });
});

test('the parameters of the address: usual shares, filters, and nothing where shares are more than everything', () => {
  expect(toSplitOptions({}, { save: false })).toEqual({
    ...{ test: 10, validation: 10, group: 'burst', save: false },
  });
  expect(toSplitOptions({ test: '0', validation: 'x', group: 'y', tag: 'rusty' }, {})).toEqual({
    ...{ test: 0, validation: 10, group: 'burst', filter: { tag: 'rusty' } },
  });
  expect(toSplitOptions({ test: '60', validation: '41' }, {})).toBeNull();
});

test('every format has a line for every type of dataset, named after the dataset', () => {
  for (const type of DATASET_TYPES)
    for (const format of FORMATS) {
      const stemOf = (each: string) => fileStem('Teile für (Halle 3)', 3, each);
      const { tool, line } = outOf(format).train(stemOf, type);
      expect(tool).not.toBe('');
      // Ultralytics cannot train with classes of images in NDJSON.
      const file = format === 'ndjson' && line.includes('classify') ? 'yolo' : format;
      expect(line).toContain(`Teile_für_Halle_3_-v3-${file}`);
    }
});

test('sizes in steps of a thousand', () => {
  expect([0, 999, 1200, 12_400, 3_450_000_000].map((value) => bytes('en', value))).toEqual([
    ...['0 bytes', '999 bytes', '1.2 kB', '12 kB', '3.5 GB'],
  ]);
});
