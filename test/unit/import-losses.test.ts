/**
 * Contract 11: imports lose nothing in silence. What is not kept is counted before anything changes.
 * @covers Contract 11 imports: boxes of outlines and run lengths, what is not kept, labels that are not understood, dates
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { takenAt } from '../../functions/src/dataset/import/archive/exif-date.ts';
import { MemoryImport } from '../support/memory-import.ts';
import { MemoryVersions } from '../support/memory-versions.ts';
import { writeZip } from '../support/write-zip.ts';

let jpeg: Buffer;
beforeAll(async () => {
  jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
});

/** An import of these files; `''` stands for a picture, each with other bytes. */
const importOf = (files: Record<string, string | object | Buffer>) =>
  new MemoryImport(
    new MemoryVersions('MULTILABEL', []),
    writeZip(
      Object.entries(files).map(([path, content]) => ({
        path,
        packed: true,
        bytes:
          content === ''
            ? Buffer.concat([jpeg, Buffer.from(path)])
            : typeof content === 'string' || Buffer.isBuffer(content)
              ? content
              : JSON.stringify(content),
      })),
    ),
  );

const coco = (annotations: readonly object[], image: object = {}) => ({
  images: [{ id: 1, file_name: 'a.jpg', width: 64, height: 48, ...image }],
  categories: [{ id: 1, name: 'dent' }],
  annotations: annotations.map((each) => ({ image_id: 1, category_id: 1, ...each })),
});

const imageOf = async (coming: MemoryImport) => {
  await coming.run();
  const [record] = [...coming.memory.records.values()];
  return record!;
};

describe('COCO', () => {
  const outline = (x: number) => [[x, 12, x + 8, 12, x + 8, 24, x, 24]];
  // 64 x 48 pixels by columns: 8 columns from x = 16, 12 rows from y = 12.
  const counts = [16 * 48 + 12, ...Array.from({ length: 7 }, () => [12, 36]).flat(), 12, 40 * 48 + 24];
  const box = { type: 'mask', x: 0.25, y: 0.25, w: 0.125, h: 0.25 };

  test.each([
    ['an outline', { segmentation: outline(16) }],
    ['an outline and an empty box', { segmentation: outline(16), bbox: [0, 0, 0, 0] }],
    ['run lengths', { segmentation: { size: [48, 64], counts } }],
    ['run lengths with a box', { segmentation: { size: [48, 64], counts }, bbox: [16, 12, 8, 12] }],
  ])('an object of %s has its box', async (_, annotation) => {
    const coming = importOf({ 'a.json': coco([annotation]), 'a.jpg': '' });
    expect(await coming.check()).toMatchObject({ labels: [{ annotations: 1, masks: 1 }], notes: [] });
    const image = await imageOf(coming);
    expect(image.tags).toMatchObject([box]);
    expect(image.masks).toHaveLength(1);
  });

  test.each([
    [3, 3, []],
    [70, 1, [expect.stringMatching(/^69 outlines become a part of another mask/)]],
  ])('%i objects of a class are as many boxes, and %i masks', async (count, masks, notes) => {
    const annotations = Array.from({ length: count }, (_, at) => ({ segmentation: outline(16 * (at % 3)) }));
    const coming = importOf({ 'a.json': coco(annotations), 'a.jpg': '' });
    expect(await coming.check()).toMatchObject({ labels: [{ annotations: count, masks: count }], notes });
    const image = await imageOf(coming);
    expect(image.tags).toHaveLength(count);
    expect(image.masks).toHaveLength(masks);
  });

  test('what a dataset does not keep is counted by kind; labels of whole images are kept', async () => {
    const annotations = [
      {
        bbox: [1, 1, 9, 9],
        score: 0.9,
        iscrowd: 1,
        attributes: { rotation: 0, occluded: true, size: 'big' },
      },
      { bbox: [1, 1, 9, 9], keypoints: [1, 1, 2], caption: 'a dent' },
      { bbox: [1, 1, 9, 9], category_id: 7 },
      {},
    ];
    const coming = importOf({ 'a.json': coco(annotations), 'a.jpg': '', 'b.jpg': '', 'c.bin': 'x' });
    expect((await coming.check()).notes).toEqual([
      'Not imported: b.jpg, which no label names.',
      'Not read: c.bin.',
      'Not kept: annotations of an unlisted category (1).',
      'Not kept: attributes (2).',
      'Not kept: captions (1).',
      '1 group of objects (a crowd) comes as one object: a report counts it as missed where a model finds the objects in it.',
      'Not kept: keypoints (1).',
      'Not kept: scores (1).',
    ]);
    const image = await imageOf(coming);
    expect(image.tag).toBe(coming.memory.dataset.tags[0]?.id);
  });
});

