/** @covers Spec 2.5, 4.1, Contract 4 annotationsCrops */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { drawScene } from '../../emulators/scenes/scene.ts';
import { cropWindow } from '../../functions/src/dataset/crops/crop-window.ts';
import { eventually } from '../support/factory.ts';
import { type ImageSeed, openStage, type Stage, seedDataset, seedImages } from './dataset-stage.ts';

const TAGS = { t: 'scratch', u: 'stain' };
type Color = 'red' | 'green' | 'blue' | 'white';
const COLORS: Record<Color, [number, number, number]> = {
  red: [255, 0, 0],
  green: [0, 200, 0],
  blue: [0, 0, 255],
  white: [255, 255, 255],
};

interface Crop {
  id: string;
  imageId: string;
  cropUri: string;
  tagIndex: number;
}

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
beforeEach(() => stage.faults.set([]));

async function seed(id: string, images: ImageSeed[]): Promise<void> {
  await seedDataset(stage, { id, type: 'imageObjectDetection', tags: TAGS });
  await seedImages(stage, id, images);
}

async function ask(id: string, tag = 't', query = ''): Promise<Crop[]> {
  const answer = await stage.call(`${id}/annotationsCrops/${tag}${query}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  return (await answer.json()) as Crop[];
}

/** 80 x 40 pixels: red, green over blue, white. */
function quadrants(): ReturnType<typeof sharp> {
  const tile = (color: Color, left: number, top: number) => {
    const [r, g, b] = COLORS[color];
    return {
      input: { create: { width: 40, height: 20, channels: 3 as const, background: { r, g, b } } },
      left,
      top,
    };
  };
  const tiles = [tile('red', 0, 0), tile('green', 40, 0), tile('blue', 0, 20), tile('white', 40, 20)];
  return sharp({ create: { width: 80, height: 40, channels: 3, background: '#000' } }).composite(tiles);
}

async function decode(crop: Crop | undefined) {
  const bytes = Buffer.from(crop?.cropUri.replace('data:image/webp;base64,', '') ?? '', 'base64');
  const { format, space } = await sharp(bytes).metadata();
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
  return {
    format,
    space,
    width: info.width,
    height: info.height,
    color: nearest([...data.subarray(at, at + 3)]),
  };
}

function nearest(pixel: number[]): Color {
  const distance = (color: Color) =>
    COLORS[color].reduce((sum, value, at) => sum + Math.abs(value - (pixel[at] ?? 0)), 0);
  return (Object.keys(COLORS) as Color[]).sort((a, b) => distance(a) - distance(b))[0] as Color;
}

const topLeft = { tag: 't', x: 0, y: 0, w: 0.5, h: 0.5 };
const topRight = { tag: 't', x: 0.5, y: 0, w: 0.5, h: 0.5 };

test('Spec 2.5: a crop has these keys and shows its region as WebP', async () => {
  const bytes = await quadrants().jpeg().toBuffer();
  await seed('keys', [{ id: 'k1', bytes, tags: [{ ...topLeft, tag: 'u' }, topRight] }]);
  const crops = await ask('keys');
  expect(crops).toEqual([
    {
      id: 't',
      imageId: 'k1',
      cropUri: expect.stringMatching(/^data:image\/webp;base64,[\w+/]+=*$/),
      tagIndex: 1,
    },
  ]);
  expect(await decode(crops[0])).toEqual({
    format: 'webp',
    space: 'srgb',
    width: 40,
    height: 20,
    color: 'green',
  });
});

test.each<[number, Color, Color]>([
  [1, 'red', 'green'],
  [2, 'green', 'red'],
  [3, 'white', 'blue'],
  [4, 'blue', 'white'],
  [5, 'red', 'blue'],
  [6, 'blue', 'red'],
  [7, 'white', 'green'],
  [8, 'green', 'white'],
])('EXIF orientation %i is made upright before it is cut', async (orientation, left, right) => {
  const id = `exif${orientation}`;
  const bytes = await quadrants().jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer();
  await seed(id, [
    { id: `${id}-two`, bytes, tags: [topLeft, topRight] },
    { id: `${id}-one`, bytes, tags: [topLeft] },
  ]);
  const crops = await ask(id);
  const [width, height] = orientation >= 5 ? [20, 40] : [40, 20];
  expect(await Promise.all(crops.map(decode))).toMatchObject([
    { width, height, color: left },
    { width, height, color: left },
    { width, height, color: right },
  ]);
});

test.each<[string, () => Promise<Buffer>, string]>([
  ['a CMYK JPEG', () => quadrants().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(), 'jpeg'],
  ['a 16-bit PNG', () => quadrants().toColourspace('rgb16').png().toBuffer(), 'png'],
  ['a PNG with alpha', () => quadrants().ensureAlpha(0.9).png().toBuffer(), 'png'],
  ['a grey JPEG', () => quadrants().greyscale().jpeg().toBuffer(), 'jpeg'],
  ['a WebP', () => quadrants().webp().toBuffer(), 'webp'],
])('%s gives sRGB crops', async (name, make, format) => {
  const id = name.replaceAll(' ', '-');
  const bytes = await make();
  await seed(id, [
    { id: `${id}-1`, format, bytes, tags: [topLeft] },
    { id: `${id}-2`, format, bytes, tags: [topRight, topLeft] },
  ]);
  const seen = await Promise.all((await ask(id)).map(decode));
  expect(seen).toHaveLength(3);
  expect(seen).toMatchObject(Array(3).fill({ space: 'srgb', format: 'webp', width: 40, height: 20 }));
  if (name !== 'a grey JPEG') expect(seen.map(({ color }) => color)).toEqual(['red', 'green', 'red']);
});

test('Contract 4: rect as given, mask by its box, point as a window; parts outside the image are cut off', async () => {
  const bytes = await quadrants().png().toBuffer();
  const at = (type: 'rect' | 'mask' | 'point', x: number, y: number, w: number, h: number) => ({
    type,
    tag: 't',
    x,
    y,
    w,
    h,
  });
  const tags = [
    at('mask', 0.5, 0.5, 0.5, 0.5),
    at('point', 0.25, 0.75, 0, 0),
    at('rect', 0.2, 0.2, 0, 0.5),
    at('rect', 1.2, 0, 0.3, 0.3),
    at('rect', 0.9, -0.5, 5, 1),
    at('rect', 0.1, 0.1, 0.0001, 0.0001),
    at('rect', Number.NaN, 0, 1, 1),
  ];
  await seed('kinds', [{ id: 'kinds-1', format: 'png', bytes, tags }]);
  const crops = await ask('kinds');
  expect(crops.map(({ tagIndex }) => tagIndex)).toEqual([0, 1, 4, 5, 6]);
  expect(await Promise.all(crops.slice(0, 4).map(decode))).toMatchObject([
    { width: 40, height: 20, color: 'white' },
    { width: 8, height: 4, color: 'blue' },
    { width: 8, height: 20, color: 'green' },
    { width: 1, height: 1, color: 'red' },
  ]);
});

test('a crop shows the defect that was drawn', async () => {
  const scene = await drawScene({ seed: 5, kind: 'surface', defect: 'stain' });
  const { box } = scene.defects[0]!;
  await seed('drawn', [{ id: 'drawn-1', bytes: scene.jpeg, tags: [{ type: 'mask', tag: 'u', ...box }] }]);
  const [crop] = await ask('drawn', 'u');
  const window = cropWindow(
    { type: 'mask', tag: 'u', labeled: 'manual', ...box },
    scene.width,
    scene.height,
  )!;
  const bytes = Buffer.from(crop!.cropUri.split(',')[1]!, 'base64');
  const cut = await sharp(bytes).removeAlpha().raw().toBuffer();
  const drawn = await sharp(scene.jpeg).extract(window).raw().toBuffer();
  const off = cut.reduce((sum, value, at) => sum + Math.abs(value - (drawn[at] ?? 0)), 0) / cut.length;
  expect(cut.length).toBe(drawn.length);
  expect(off).toBeLessThan(6);
});

test('crops are ordered by image id and annotation, whichever is decoded first', async () => {
  const small = await quadrants().jpeg().toBuffer();
  const large = await quadrants().resize(2400, 1200).jpeg().toBuffer();
  const images = Array.from({ length: 40 }, (_, at) => ({
    id: `order-${String(at).padStart(2, '0')}`,
    bytes: at % 7 === 0 ? large : small,
    tags: [topRight, { ...topLeft, tag: 'u' }, topLeft],
  }));
  await seed('order', images.toReversed());
  const crops = await ask('order');
  expect(crops.map(({ imageId, tagIndex }) => [imageId, tagIndex])).toEqual(
    images.flatMap(({ id }) => [
      [id, 0],
      [id, 2],
    ]),
  );
});

test('a region of more than 4096 pixels on a side is scaled down to fit', async () => {
  const bytes = await quadrants().resize(5000, 50, { fit: 'fill' }).jpeg().toBuffer();
  const turned = await quadrants()
    .resize(5000, 50, { fit: 'fill' })
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const all = { tag: 't', x: 0, y: 0, w: 1, h: 1 };
  await seed('vast', [
    { id: 'vast-1', bytes, tags: [all] },
    { id: 'vast-2', bytes: turned, tags: [all, topLeft] },
  ]);
  expect(await Promise.all((await ask('vast')).map(decode))).toMatchObject([
    { width: 4096, height: 41 },
    { width: 41, height: 4096 },
    { width: 25, height: 2500 },
  ]);
});

test('more crops than fit in a batch keep their order, with one read of the image', async () => {
  const bytes = await quadrants().resize(2000, 1000).jpeg().toBuffer();
  const tags = Array.from({ length: 300 }, (_, at) =>
    at % 100 === 0 ? { ...topLeft, w: 1, h: 1 } : topRight,
  );
  await seed('batches', [{ id: 'batches-1', bytes, tags }]);
  await stage.operations();
  const crops = await ask('batches');
  expect(crops.map(({ tagIndex }) => tagIndex)).toEqual(tags.map((_, at) => at));
  expect(await stage.operations()).toEqual({ download: 1 });
  expect(await decode(crops[200])).toMatchObject({ width: 2000, height: 1000 });
  expect(await decode(crops[299])).toMatchObject({ width: 1000, height: 500, color: 'green' });
});

test('each image is read once for all its crops', async () => {
  const bytes = await quadrants().jpeg().toBuffer();
  await seed('once', [
    { id: 'once-1', bytes, tags: Array(20).fill(topLeft) },
    { id: 'once-2', bytes, tags: [topLeft] },
  ]);
  await stage.operations();
  expect(await ask('once')).toHaveLength(21);
  expect(await stage.operations()).toEqual({ download: 2 });
});

test('an image that cannot be read is skipped and logged', async () => {
  const bytes = await quadrants().jpeg().toBuffer();
  await seed('holes', [
    { id: 'holes-1', tags: [topLeft] },
    { id: 'holes-2', bytes: Buffer.from('no picture'), tags: [topLeft] },
    { id: 'holes-3', bytes: bytes.subarray(0, bytes.length - 300), tags: [topLeft] },
    { id: 'holes-4', bytes, tags: [topLeft] },
    { id: 'holes-5', fields: { uri: 'gs://other/x.jpg' }, tags: [topLeft] },
  ]);
  expect((await ask('holes')).map(({ imageId }) => imageId)).toEqual(['holes-4']);
  expect(stage.stack.functions.dataset!.output()).toMatch(
    /"image without crops".*"holes-2"|"holes-2".*without crops/,
  );
});

test('Contract 2: an image whose tags are path strings is cut too, one of another dataset is not', async () => {
  const bytes = await quadrants().jpeg().toBuffer();
  const path = 'dataset/strings/tag/t';
  const fields = {
    dataset: 'dataset/strings',
    tagsContained: [path],
    tags: [{ ...topLeft, type: 'rect', tag: path }],
  };
  await seed('strings', [{ id: 'strings-1', bytes, fields }]);
  await seedImages(stage, 'strings-other', [
    { id: 'strings-2', bytes, fields: { ...fields, dataset: 'dataset/other' } },
  ]);
  expect((await ask('strings')).map(({ imageId }) => imageId)).toEqual(['strings-1']);
});

test('Contract 4: limit and after page through all crops, each once', async () => {
  const bytes = await quadrants().jpeg().toBuffer();
  const counts = [2, 1, 5, 1, 1, 3];
  await seed(
    'paged',
    counts.map((count, at) => ({ id: `paged-${at}`, bytes, tags: Array(count).fill(topLeft) })),
  );
  const pages: Crop[][] = [];
  for (let after = ''; ; ) {
    const page = await ask('paged', 't', `?limit=3${after}`);
    if (page.length === 0) break;
    pages.push(page);
    after = `&after=${page.at(-1)?.imageId}`;
  }
  expect(pages.map((page) => page.length)).toEqual([3, 5, 2, 3]);
  expect(pages.flat()).toEqual(await ask('paged'));
});

test.each(['limit=0', 'limit=-1', 'limit=x', 'limit=1.5', 'after=..', 'after=', `after=${'x'.repeat(300)}`])(
  'Contract 3: the bad parameter %s is 400',
  async (query) => {
    await seed('bad', []);
    const answer = await stage.call(`bad/annotationsCrops/t?${query}`);
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: true }]);
  },
);

test('Contract 4: an unknown tag is 404, a tag without images has no crops', async () => {
  await seed('none', []);
  for (const tag of ['nobody', '..', '__x__', 'a/b']) {
    const answer = await stage.call(
      `none/annotationsCrops/${encodeURIComponent(tag).replaceAll('.', '%2E')}`,
    );
    if (tag === '..') continue;
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { error: true, result: `Tag with ID "${tag}" not found` },
    ]);
  }
  expect(await ask('none')).toEqual([]);
});

test('Spec 7: crops of a dataset that does not exist are 404', async () => {
  const answer = await stage.call('nobody/annotationsCrops/t');
  expect([answer.status, await answer.json()]).toEqual([
    404,
    { error: true, result: 'Dataset with ID "nobody" not found' },
  ]);
});

test('a client that disconnects ends the reads', async () => {
  const bytes = await quadrants().jpeg().toBuffer();
  const images = Array.from({ length: 200 }, (_, at) => ({ id: `gone-${at}`, bytes, tags: [topLeft] }));
  await seed('gone', images);
  stage.faults.set([{ path: 'alt=media', latency: 60 }]);
  const leaving = new AbortController();
  const answer = await stage.call('gone/annotationsCrops/t', { signal: leaving.signal });
  await answer.body!.getReader().read();
  leaving.abort();
  let reads = 0;
  await eventually(async () => {
    await sleep(300);
    const { download = 0, ...others } = await stage.operations();
    reads += download;
    expect({ download, ...others }).toEqual({ download: 0 });
  });
  expect(reads).toBeLessThan(images.length);
});
