/**
 * Contract 4, downloadZip: JPEGs are copied byte for byte, or rotated upright on request.
 * @covers Contract 4 downloadZip upright
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { readZip } from '../support/read-zip.ts';
import { type ImageSeed, openStage, type Stage, seedDataset, seedImages } from './dataset-stage.ts';

const ORIENTATIONS = [1, 2, 3, 4, 5, 6, 7, 8];
const SOMEBODY = 'somebody, somewhere';

let stage: Stage;
let images: ImageSeed[];

beforeAll(async () => {
  stage = await openStage();
  await seedDataset(stage, { id: 'd', type: 'imageObjectDetection', tags: { t: 'dent' } });
  const jpegs = await Promise.all(ORIENTATIONS.map((orientation) => quadrants('jpeg', orientation)));
  images = jpegs.map((bytes, at): ImageSeed => {
    const [width, height] = at >= 4 ? [40, 80] : [80, 40];
    return { id: `jpeg-${at + 1}`, name: `jpeg-${at + 1}.jpg`, bytes, width, height };
  });
  const png = { id: 'png-6', name: 'png-6.png', format: 'png', width: 40, height: 80 };
  images.push({ ...png, bytes: await quadrants('png', 6) });
  await seedImages(stage, 'd', images);
});
afterAll(() => stage?.close());

/** 80 x 40 pixels as stored: red, green over blue, white. */
function quadrants(format: 'jpeg' | 'png', orientation: number): Promise<Buffer> {
  const tile = (background: string, left: number, top: number) => ({
    input: { create: { width: 40, height: 20, channels: 3 as const, background } },
    left,
    top,
  });
  const tiles = [tile('red', 0, 0), tile('lime', 40, 0), tile('blue', 0, 20), tile('white', 40, 20)];
  return sharp({ create: { width: 80, height: 40, channels: 3, background: 'black' } })
    .composite(tiles)
    .toFormat(format, { quality: 95 })
    .withExif({ IFD0: { Copyright: SOMEBODY } })
    .withMetadata({ orientation, exif: { IFD0: { Copyright: SOMEBODY } } })
    .toBuffer();
}

async function download(query = ''): Promise<Map<string, Buffer>> {
  const answer = await stage.post(`d/downloadZip${query}`, { images: images.map(({ id }) => id) });
  expect(answer.status).toBe(200);
  return readZip(Buffer.from(await answer.arrayBuffer()));
}

/** The pixels for a tool that ignores EXIF, or for one that applies it. */
const pixels = (bytes: Buffer, autoOrient: boolean) =>
  sharp(bytes, { autoOrient }).removeAlpha().raw().toBuffer({ resolveWithObject: true });

async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = [await pixels(one, false), await pixels(other, true)];
  expect([a.info.width, a.info.height]).toEqual([b.info.width, b.info.height]);
  return a.data.reduce((sum, value, at) => sum + Math.abs(value - (b.data[at] ?? 0)), 0) / a.data.length;
}

test('upright=true: pixels are rotated, EXIF is removed, and annotations.json has the sizes of the files', async () => {
  const entries = await download('?upright=true');
  const coco = JSON.parse(String(entries.get('annotations.json'))) as {
    images: { file_name: string; width: number; height: number }[];
  };
  expect(coco.images).toHaveLength(images.length);
  for (const [at, { file_name, width, height }] of coco.images.entries()) {
    const made = entries.get(file_name) as Buffer;
    const original = images[at]?.bytes as Buffer;
    expect(await sharp(made).metadata()).toMatchObject({ format: 'jpeg', width, height });
    expect((await sharp(made).metadata()).orientation).toBeUndefined();
    expect([original.includes(SOMEBODY), made.includes(SOMEBODY)]).toEqual([true, false]);
    expect(await difference(made, original)).toBeLessThan(5);
  }
  // A JPEG that is upright already is not encoded again.
  const [first] = images;
  const [made, stored] = [entries.get('images/jpeg-1.jpg') as Buffer, first?.bytes as Buffer];
  expect((await pixels(made, false)).data).toEqual((await pixels(stored, false)).data);
});

test('otherwise JPEGs are copied byte for byte, others become upright JPEGs', async () => {
  const entries = await download();
  for (const { id, bytes } of images.slice(0, -1)) expect(entries.get(`images/${id}.jpg`)).toEqual(bytes);
  const png = images.at(-1)?.bytes as Buffer;
  expect(await difference(entries.get('images/png-6.jpg') as Buffer, png)).toBeLessThan(5);
});

test('Contract 3: neither true nor false is 400', async () => {
  const answer = await stage.post('d/downloadZip?upright=yes', { images: ['jpeg-1'] });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { error: true, result: 'Bad request: upright must be true or false' },
  ]);
});
