/** @covers Contract 4 ZIP layout, names, limits, COCO */

import { describe, expect, test } from '@jest/globals';
import { zipFileName } from '../../functions/src/dataset/zip/zip-layout.ts';
import { foldName } from '../../packages/formats/src/write/safe-name.ts';
import { DATASET_TYPES } from '../../packages/records/src/lists.ts';
import { tag } from '../support/dataset-record.ts';
import { anyText, fc } from '../support/fast-check.ts';
import { timesAsLong } from '../support/times-as-long.ts';
import { image, layOut, mask, pathsOf } from '../support/zip-layout.ts';

describe('Contract 4: names in the archive', () => {
  test('JPEGs are copied byte for byte, other formats are converted', () => {
    const { entries } = layOut(
      'ANOMALY',
      [],
      image('a'),
      image('b', { name: 'b.PNG', originalFormat: 'png' }),
      image('c', { name: 'c', originalFormat: 'webp' }),
    );
    expect(entries.map(({ path, convert }) => [path, convert])).toEqual([
      ['Unclassified/a.jpg', false],
      ['Unclassified/b.jpg', true],
      ['Unclassified/c.jpg', true],
    ]);
  });

  test('a name in two folders is not a duplicate', () => {
    const [a, b] = [image('1', { name: 'x.jpg', tag: 't1' }), image('2', { name: 'x.jpg', tag: 't2' })];
    expect(pathsOf('MULTICLASS', [tag('t1'), tag('t2')], a, b)).toEqual(['t1/x.jpg', 't2/x.jpg']);
  });

  test('the next free number is used, even if a file has one already', () => {
    const names = ['a.jpg', 'a (2).jpg', 'A.JPG', 'a.png', 'a (2).jpg'];
    const paths = pathsOf('ANOMALY', [], ...names.map((name, index) => image(String(index), { name })));
    expect(paths.map((path) => path.slice('Unclassified/'.length))).toEqual([
      'a.jpg',
      'a (2).jpg',
      'A (3).jpg',
      'a (4).jpg',
      'a (2) (2).jpg',
    ]);
  });

  test('an image listed twice is included once', () => {
    expect(pathsOf('ANOMALY', [], image('a'), image('b'), image('a'))).toHaveLength(2);
  });

  test('an empty name is replaced by the id', () => {
    expect(pathsOf('ANOMALY', [], image('id1', { name: '../..' }))).toEqual(['Unclassified/id1.jpg']);
  });

  test.each([
    ['../../etc', 'etc'],
    ['/abs', 'abs'],
    ['a\\b', 'a_b'],
    ['CON', 'CON_'],
    ['errors.txt', 'errors.txt (2)'],
    ['unclassified', 'unclassified (2)'],
    ['\u202E', 't1'],
    ['x'.repeat(300), 'x'.repeat(100)],
  ])('a tag named %j has the folder %j', (name, folder) => {
    expect(pathsOf('MULTICLASS', [tag('t1', name)], image('a', { tag: 't1' }))).toEqual([`${folder}/a.jpg`]);
  });

  test('tags whose folders would be the same get different ones, whichever images are requested', () => {
    const tags = [tag('t1', 'Dust'), tag('t2', 'dust'), tag('t3', 'dust (2)')];
    expect(pathsOf('MULTICLASS', tags, image('a', { tag: 't3' }), image('b', { tag: 't2' }))).toEqual([
      'dust (2) (2)/a.jpg',
      'dust (2)/b.jpg',
    ]);
  });

  test('an object that does not belong to the dataset is never read, but reported', () => {
    const layout = layOut(
      'MULTILABEL',
      [tag('t')],
      image('a', { uri: 'gs://other/dataset/d/a.jpg' }),
      image('b', { uri: 'gs://bucket-2/b.jpg' }),
      image('c', { tag: 't', masks: [{ tag: 't', uri: 'https://x.org/m.png' }] }),
      image('d', { uri: 'gs://bucket/dataset/other/d.jpg' }),
      image('e', { tag: 't', masks: [{ tag: 't', uri: 'gs://bucket/dataset/other/e_mask_1.png' }] }),
    );
    expect(layout.entries.map(({ path }) => path)).toEqual(['Anomaly/t/c.jpg', 'Anomaly/t/e.jpg']);
    expect(layout.notes).toEqual([
      'a.jpg: cannot be read',
      'b.jpg: cannot be read',
      'Anomaly/t/Masks/c_mask.png: cannot be read',
      'd.jpg: cannot be read',
      'Anomaly/t/Masks/e_mask.png: cannot be read',
    ]);
  });

  test('the file name contains the day', () => {
    expect(zipFileName(new Date(Date.UTC(2026, 0, 5, 23, 59)))).toBe('dataset_2026-01-05.zip');
  });

  test('10,000 images of one name are named about as fast as with a name each', () => {
    const name = (nameOf: (index: number) => string, last: string) => () => {
      const images = Array.from({ length: 10_000 }, (_, at) => image(String(at), { name: nameOf(at) }));
      expect(pathsOf('ANOMALY', [], ...images).at(-1)).toBe(`Unclassified/${last}`);
    };
    const alike = name(() => 'frame.jpg', 'frame (10000).jpg');
    const unlike = name((at) => `frame ${at}.jpg`, 'frame 9999.jpg');
    // Trying all numbers from the start for each name would take thousands of times as long.
    expect(timesAsLong(alike, unlike)).toBeLessThan(100);
  });
});

test('with any names, every path is safe and unique on every file system', () => {
  const hostile = fc.oneof(
    anyText({ maxLength: 10 }),
    fc.constantFrom(
      'a',
      'A',
      'a (2)',
      'a_mask',
      'Masks',
      '../a',
      '/a',
      'CON',
      'errors.txt',
      '0',
      'x'.repeat(300),
    ),
  );
  const ids = ['t0', 't1', 't2', 't3', 'gone'];
  const someImage = fc.record({
    name: hostile,
    tag: fc.constantFrom(...ids, null),
    tagsContained: fc.subarray(ids),
    masks: fc.array(
      fc.constantFrom(...ids).map((id) => mask(id, 'm.png')),
      { maxLength: 4 },
    ),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...DATASET_TYPES),
      fc.array(hostile, { maxLength: 4 }),
      fc.array(someImage, { maxLength: 12 }),
      (type, tagNames, fields) => {
        const tags = tagNames.map((name, index) => tag(`t${index}`, name));
        const { entries } = layOut(type, tags, ...fields.map((each, index) => image(`i${index}`, each)));
        const paths = ['errors.txt', 'annotations.json', ...entries.map(({ path }) => path)];
        expect(new Set(paths.map(foldName)).size).toBe(paths.length);
        for (const path of paths) {
          expect(path).not.toMatch(/^\/|\\|\/\/|(^|\/)\.|\.\.|[. ](\/|$)|\p{C}/u);
          expect(Math.max(...path.split('/').map((segment) => Buffer.byteLength(segment)))).toBeLessThan(256);
        }
        const given = new Set(entries.filter(({ kind }) => kind === 'image').map(({ imageId }) => imageId));
        expect(given.size).toBe(fields.length);
      },
    ),
    { numRuns: 150 },
  );
});
