/** @covers Contract 4 rows, report, importer's rules */

import { describe, expect, test } from '@jest/globals';
import { type CsvImage, imageRows, refuseImage } from '../../packages/formats/csv/rows.ts';
import type { Annotation } from '../../packages/records/src/image.ts';
import { DATASET_TYPES } from '../../packages/records/src/lists.ts';

const URI = 'gs://bucket/dataset/d/a.jpg';
const LABELS = new Map([
  ['t1', 'dust'],
  ['t2', 'dent'],
  ['t3', null],
  ['t4', 'dust'],
]);

const image = (fields: Partial<CsvImage> = {}): CsvImage => ({
  uri: URI,
  set: 'PREDETERMINED',
  tag: null,
  tags: [],
  tagsContained: [],
  ...fields,
});

const box = (tag: string, x: number, y: number, w: number, h: number, type: Annotation['type'] = 'rect') =>
  ({ type, tag, x, y, w, h, labeled: 'manual' }) satisfies Annotation;

describe.each(['MULTICLASS', 'ANOMALY'] as const)('Contract 4: rows for %s', (type) => {
  test('set, uri and the label of the primary tag', () => {
    const tagged = image({ tag: 't2', tagsContained: ['t2', 't1'] });
    expect(imageRows(type, tagged, 'TRAIN', LABELS, 'automl').rows).toEqual([['TRAIN', URI, 'dent']]);
  });

  test('an unlabelled image has 2 columns', () => {
    expect(imageRows(type, image(), 'TEST', LABELS, 'automl')).toEqual({
      rows: [['TEST', URI]],
      labels: [],
      drops: [],
    });
  });

  test('a tag that is left out or unknown is counted, and its image is kept', () => {
    expect(imageRows(type, image({ tag: 't3' }), 'TRAIN', LABELS, 'automl')).toEqual({
      rows: [['TRAIN', URI]],
      labels: [],
      drops: ['tag without label'],
    });
    expect(imageRows(type, image({ tag: 'gone' }), 'TRAIN', LABELS, 'automl').drops).toEqual(['unknown tag']);
  });
});

describe('Contract 4: rows for MULTILABEL', () => {
  test('distinct labels in tag order', () => {
    const tagged = image({ tagsContained: ['t4', 't2', 't1', 't2'] });
    expect(imageRows('MULTILABEL', tagged, 'VALIDATION', LABELS, 'automl')).toEqual({
      rows: [['VALIDATION', URI, 'dust', 'dent']],
      labels: ['dust', 'dent'],
      drops: [],
    });
  });

  test('no label: 2 columns; what is left out is counted once', () => {
    const tagged = image({ tagsContained: ['t3', 'gone', 'gone'] });
    expect(imageRows('MULTILABEL', tagged, 'TRAIN', LABELS, 'automl')).toEqual({
      rows: [['TRAIN', URI]],
      labels: [],
      drops: ['tag without label', 'unknown tag'],
    });
  });
});