test('YOLO: confidences, tracks and labels of no picture', async () => {
  const coming = importOf({
    'data.yaml': 'names: [a]',
    'images/a.jpg': '',
    'labels/a.txt': '0 .5 .5 .1 .1 .87\n0 .5 .5 .1 .1 12\n',
    'labels/gone.txt': '0 .5 .5 .1 .1\n',
  });
  expect(await coming.check()).toMatchObject({
    notes: ['Not kept: scores (1).', 'Not kept: tracks (1).'],
    unread: { items: [{ path: 'labels/gone.txt', reason: 'its image is not in the archive' }] },
  });
});

test('VOC: outlines, marks, parts and attributes', async () => {
  const bndbox = '<bndbox><xmin>1</xmin><ymin>1</ymin><xmax>9</xmax><ymax>9</ymax></bndbox>';
  const object = (more: string) => `<object><name>a</name>${more}</object>`;
  const coming = importOf({
    'a.xml': `<annotation>${object(`${bndbox}<truncated>1</truncated><difficult>0</difficult><pose>Left</pose><polygon><x1>1</x1></polygon><part><name>b</name></part>`)}${object(`${bndbox}<pose>Unspecified</pose>`)}${object('')}</annotation>`,
    'a.jpg': '',
  });
  expect((await coming.check()).notes).toEqual([
    'Not kept: annotations without a place (1).',
    'Not kept: attributes (1).',
    'Not kept: difficult, truncated or occluded marks (1).',
    'Not kept: outlines (1).',
    'Not kept: parts of objects (1).',
  ]);
});

describe('labels that are not understood are named, and no picture comes in without them unless the format is chosen', () => {
  const panoptic = coco([{ segments_info: [{ id: 1 }, { id: 2 }], file_name: 'a.png' }]);
  test.each<[string, Record<string, string | object | Buffer>, RegExp, 'folders' | 'yolo' | 'coco']>([
    [
      'oriented boxes of DOTA',
      { 'labelTxt/a.txt': '1 1 9 1 9 9 1 9 plane 0\n' },
      /^labelTxt\/a.txt is oriented boxes of DOTA.* Export COCO or YOLO instead\.$/,
      'folders',
    ],
    [
      "bit masks in Label Studio's JSON-MIN",
      { 'a.json': [{ image: '/a.jpg', tag: [{ imageDataURL: 'data:image/png;base64,' }] }] },
      /^a.json is Label Studio's JSON-MIN, CSV or TSV.* Export JSON of Label Studio instead\.$/,
      'folders',
    ],
    [
      'YOLO without names',
      { 'labels/a.txt': '0 .5 .5 .1 .1\n' },
      /names of their classes.*data\.yaml/,
      'folders',
    ],
    [
      'TFRecord',
      { 'train/parts.tfrecord': 'x', 'train/parts.pbtxt': 'x' },
      /parts.tfrecord and 1 more file are TFRecord/,
      'folders',
    ],
    ['masks by color', { 'masks/a.png': '' }, /^masks\/a.png is a picture in which a color/, 'folders'],
    ['two of them', { 'masks/a.png': '', 'masks/a_2.png': 'x' }, /^masks\/a.png is a/, 'folders'],
    ['unknown labels', { 'annotations/all.json': '{}' }, /^annotations\/all.json looks like/, 'folders'],
    ['a table that cannot be read', { '_classes.csv': 'filename,"a' }, /^_classes.csv looks like/, 'folders'],
    ['a file beside the picture', { 'images/a.json': '{}' }, /^images\/a.json looks like/, 'folders'],
    ['COCO panoptic', { 'a.json': panoptic }, /^COCO panoptic has its segments/, 'coco'],
    [
      'masks by color beside YOLO',
      { 'data.yaml': 'names: [x]', 'SegmentationClass/a.png': '' },
      /^SegmentationClass\/a.png is a picture in which/,
      'yolo',
    ],
  ])('%s', async (_, files, note, format) => {
    const coming = importOf({ 'images/a.jpg': '', ...files });
    const checked = await coming.check();
    expect(checked).toMatchObject({ format, images: format === 'folders' && files['masks/a_2.png'] ? 2 : 1 });
    expect(checked.understood).toBe(false);
    const [first, second] = checked.notes;
    expect([first, second]).toEqual([
      expect.stringMatching(note),
      `To import the images without these labels, choose the format ${format}.`,
    ]);
    await expect(coming.run()).rejects.toMatchObject({
      code: 'import failed',
      particulars: { reason: expect.stringContaining(`choose the format ${format}`) },
    });
    expect(coming.memory.records.size).toBe(0);
    expect(coming.memory.dataset.tags).toEqual([]);
    expect(await coming.run({ format, tagmap: undefined })).toMatchObject({ format });
  });

  test('classes of folders of masks are classes, and files for people are no labels', async () => {
    const coming = importOf({ 'mask/1.png': '', 'no_mask/1.png': '', 'README.md': 'x', LICENSE: 'x' });
    expect(await coming.check()).toMatchObject({
      labels: [{ label: 'mask' }, { label: 'no_mask' }],
      notes: [],
    });
  });
});

