/**
 * Contract 11: masks of an archive, as they are stored.
 * @covers Contract 9 the trash is purged after 7 days, resumably, or by hand; the sweep leaves it
 * @covers Contract 11 imports: masks as they are stored
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { decode, type OpenPicture } from '../../functions/src/common/images/decoding.ts';
import type { ImageRecord } from '../../functions/src/common/model.ts';
import { paintMask } from '../../functions/src/dataset/import/labels/paint-mask.ts';
import { openArchive } from '../support/import-plan.ts';
import { pixelsOf } from '../support/mask-png.ts';
import { MemoryImport } from '../support/memory-import.ts';
import { MemoryVersions } from '../support/memory-versions.ts';
import { writeZip } from '../support/write-zip.ts';

const [WIDTH, HEIGHT] = [64, 48];

let jpeg: Buffer;
beforeAll(async () => {
  jpeg = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
});

/** An import of one picture with these annotations of the categories 1 and 2. */
function cocoOf(annotations: readonly object[], image: object = {}, picture = jpeg): MemoryImport {
  const file = {
    images: [{ id: 1, file_name: 'a.jpg', ...image }],
    categories: [
      { id: 1, name: 'car' },
      { id: 2, name: 'vehicle' },
    ],
    annotations: annotations.map((each) => ({ image_id: 1, category_id: 1, ...each })),
  };
  const zip = writeZip([
    { path: 'a.json', bytes: JSON.stringify(file), packed: true },
    { path: 'a.jpg', bytes: picture },
  ]);
  return new MemoryImport(new MemoryVersions('MULTILABEL', []), zip);
}

/** The imported record, and the pixels of its masks. */
async function imported(coming: MemoryImport): Promise<{ record: ImageRecord; masks: Buffer[] }> {
  expect(await coming.run()).toMatchObject({ progress: { added: 1 } });
  const [record] = [...coming.memory.records.values()] as [ImageRecord];
  const masks = record.masks.map(async ({ uri }) => {
    const stored = coming.memory.objects.get(uri.replace('gs://bucket/', ''));
    return (await pixelsOf(stored?.bytes as Buffer)).pixels;
  });
  return { record, masks: await Promise.all(masks) };
}

/** Where a mask is: left, top, right and bottom edge in pixels. */
function edgesOf(pixels: Buffer): number[] {
  const inside = [...pixels.keys()].filter((at) => pixels[at] !== 0);
  const [xs, ys] = [inside.map((at) => at % WIDTH), inside.map((at) => Math.floor(at / WIDTH))];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs) + 1, Math.max(...ys) + 1];
}

test.each([
  ['of the size that is stated', 1, {}],
  ['of no stated size', 1, { width: undefined, height: undefined }],
  ['of half the size that is stated', 2, { width: 2 * WIDTH, height: 2 * HEIGHT }],
])('outlines fit a picture %s, as their boxes do', async (_, times, size) => {
  const outline = [16, 12, 48, 12, 48, 36, 16, 36].map((each) => each * times);
  const bbox = [16, 12, 32, 24].map((each) => each * times);
  const image = { width: WIDTH, height: HEIGHT, ...size };
  const { record, masks } = await imported(cocoOf([{ segmentation: [outline], bbox }], image));
  expect(record.tags).toMatchObject([{ x: 0.25, y: 0.25, w: 0.5, h: 0.5 }]);
  expect(masks.map(edgesOf)).toEqual([[16, 12, 48, 36]]);
});

test('the same outline of two labels is two objects: one of them can be replaced alone', async () => {
  const segmentation = [[2, 2, 12, 2, 12, 10, 2, 10]];
  const { record, masks } = await imported(cocoOf([{ segmentation }, { segmentation, category_id: 2 }]));
  const [car, vehicle] = masks as [Buffer, Buffer];
  expect(car.equals(vehicle)).toBe(true);
  expect(new Set(record.masks.map(({ tag }) => tag)).size).toBe(2);
  expect(new Set(record.masks.map(({ uri }) => uri)).size).toBe(2);
});

test('three equal outlines of one label are three objects, each with a file of its own', async () => {
  const outline = { segmentation: [[8, 8, 24, 8, 24, 20, 8, 20]], bbox: [8, 8, 16, 12] };
  const coming = cocoOf([outline, outline, outline]);
  expect(await coming.check()).toMatchObject({ labels: [{ annotations: 3, masks: 3 }, {}], notes: [] });
  const { record } = await imported(coming);
  expect(record.tags).toHaveLength(3);
  expect(new Set(record.masks.map(({ id }) => id)).size).toBe(3);
  expect(new Set(record.masks.map(({ uri }) => uri)).size).toBe(3);
});

