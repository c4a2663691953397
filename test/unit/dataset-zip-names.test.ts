import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DATASET_TYPES } from '../../functions/src/common/model.ts';
import { foldName } from '../../functions/src/dataset/safe-name.ts';
import { zipFileName } from '../../functions/src/dataset/zip-layout.ts';
import { image, layOut, mask, pathsOf, tag } from '../support/zip-layout.ts';

describe('Contract 4: names in the archive', () => {
  test('JPEG goes in byte for byte, other formats are to be converted', () => {
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

  test('a name in two folders is no second one', () => {
    const [a, b] = [image('1', { name: 'x.jpg', tag: 't1' }), image('2', { name: 'x.jpg', tag: 't2' })];
    expect(pathsOf('MULTICLASS', [tag('t1'), tag('t2')], a, b)).toEqual(['t1/x.jpg', 't2/x.jpg']);
  });

  test('the next free number is taken, also where a file bears one already', () => {
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

  test('an image listed twice is in it once', () => {
    expect(pathsOf('ANOMALY', [], image('a'), image('b'), image('a'))).toHaveLength(2);
  });

  test('a name of which nothing is left is the id', () => {
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

  test('tags whose folders would be one keep apart, whichever images are asked for', () => {
    const tags = [tag('t1', 'Dust'), tag('t2', 'dust'), tag('t3', 'dust (2)')];
    expect(pathsOf('MULTICLASS', tags, image('a', { tag: 't3' }), image('b', { tag: 't2' }))).toEqual([
      'dust (2) (2)/a.jpg',
      'dust (2)/b.jpg',
    ]);
  });

  test('an object outside our own bucket is never read, but told of', () => {
    const layout = layOut(
      'MULTILABEL',
      [tag('t')],
      image('a', { uri: 'gs://other/dataset/d/a.jpg' }),
      image('b', { uri: 'gs://bucket-2/b.jpg' }),
      image('c', { tag: 't', masks: [{ tag: 't', uri: 'https://x.org/m.png' }] }),
    );
    expect(layout.entries.map(({ path }) => path)).toEqual(['Anomaly/t/c.jpg']);
    expect(layout.notes).toEqual([
      "a.jpg: not in this service's storage",
      "b.jpg: not in this service's storage",
      "Anomaly/t/Masks/c_mask.png: not in this service's storage",
    ]);
  });

  test('the file is named by the day', () => {
    expect(zipFileName(new Date(Date.UTC(2026, 0, 5, 23, 59)))).toBe('dataset_2026-01-05.zip');
  });

  test('10,000 images of one name are named in no time', () => {
    const images = Array.from({ length: 10_000 }, (_, index) => image(String(index), { name: 'frame.jpg' }));
    const start = performance.now();
    expect(pathsOf('ANOMALY', [], ...images).at(-1)).toBe('Unclassified/frame (10000).jpg');
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

test('whatever the names, every path is safe and no two are one on any file system', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 10 }),
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