describe('dates', () => {
  const exif = async (fields: Record<string, string>) =>
    sharp(jpeg).withExif({ IFD2: fields }).jpeg().toBuffer();
  const taken = { DateTimeOriginal: '2024:05:06 07:08:09' };

  test('come from the records of the archive, else from EXIF, else from the file', async () => {
    const said = { date_captured: '2023-01-02T03:04:05+02:00' };
    const pictured = await exif(taken);
    const of = async (files: Record<string, string | object | Buffer>) =>
      new Date((await imageOf(importOf(files))).date).toISOString();
    expect(await of({ 'a.json': coco([], said), 'a.jpg': pictured })).toBe('2023-01-02T01:04:05.000Z');
    expect(await of({ 'a.json': coco([]), 'a.jpg': pictured })).toBe('2024-05-06T07:08:09.000Z');
    expect(await of({ 'a.json': coco([], { date_captured: 'soon' }), 'a.jpg': pictured })).toMatch(/^2024/);
    const dated = importOf({ 'a.jpg': '' });
    expect((await imageOf(dated)).date).toBe(dated.record.createdAt);
  });

  test('a run that is repeated knows its own images by their import, whatever their date is', async () => {
    const coming = importOf({ 'x/a.jpg': await exif(taken), 'x/b.jpg': '' });
    await coming.run();
    coming.cursor = null;
    expect((await coming.run()).progress).toMatchObject({ added: 2, known: 0 });
  });

  test.each([
    [' ', undefined],
    ['2024:05:06 07:08:09', Date.UTC(2024, 4, 6, 7, 8, 9)],
    ['0000:00:00 00:00:00', undefined],
    ['2999:01:01 00:00:00', undefined],
    ['x'.repeat(19), undefined],
  ])('EXIF %j', async (text, date) => {
    expect(takenAt(await exif({ DateTimeOriginal: text }))).toBe(date);
  });

  test('EXIF that is damaged says nothing', async () => {
    const whole = await exif(taken);
    const from = whole.indexOf('Exif');
    for (let at = from; at < from + 120; at += 1)
      for (const byte of [0, 0xff]) {
        const damaged = Buffer.from(whole);
        damaged[at] = byte;
        expect(() => takenAt(damaged)).not.toThrow();
      }
  });
});

test.each([
  ['whole numbers alone count from 1', '1', [0, 0, 8 / 64, 8 / 48]],
  [
    'a box at the edge of one file says that those of all files count from 0',
    '0',
    [1 / 64, 1 / 48, 7 / 64, 7 / 48],
  ],
] as const)('VOC: %s', async (_, least, box) => {
  const file = (picture: string, from: string) =>
    `<annotation><filename>${picture}</filename><size><width>64</width><height>48</height></size><object><name>a</name><bndbox><xmin>${from}</xmin><ymin>1</ymin><xmax>8</xmax><ymax>8</ymax></bndbox></object></annotation>`;
  const coming = importOf({
    'a.jpg': '',
    'a.xml': file('a.jpg', '1'),
    'z.jpg': '',
    'z.xml': file('z.jpg', least),
  });
  await coming.run();
  const image = [...coming.memory.records.values()].find(({ name }) => name.startsWith('a'));
  const found = image!.tags.map(({ x, y, w, h }) => [x, y, w, h]);
  expect(found).toEqual([box.map((each) => expect.closeTo(each, 6))]);
});