test('an image whose old files are purged from the trash while it is imported has its files', async () => {
  const outlined = () => cocoOf([{ segmentation: [[2, 2, 12, 2, 12, 10, 2, 10]] }]);
  const earlier = outlined();
  await imported(earlier);
  const coming = outlined();
  coming.memory.dataset.tags = [...earlier.memory.dataset.tags];
  const names = [...earlier.memory.objects.keys()].filter((name) => name.startsWith('dataset/'));
  for (const name of names) coming.memory.objects.set(name, earlier.memory.objects.get(name)!);
  const { images } = coming.ports;
  const { add } = images;
  images.add = async (record, thumbnail, isResent) => {
    expect(isResent).toBe(true);
    for (const name of names) coming.memory.objects.delete(name);
    return add(record, thumbnail, isResent);
  };
  await imported(coming);
  expect(names).toHaveLength(2);
  expect([...coming.memory.objects.keys()]).toEqual(expect.arrayContaining(names));
});

test('a mask is painted when the pictures that are being decoded leave memory for it', async () => {
  const decoding = Promise.withResolvers<void>();
  // The heaviest picture is decoded alone.
  const heaviest = decode({ weight: 450e6 } as OpenPicture, () => decoding.promise);
  const archive = await openArchive(writeZip([{ path: 'a.jpg', bytes: jpeg }]));
  let isPainted = false;
  const painting = paintMask(
    [{ kind: 'rle', width: 2, height: 2, counts: [4] }],
    { width: 2, height: 2 },
    { archive, spend: () => {} },
  ).then(() => {
    isPainted = true;
  });
  // A slow machine only makes this easier to pass.
  await sleep(100);
  expect(isPainted).toBe(false);
  decoding.resolve();
  await Promise.all([heaviest, painting]);
});