describe('Contract 4: rows for imageObjectDetection', () => {
  const rowsOf = (...tags: Annotation[]) =>
    imageRows('imageObjectDetection', image({ tags }), 'TRAIN', LABELS, 'automl').rows.map((row) =>
      row.slice(2).join(),
    );

  test('one row per box, always 11 columns', () => {
    const { rows } = imageRows(
      'imageObjectDetection',
      image({ tags: [box('t1', 0.1, 0.2, 0.3, 0.4), box('t2', 0, 0, 1, 1, 'mask')] }),
      'TRAIN',
      LABELS,
      'automl',
    );
    expect(rows).toEqual([
      ['TRAIN', URI, 'dust', '0.1', '0.2', '', '', '0.4', '0.6', '', ''],
      ['TRAIN', URI, 'dent', '0', '0', '', '', '1', '1', '', ''],
    ]);
  });

  test('an image without a box once, with 9 empty columns', () => {
    expect(imageRows('imageObjectDetection', image(), 'TEST', LABELS, 'automl').rows).toEqual([
      ['TEST', URI, '', '', '', '', '', '', '', '', ''],
    ]);
  });

  test.each([
    ['clamped to 0-1', box('t1', -0.5, 0.5, 1, 9), 'dust,0,0.5,,,0.5,1,,'],
    [
      'at most 6 decimals',
      box('t1', 1 / 3, 2 / 3, 1 / 7, 1 / 9),
      'dust,0.333333,0.666667,,,0.47619,0.777778,,',
    ],
    ['no exponent', box('t1', 0.000001, 0, 0.5, 0.5), 'dust,0.000001,0,,,0.500001,0.5,,'],
    ['an edge of just 0.01', box('t1', 0.1, 0.1, 0.01, 0.01), 'dust,0.1,0.1,,,0.11,0.11,,'],
  ])('boxes are written: %s', (_, annotation, cells) => {
    expect(rowsOf(annotation)).toEqual([cells]);
  });

  test.each([
    ['an edge under 0.01', box('t1', 0.1, 0.1, 0.5, 0.009999), 'box edge under 0.01'],
    ['an edge that is under 0.01 once clamped', box('t1', 0.995, 0.1, 0.5, 0.5), 'box edge under 0.01'],
    ['a box outside', box('t1', 1.2, 0.1, 0.5, 0.5), 'box edge under 0.01'],
    ['a negative width', box('t1', 0.5, 0.1, -0.3, 0.5), 'box edge under 0.01'],
    ['no number', box('t1', Number.NaN, 0.1, 0.5, 0.5), 'box edge under 0.01'],
    ['a point', box('t1', 0.1, 0.1, 0.5, 0.5, 'point'), 'point has no box'],
    ['an unknown tag', box('gone', 0.1, 0.1, 0.5, 0.5), 'unknown tag'],
    ['a dangling tag', box('', 0.1, 0.1, 0.5, 0.5), 'unknown tag'],
    ['a tag that is left out', box('t3', 0.1, 0.1, 0.5, 0.5), 'tag without label'],
  ])('%s is dropped and counted, and its image is kept', (_, annotation, drop) => {
    expect(
      imageRows('imageObjectDetection', image({ tags: [annotation] }), 'TRAIN', LABELS, 'automl'),
    ).toEqual({
      rows: [['TRAIN', URI, ...Array(9).fill('')]],
      labels: [],
      drops: [drop],
    });
  });

  test('of more than 500 boxes the first 500 are kept', () => {
    const tags = Array.from({ length: 503 }, (_, index) => box('t1', 0.1, 0.1, 0.1 + index / 1000, 0.5));
    const { rows, drops } = imageRows('imageObjectDetection', image({ tags }), 'TRAIN', LABELS, 'automl');
    expect(rows).toHaveLength(500);
    expect(rows[499]![7]).toBe('0.699');
    expect(drops).toEqual(Array(3).fill('more than 500 boxes'));
  });
});

describe('Contract 4: images that are not in the file', () => {
  test.each([
    ['an ordinary one', image(), 1000, null],
    ['one of unknown size', image(), undefined, null],
    ['one of 30 MB', image(), 30_000_000, null],
    ['one over 30 MB', image(), 30_000_001, 'image over 30 MB'],
    ['one in REVIEW', image({ set: 'REVIEW' }), 1000, 'set is REVIEW'],
    ['one in TEST', image({ set: 'TEST' }), 1000, null],
    ['an https uri', image({ uri: 'https://bucket/a.jpg' }), 1, 'uri is not a gs uri'],
    ['a formula', image({ uri: '=1+1' }), 1, 'uri is not a gs uri'],
    ['a uri without object', image({ uri: 'gs://bucket/' }), 1, 'uri is not a gs uri'],
    ['a line feed', image({ uri: 'gs://bucket/a\nTRAIN,b.jpg' }), 1, 'uri is not a gs uri'],
    ['a line separator', image({ uri: 'gs://bucket/a\u2028.jpg' }), 1, 'uri is not a gs uri'],
    ['quotes and commas', image({ uri: 'gs://bucket/a",b.jpg' }), 1, null],
  ])('%s: %#', (_, candidate, bytes, drop) => {
    expect(refuseImage(candidate, bytes)).toBe(drop);
  });
});

describe('Contract 4: format=vertex', () => {
  test.each([
    ['TRAIN', 'training'],
    ['TEST', 'test'],
    ['VALIDATION', 'validation'],
  ] as const)('%s is written %s', (set, name) => {
    expect(imageRows('MULTICLASS', image({ tag: 't2' }), set, LABELS, 'vertex').rows).toEqual([
      [name, URI, 'dent'],
    ]);
  });

  test.each(DATASET_TYPES)('an unlabelled image of a %s dataset is set and uri, no empty columns', (type) => {
    expect(imageRows(type, image(), 'TEST', LABELS, 'vertex').rows).toEqual([['test', URI]]);
  });

  test('a box has label and two corners', () => {
    const tags = [box('t1', 0.1, 0.2, 0.3, 0.4)];
    expect(imageRows('imageObjectDetection', image({ tags }), 'TRAIN', LABELS, 'vertex').rows).toEqual([
      ['training', URI, 'dust', '0.1', '0.2', '', '', '0.4', '0.6', '', ''],
    ]);
  });
});
