/** @covers Contract 4 ZIP layout, names, limits, COCO */
import { describe, expect, test } from '@jest/globals';
import type { ZipImage } from '../../functions/src/dataset/zip/zip-layout.ts';
import { tag } from '../support/dataset-record.ts';
import { image, layOut, mask, pathsOf } from '../support/zip-layout.ts';

describe.each(['MULTICLASS', 'ANOMALY'] as const)('Contract 4: archive of %s', (type) => {
  test('one folder per label, and Unclassified', () => {
    const tags = [tag('t1', 'dust'), tag('t2', 'to sort', true)];
    const paths = pathsOf(
      type,
      tags,
      image('a', { tag: 't1' }),
      image('b'),
      image('c', { tag: 't2' }),
      image('d', { tag: 'gone' }),
    );
    expect(paths).toEqual(['dust/a.jpg', 'Unclassified/b.jpg', 'Unclassified/c.jpg', 'Unclassified/d.jpg']);
  });

  test('masks are not part of it, which is not an error', () => {
    const layout = layOut(type, [tag('t1')], image('a', { tag: 't1', masks: [mask('t1', 'm.png')] }));
    expect(layout.entries.map(({ path }) => path)).toEqual(['t1/a.jpg']);
    expect(layout.notes).toEqual([]);
  });
});

describe('Contract 4: archive of MULTILABEL', () => {
  const tags = [
    tag('n', 'Normal'),
    tag('g', 'GOOD'),
    tag('s', 'scratch'),
    tag('e', 'dent'),
    tag('u', 'new', true),
  ];
  const paths = (fields: Partial<ZipImage>) => pathsOf('MULTILABEL', tags, image('a', fields));

  test.each([
    ['only tags named normal, good or ok', { tagsContained: ['n', 'g'] }, ['Normal/a.jpg']],
    ['no tag and no mask', {}, ['Anomaly/0/a.jpg']],
    ['only a tag for unclassified data', { tagsContained: ['u'] }, ['Anomaly/0/a.jpg']],
    ['only a tag that is gone', { tagsContained: ['gone'] }, ['Anomaly/0/a.jpg']],
    ['a defect', { tagsContained: ['s'] }, ['Anomaly/scratch/a.jpg']],
    ['a defect beside normal', { tagsContained: ['s', 'n'] }, ['Anomaly/scratch/a.jpg']],
    ['two defects', { tagsContained: ['e', 's'] }, ['Anomaly/scratch/a.jpg', 'Anomaly/dent/a.jpg']],
    ['a primary tag alone', { tag: 's' }, ['Anomaly/scratch/a.jpg']],
    [
      'an annotation alone',
      { tags: [{ type: 'rect' as const, tag: 'e', x: 0, y: 0, w: 1, h: 1, labeled: 'manual' as const }] },
      ['Anomaly/dent/a.jpg'],
    ],
    [
      'a mask alone',
      { masks: [mask('s', 'm.png')] },
      ['Anomaly/scratch/a.jpg', 'Anomaly/scratch/Masks/a_mask.png'],
    ],
  ])('%s', (_, fields, expected) => {
    expect(paths(fields)).toEqual(expected);
  });

  test('a second mask of the same tag is _mask_2, each in the folder of its defect', () => {
    const masks = [mask('s', 'm0.png'), mask('e', 'm1.png'), mask('s', 'm2.png')];
    const { entries } = layOut('MULTILABEL', tags, image('a', { tagsContained: ['s', 'e'], masks }));
    expect(entries.map(({ path, kind, source }) => [path, kind, source])).toEqual([
      ['Anomaly/scratch/a.jpg', 'image', 'dataset/d/a.jpg'],
      ['Anomaly/scratch/Masks/a_mask.png', 'mask', 'dataset/d/m0.png'],
      ['Anomaly/scratch/Masks/a_mask_2.png', 'mask', 'dataset/d/m2.png'],
      ['Anomaly/dent/a.jpg', 'image', 'dataset/d/a.jpg'],
      ['Anomaly/dent/Masks/a_mask.png', 'mask', 'dataset/d/m1.png'],
    ]);
  });

  test('a second image of the same name gets (2) in all of its folders, and its masks follow', () => {
    const first = image('i1', { name: 'a.jpg', tagsContained: ['e'] });
    const second = image('i2', {
      name: 'A.png',
      tagsContained: ['s', 'e'],
      masks: [mask('s', 'm.png')],
    });
    expect(pathsOf('MULTILABEL', tags, first, second)).toEqual([
      'Anomaly/dent/a.jpg',
      'Anomaly/scratch/A (2).jpg',
      'Anomaly/scratch/Masks/A (2)_mask.png',
      'Anomaly/dent/A (2).jpg',
    ]);
  });

  test('a mask that belongs to no defect folder is reported, not dropped silently', () => {
    const { notes } = layOut(
      'MULTILABEL',
      tags,
      image('a', { tagsContained: ['s'], masks: [mask('gone', 'm.png')] }),
      image('b', { tagsContained: ['n'], masks: [mask('n', 'm.png')] }),
    );
    expect(notes).toEqual([
      'a.jpg: 1 of its masks belong to no defect folder',
      'b.jpg: 1 of its masks belong to no defect folder',
    ]);
  });

  test('a defect named 0 does not mix with the unlabelled', () => {
    expect(pathsOf('MULTILABEL', [tag('z', '0')], image('a', { tag: 'z' }), image('b'))).toEqual([
      'Anomaly/0 (2)/a.jpg',
      'Anomaly/0/b.jpg',
    ]);
  });
});

test('Contract 4: archive of imageObjectDetection', () => {
  const layout = layOut('imageObjectDetection', [tag('t')], image('a', { tag: 't' }), image('b'));
  expect(layout.entries.map(({ path }) => path)).toEqual(['images/a.jpg', 'images/b.jpg']);
  expect(layout.annotations).toBe('annotations.json');
});