describe('an outline of very many points', () => {
  /** Up and down over the whole picture. */
  const zigzag = (points: number, height: number) =>
    Array.from({ length: points }, (_, at) => [(at * WIDTH) / points, at % 2 === 0 ? 0 : height]).flat();

  test('is the fault of its image alone', async () => {
    const tall = await sharp({ create: { width: 8, height: 4000, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer();
    const outline = zigzag(6000, 4000);
    const coming = cocoOf([{ segmentation: [outline] }], {}, tall);
    expect(await coming.run()).toMatchObject({
      ...{ progress: { added: 0, failed: 1 } },
      unread: {
        items: [
          {
            path: 'a.jpg',
            reason: expect.stringMatching(
              /^its masks take too long to paint: they have [2-9]\d{9,} pixels or more; at most 2000000000 are painted$/,
            ),
          },
        ],
      },
    });
  });
});

describe('masks of a part of the image', () => {
  /** 8 x 6 pixels, of which all but the first row are inside. */
  const part = async () => {
    const values = Buffer.alloc(48, 1).fill(0, 0, 8);
    return sharp(values, { raw: { width: 8, height: 6, channels: 1 } })
      .toColourspace('b-w')
      .png()
      .toBuffer();
  };
  const importOf = (path: string, text: string) =>
    new MemoryImport(
      new MemoryVersions('MULTILABEL', []),
      writeZip([
        { path: 'img/a.jpg', bytes: jpeg },
        { path, bytes: text },
      ]),
    );
  const labelme = async (points: number[][], more: object = {}) => {
    const shape = {
      label: 'x',
      shape_type: 'mask',
      points,
      mask: (await part()).toString('base64'),
      ...more,
    };
    return importOf('img/a.json', JSON.stringify({ imagePath: 'a.jpg', shapes: [shape] }));
  };
  const corner = [
    [10, 12],
    [17, 17],
  ];
  const supervisely = async () => {
    const data = deflateSync(await part()).toString('base64');
    const object = { classTitle: 'x', geometryType: 'bitmap', bitmap: { data, origin: [10, 12] } };
    return importOf('ann/a.jpg.json', JSON.stringify({ size: {}, objects: [object] }));
  };
  const cvat = async () =>
    importOf(
      'annotations.xml',
      '<annotations><image name="a.jpg"><mask label="x" left="10" top="12" width="8" height="6" rle="8, 40"/></image></annotations>',
    );

  test.each([
    ['LabelMe', () => labelme(corner)],
    ['Supervisely', supervisely],
    ['CVAT', cvat],
  ])('%s', async (_, open) => {
    const { record, masks } = await imported(await open());
    expect(record.tags).toMatchObject([
      { type: 'mask', x: 10 / WIDTH, y: 12 / HEIGHT, w: 8 / WIDTH, h: 6 / HEIGHT },
    ]);
    expect(masks.map(edgesOf)).toEqual([[10, 13, 18, 18]]);
    expect(masks[0]!.filter((each) => each > 0)).toHaveLength(40);
  });

  test.each<[string, () => Promise<MemoryImport>, RegExp]>([
    ['at the edge', () => labelme([[60, 20]]), /^its mask is larger than the image$/],
    ['at no pixel', () => labelme([[-1, 20]]), /^its mask is larger than the image$/],
    [
      'of run lengths that do not fit',
      async () =>
        importOf(
          'annotations.xml',
          '<annotations><image name="a.jpg"><mask label="x" left="1" top="2" width="8" height="6" rle="8, 1e9"/></image></annotations>',
        ),
      /^its mask has run lengths that do not fit$/,
    ],
  ])('a mask %s is the fault of its image', async (_, open, reason) => {
    const coming = await open();
    expect(await coming.run()).toMatchObject({
      unread: { items: [{ path: 'img/a.jpg', reason: expect.stringMatching(reason) }] },
    });
  });

  test('what is no PNG is counted', async () => {
    const coming = await labelme(corner, { mask: 'x'.repeat(100) });
    expect((await coming.check()).notes).toEqual(['Not kept: masks in an encoding that is not read (1).']);
  });
});

describe('bit masks of Label Studio: black, and else transparent', () => {
  /** Opaque in a box, with an edge that is half transparent. */
  const bitmask = async (width = WIDTH, [x = 0, y = 0, w = 0, h = 0] = [10, 12, 8, 6]) => {
    const pixels = Buffer.alloc(4 * width * HEIGHT);
    for (let row = y; row < y + h; row += 1)
      for (let at = x; at < x + w; at += 1) pixels[4 * (row * width + at) + 3] = row === y ? 99 : 255;
    const png = await sharp(pixels, { raw: { width, height: HEIGHT, channels: 4 } })
      .png()
      .toBuffer();
    return `data:image/png;base64,${png.toString('base64')}`;
  };
  const importOf = (imageDataURL: unknown, label = 'dent') => {
    const result = [{ type: 'bitmasklabels', value: { imageDataURL, bitmasklabels: [label] } }];
    const tasks = [{ data: { image: 'a.jpg' }, annotations: [{ result }] }];
    return new MemoryImport(
      new MemoryVersions('MULTILABEL', []),
      writeZip([
        { path: 'a.json', bytes: JSON.stringify(tasks) },
        { path: 'a.jpg', bytes: jpeg },
      ]),
    );
  };

  test('come with the box around them', async () => {
    const coming = importOf(await bitmask());
    expect(await coming.check()).toMatchObject({ labels: [{ annotations: 1, masks: 1 }], notes: [] });
    const { record, masks } = await imported(coming);
    expect(record.tags).toMatchObject([
      { type: 'mask', x: 10 / WIDTH, y: 12 / HEIGHT, w: 8 / WIDTH, h: 6 / HEIGHT },
    ]);
    expect(masks.map(edgesOf)).toEqual([[10, 12, 18, 18]]);
  });

  test.each<[string, () => Promise<unknown>, string]>([
    ['without a pixel', () => bitmask(WIDTH, [0, 0, 0, 0]), 'annotations without a place (1)'],
    ['cut off', async () => (await bitmask()).slice(0, 120), 'masks in an encoding that is not read (1)'],
    [
      'that are no PNG',
      async () => 'data:image/png;base64,AAAA',
      'masks in an encoding that is not read (1)',
    ],
    ['that are no text', async () => 7, 'masks in an encoding that is not read (1)'],
  ])('%s are counted, and do not come', async (_, open, kind) => {
    const coming = importOf(await open());
    expect((await coming.check()).notes).toEqual([`Not kept: ${kind}.`]);
    expect(await imported(coming)).toMatchObject({ record: { tags: [] }, masks: [] });
  });

  test('of another size are the fault of their image', async () => {
    const coming = importOf(await bitmask(32));
    const reason = 'its mask is 32 x 48, the image 64 x 48 pixels';
    expect((await coming.check()).unread.items).toEqual([{ path: 'a.jpg', reason }]);
    expect((await coming.run()).unread.items).toEqual([{ path: 'a.jpg', reason }]);
  });

  test('without a label are counted', async () => {
    const { notes } = await importOf(await bitmask(), '').check();
    expect(notes).toEqual(['Not kept: annotations of an unlisted category (1).']);
  });
});
