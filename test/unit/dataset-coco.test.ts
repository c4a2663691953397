/** @covers Contract 4 ZIP layout, names, limits, COCO */

import { describe, expect, test } from '@jest/globals';
import { annotationsJson, type CocoImage } from '../../packages/formats/coco/download.ts';
import type { Annotation } from '../../packages/records/src/image.ts';
import { tag } from '../support/dataset-record.ts';

const box = (tag: string, x: number, y: number, w: number, h: number, type: Annotation['type'] = 'rect') =>
  ({ type, tag, x, y, w, h, labeled: 'manual' }) satisfies Annotation;

const TAGS = [tag('t1', 'dust'), tag('t2', 'a "dent"\n')];

/** An image in the archive, and its annotations at the time that they are read. */
type Image = CocoImage & { tags: Annotation[] };

async function write(images: Image[], annotated: readonly Image[] = images): Promise<string[]> {
  const pieces: string[] = [];
  const id = ({ path }: CocoImage) => `id of ${path}`;
  const listed = new Map(images.map((image) => [id(image), image]));
  // In pages of two.
  async function* pages() {
    for (let at = 0; at < annotated.length; at += 2)
      yield annotated.slice(at, at + 2).map((image) => ({ id: id(image), tags: image.tags }));
  }
  for await (const piece of annotationsJson(listed, pages(), TAGS)) pieces.push(piece);
  return pieces;
}

const read = async (...given: Parameters<typeof write>) => JSON.parse((await write(...given)).join(''));

const annotationsOf = async (...tags: Annotation[]) =>
  (await read([{ path: 'images/a.jpg', width: 200, height: 100, tags }])).annotations;

describe('Contract 4: annotations.json is COCO', () => {
  test('images, annotations and categories, numbered from 1', async () => {
    const images = [
      { path: 'images/a.jpg', width: 200, height: 100, tags: [] },
      {
        path: 'images/b (2).jpg',
        width: 1000,
        height: 500,
        tags: [box('t2', 0.1, 0.2, 0.3, 0.4), box('t1', 0, 0, 1, 1, 'mask')],
      },
      { path: 'images/c.jpg', width: 10, height: 10, tags: [box('t1', 0.5, 0.5, 0.5, 0.5)] },
    ];
    const plain = { iscrowd: 0, segmentation: [] };
    expect(await read(images)).toEqual({
      info: { description: 'Sightline' },
      licenses: [],
      images: [
        { id: 1, file_name: 'images/a.jpg', width: 200, height: 100 },
        { id: 2, file_name: 'images/b (2).jpg', width: 1000, height: 500 },
        { id: 3, file_name: 'images/c.jpg', width: 10, height: 10 },
      ],
      annotations: [
        {
          id: 1,
          image_id: 2,
          category_id: 2,
          bbox: [100, 100, 300, 200],
          area: 60_000,
          ...plain,
        },
        {
          id: 2,
          image_id: 2,
          category_id: 1,
          bbox: [0, 0, 1000, 500],
          area: 500_000,
          ...plain,
        },
        { id: 3, image_id: 3, category_id: 1, bbox: [5, 5, 5, 5], area: 25, ...plain },
      ],
      categories: [
        { id: 1, name: 'dust' },
        { id: 2, name: 'a "dent"\n' },
      ],
    });
  });

  test('boxes are clipped to the image', async () => {
    const found = await annotationsOf(box('t1', -0.5, 0.5, 1, 1));
    expect(found).toMatchObject([{ bbox: [0, 50, 100, 50], area: 5000 }]);
  });

  test.each([
    ['a point', box('t1', 0.5, 0.5, 0.1, 0.1, 'point')],
    ['a box outside', box('t1', 1.1, 0.5, 0.1, 0.1)],
    ['a box without area', box('t1', 0.5, 0.5, 0, 0.1)],
    ['no number', box('t1', Number.NaN, 0.5, 0.1, 0.1)],
    ['an unknown tag', box('gone', 0.5, 0.5, 0.1, 0.1)],
  ])('%s is left out', async (_, annotation) => {
    expect(await annotationsOf(annotation)).toEqual([]);
  });

  test('without images the file is still complete', async () => {
    expect(await read([])).toMatchObject({ images: [], annotations: [] });
  });

  test('an image that was deleted before its annotations were read has none', async () => {
    const [first, second, third] = ['a', 'b', 'c'].map((name) => ({
      ...{ path: `images/${name}.jpg`, width: 10, height: 10 },
      tags: [box('t1', 0, 0, 1, 1)],
    })) as [Image, Image, Image];
    const { images, annotations } = await read([first, second], [third, second]);
    expect(images).toHaveLength(2);
    expect(annotations).toMatchObject([{ id: 1, image_id: 2 }]);
  });

  test('it is produced in pieces, none larger than one image needs', async () => {
    const images = Array.from({ length: 1000 }, (_, index) => ({
      path: `images/${index}.jpg`,
      width: 10,
      height: 10,
      tags: [box('t1', 0, 0, 1, 1)],
    }));
    const pieces = await write(images);
    expect(pieces.length).toBeGreaterThan(2000);
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(200);
  });
});
