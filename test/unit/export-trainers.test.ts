/**
 * Contract 11, exports are what their readers read: what real trainers were found to read wrongly.
 * @covers Contract 11 exports are what their readers read: one object is one annotation, pictures turned upright, class numbers and types of each set, `index.csv`, notes
 */

import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import type { Annotation } from '../../packages/records/src/image.ts';
import type { DatasetType } from '../../packages/records/src/lists.ts';
import { readClassFolders } from '../readers/class-folders.ts';
import { readCoco } from '../readers/coco.ts';
import { readIndex } from '../readers/index-file.ts';
import { fillByMiddles, sharedPart } from '../readers/polygons.ts';
import { readYoloOutlines } from '../readers/yolo-outlines.ts';
import { furnish, HEIGHT, original, WIDTH } from '../support/export-corpus.ts';
import { MemoryVersions } from '../support/memory-versions.ts';
import { readZip } from '../support/read-zip.ts';

const TAGS = [
  { id: 'a', name: 'good' },
  { id: 'b', name: 'scratch' },
  { id: 'c', name: 'dent' },
];
const ARCHIVES = ['yolo', 'coco', 'voc', 'imagefolder', 'masks'];

const annotation = (fields: Partial<Annotation>): Annotation => ({
  ...{ type: 'rect', tag: 'b', x: 0.25, y: 0.25, w: 0.5, h: 0.5, labeled: 'manual' },
  ...fields,
});

const square = async (from: number, to: number): Promise<Buffer> => {
  const data = Buffer.alloc(WIDTH * HEIGHT);
  for (let y = from; y < to; y += 1) data.fill(255, y * WIDTH + from, y * WIDTH + to);
  const raw = { width: WIDTH, height: HEIGHT, channels: 1 as const };
  return sharp(data, { raw }).toColourspace('b-w').png().toBuffer();
};

const unpack = async (memory: MemoryVersions, format: string, options = {}) => {
  const { bytes, notes } = await memory.export(format, options);
  return { files: await readZip(bytes), notes };
};

const linesOf = (files: ReadonlyMap<string, Buffer>, path: string): string[] =>
  files.get(path)?.toString().trimEnd().split('\n') ?? [];

/** One image of a set each, in the order of SETS. */
async function inSets(memory: MemoryVersions): Promise<void> {
  await memory.make({ group: 'image', test: 0, validation: 0 });
}

describe('one object is one annotation', () => {
  const furnished = async (mask: Buffer) => {
    const memory = new MemoryVersions('MULTILABEL', TAGS);
    const tags = [
      annotation({ type: 'mask', tag: 'b' }),
      annotation({ type: 'rect', tag: 'b' }),
      annotation({ type: 'mask', tag: 'c' }),
    ];
    memory.add('one', { tags }, original(1), { b: mask });
    await inSets(memory);
    return memory;
  };
  const annotationsOf = (files: ReadonlyMap<string, Buffer>) =>
    JSON.parse(String(files.get('annotations/instances_train.json'))).annotations as {
      category_id: number;
      bbox: number[];
      segmentation: unknown;
    }[];

  test('COCO: a box around a mask is not another object; a box without a mask is', async () => {
    const { files } = await unpack(await furnished(await square(10, 20)), 'coco');
    const found = annotationsOf(files);
    expect(found.map(({ category_id }) => category_id)).toEqual([2, 2, 3]);
    // pycocotools makes a mask of each: a box is its rectangle.
    expect(found[1]?.segmentation).toEqual([[16, 12, 48, 12, 48, 36, 16, 36]]);
    expect(readCoco(files)[0]?.masks).toHaveLength(1);
  });

  test('COCO of boxes alone has no outline, of which readers would make polygons', async () => {
    const memory = new MemoryVersions('imageObjectDetection', TAGS);
    memory.add('one', { tags: [annotation({ tag: 'b' })] }, original(1), {});
    await inSets(memory);
    const [found] = annotationsOf((await unpack(memory, 'coco')).files);
    expect(found).toMatchObject({ bbox: [16, 12, 32, 24], segmentation: [] });
    expect(found).not.toHaveProperty('rectangle');
  });

  test('a mask without a pixel leaves its box, and is counted', async () => {
    const { files } = await unpack(await furnished(await square(0, 0)), 'coco');
    expect(annotationsOf(files).map(({ category_id }) => category_id)).toEqual([2, 2, 3]);
    expect(linesOf(files, 'notes.txt')).toContain('1 mask without a pixel is not in it.');
  });

  test('YOLO: an outline for each mask, a rectangle for each other box', async () => {
    const { files, notes } = await unpack(await furnished(await square(10, 20)), 'yolo');
    const [image] = readYoloOutlines(files);
    expect(image?.objects.map(({ name }) => name)).toEqual(['scratch', 'scratch', 'dent']);
    const points = image?.objects.map(({ outline }) => outline.length / 2);
    expect(points).toEqual([8, 4, 4]);
    expect(notes).toContain('1 box has the outline of a rectangle.');
  });
});

test('an outline of very many pixels is left out, and said; the box stays', async () => {
  const side = 400;
  const data = Buffer.from(Array.from({ length: side * side }, (_, at) => (at + Math.floor(at / side)) % 2));
  const raw = { width: side, height: side, channels: 1 as const };
  const memory = new MemoryVersions('MULTILABEL', TAGS);
  const mask = await sharp(data, { raw }).toColourspace('b-w').png().toBuffer();
  const tags = [annotation({ type: 'mask' })];
  memory.add('one', { tags, width: side, height: side }, original(1), { b: mask });
  await inSets(memory);
  const { files } = await unpack(memory, 'yolo');
  expect(readYoloOutlines(files)[0]?.objects).toEqual([
    { name: 'scratch', outline: [0.25, 0.25, 0.75, 0.25, 0.75, 0.75, 0.25, 0.75] },
  ]);
  expect(linesOf(files, 'errors.txt')).toEqual([
    'gs://bucket/dataset/d/one_mask_0.png: mask of image one is left out: its outline is over 100000 pixels long',
  ]);
});

test('YOLO of MULTILABEL: each mask comes back, to the pixel', async () => {
  const { memory, truth } = await furnish('MULTILABEL');
  const { files, notes } = await unpack(memory, 'yolo');
  expect(notes.filter((note) => /mask/.test(note))).toEqual([]);
  let masks = 0;
  for (const { bytes, objects } of readYoloOutlines(files)) {
    const wanted = truth.get(bytes.toString('hex'))?.masks ?? [];
    for (const [at, { name, pixels }] of wanted.entries()) {
      const found = objects[at];
      const mask = { width: WIDTH, height: HEIGHT, data: pixels };
      const outline = found?.outline.map((value, axis) => value * (axis % 2 === 0 ? WIDTH : HEIGHT)) ?? [];
      expect(found?.name).toBe(name);
      expect(sharedPart(mask, fillByMiddles(outline, mask))).toBe(1);
      masks += 1;
    }
  }
  expect(masks).toBeGreaterThan(10);
});

describe('pictures that their EXIF data turns', () => {
  /** Left half red, right half blue, as stored. */
  const stored = async (format: 'jpeg' | 'png' | 'webp', orientation: number): Promise<Buffer> => {
    const red = { create: { width: 32, height: 32, channels: 3 as const, background: '#d00' } };
    const right = await sharp({ ...red, create: { ...red.create, width: 16, background: '#00d' } })
      .png()
      .toBuffer();
    return sharp(red)
      .extend({ bottom: 16, background: '#0d0' })
      .composite([{ input: right, left: 16, top: 0 }])
      .toFormat(format, { lossless: true, quality: 90 })
      .withMetadata({ orientation })
      .toBuffer();
  };
  const pixelsOf = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });

  test.each(
    (['jpeg', 'png', 'webp'] as const).flatMap((format) =>
      [1, 2, 3, 4, 5, 6, 7, 8].map((turn) => [format, turn] as const),
    ),
  )('%s, orientation %i: upright for readers that ignore it', async (format, turn) => {
    const bytes = await stored(format, turn);
    const upright = await pixelsOf(await sharp(bytes, { autoOrient: true }).png().toBuffer());
    const memory = new MemoryVersions('imageObjectDetection', TAGS);
    const { width, height } = upright.info;
    memory.add('one', { tags: [annotation({})], width, height, originalFormat: format }, bytes);
    await inSets(memory);
    const { files } = await unpack(memory, 'coco');
    const [entry] = readIndex(files);
    const written = files.get(entry?.file as string) as Buffer;
    expect(written.equals(bytes)).toBe(turn === 1);
    const { orientation = 1, format: same } = await sharp(written).metadata();
    expect([orientation, same]).toEqual([1, format]);
    const { data, info } = await pixelsOf(written);
    expect([info.width, info.height]).toEqual([width, height]);
    const differs = data.reduce((sum, value, at) => sum + Math.abs(value - (upright.data[at] as number)), 0);
    expect(differs / data.length).toBeLessThanOrEqual(format === 'jpeg' ? 4 : 0);
    expect(entry?.sha256).toBe(createHash('sha256').update(written).digest('hex'));
    const turned = turn === 1 ? [] : ['1 image is turned upright and compressed again.'];
    expect(linesOf(files, 'notes.txt').filter((line) => /turned/.test(line))).toEqual(turned);
    const plain = await unpack(memory, 'coco', { upright: false });
    expect(plain.files.get(entry?.file as string)?.equals(bytes)).toBe(true);
  });

  test('in every archive with bytes; others stay byte for byte', async () => {
    const memory = new MemoryVersions('MULTILABEL', TAGS);
    const bytes = await stored('jpeg', 6);
    memory.add('one', { tag: 'b', width: 48, height: 32 }, bytes);
    memory.add('two', { tag: 'b' }, original(2));
    await inSets(memory);
    for (const format of ARCHIVES) {
      const { files } = await unpack(memory, format);
      const [one, two] = readIndex(files).map(({ file }) => files.get(file) as Buffer);
      expect((await sharp(one as Buffer).metadata()).width).toBe(48);
      expect(two?.equals(original(2))).toBe(true);
    }
  });

  test('an archive that may grow over the limit of a streamed answer is not streamed', async () => {
    const memory = new MemoryVersions('imageObjectDetection', TAGS);
    memory.add('one', { tags: [] }, Buffer.concat([original(1), Buffer.alloc(100_000)]));
    await inSets(memory);
    const before = process.env.ZIP_STREAM_LIMIT;
    process.env.ZIP_STREAM_LIMIT = '200000';
    try {
      expect('stream' in (await memory.export('yolo'))).toBe(false);
      expect('stream' in (await memory.export('yolo', { upright: false }))).toBe(true);
    } finally {
      if (before === undefined) delete process.env.ZIP_STREAM_LIMIT;
      else process.env.ZIP_STREAM_LIMIT = before;
    }
  });
});

describe('class numbers are the same in every set', () => {
  /** A set has no image of dent, and one without class. */
  const furnished = async (type: DatasetType) => {
    const memory = new MemoryVersions(type, TAGS);
    const sets = ['TRAIN', 'VALIDATION', 'TEST'] as const;
    for (const [at, set] of sets.entries())
      for (const tag of ['a', 'b', 'c', null])
        if (!(set === 'TEST' && tag === 'c') && !(set === 'TRAIN' && tag === null))
          memory.add(`${set}-${tag}`, { tag, set }, original(at * 4 + (tag?.charCodeAt(0) ?? 0)));
    await memory.make({ group: 'image' });
    return memory;
  };

  test.each(['MULTICLASS', 'MULTILABEL', 'ANOMALY'] as const)('masks of %s', async (type) => {
    const { files } = await unpack(await furnished(type), 'masks');
    const names = linesOf(files, 'classes.txt');
    expect(names).toEqual(['dent', 'good', 'scratch']);
    for (const set of ['train', 'validation', 'test'])
      expect(readClassFolders(files, set).classes).toEqual(names);
    const test = readClassFolders(files, 'test').samples;
    expect(test.map(([, number]) => number)).toEqual([1, 2]);
    expect([...files.keys()].filter((path) => path.startsWith('unlabelled/'))).toEqual([
      'unlabelled/test/TEST-null.jpg',
      'unlabelled/validation/VALIDATION-null.jpg',
    ]);
  });
});

describe('imagefolder', () => {
  test('boxes have decimals even where all are whole; a set without any is said', async () => {
    const memory = new MemoryVersions('imageObjectDetection', TAGS);
    memory.add('one', { set: 'TRAIN', tags: [annotation({})] }, original(1));
    memory.add('two', { set: 'TRAIN', tags: [annotation({ tag: 'c', x: 0.1 })] }, original(2));
    memory.add('three', { set: 'TEST', tags: [] }, original(3));
    await memory.make({ group: 'image' });
    const { files, notes } = await unpack(memory, 'imagefolder');
    expect(String(files.get('train/metadata.jsonl'))).toContain('"bbox":[[16.0,12.0,32.0,24.0]]');
    for (const line of linesOf(files, 'train/metadata.jsonl'))
      for (const number of /"bbox":(.*?\])\]/.exec(line)?.[1]?.match(/[\d.]+/g) ?? [])
        expect(number).toContain('.');
    expect(notes).toEqual([
      'No image of TEST has objects: Hugging Face Datasets loads this set by itself only (data_dir of its folder).',
    ]);
  });
});

describe('index.csv', () => {
  test.each(ARCHIVES)('of %s finds the image of each file', async (format) => {
    const { memory, truth } = await furnish('MULTILABEL');
    const { files } = await unpack(memory, format);
    const rows = readIndex(files);
    const pictures = [...files.keys()].filter((path) =>
      /^(images|JPEGImages|train|val|validation|test|unlabelled)\/.*\.(jpg|png)$/.test(path),
    );
    expect(rows.map(({ file }) => file).sort()).toEqual(pictures.sort());
    for (const { file, image, set, sha256 } of rows) {
      const bytes = files.get(file) as Buffer;
      expect(bytes.equals(original(Number(image.slice(6))))).toBe(true);
      expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect({ TRAIN: 'train', VALIDATION: 'val', TEST: 'test' }[set]).toBe(
        truth.get(bytes.toString('hex'))?.set,
      );
    }
  });

  test('has the classes, quoted; an image that is gone is not in it', async () => {
    const { memory } = await furnish('MULTICLASS');
    memory.remove('image-004');
    const rows = readIndex((await unpack(memory, 'coco')).files);
    expect(rows.map(({ image }) => image)).not.toContain('image-004');
    expect(new Set(rows.map((row) => row.class))).toEqual(
      new Set(['good', 'bad "part": 3 %', 'rostig & größer', '']),
    );
  });

  test('has a SHA-256 where the record has none', async () => {
    const memory = new MemoryVersions('MULTICLASS', TAGS);
    memory.add('one', { content: '', tag: 'a' }, original(1));
    await inSets(memory);
    const [row] = readIndex((await unpack(memory, 'coco')).files);
    expect(row?.sha256).toBe(createHash('sha256').update(original(1)).digest('hex'));
  });
});

describe('notes', () => {
  test('images without class are counted by the classes of the version', async () => {
    const memory = new MemoryVersions('MULTICLASS', [
      ...TAGS,
      { id: 'u', name: 'later', unclassified: true },
    ]);
    for (const [at, tag] of ['a', 'a', 'b', 'b', 'b', 'u', null].entries())
      memory.add(`image-${at}`, { tag }, original(at));
    await memory.make({ group: 'image', tagmap: { b: null } });
    const { files, notes } = await unpack(memory, 'yolo');
    expect(notes.join()).toContain('5 images without a class left out.');
    expect(readIndex(files)).toHaveLength(2);
  });

  test('boxes without area are counted, and not those of a class that the version leaves out', async () => {
    const memory = new MemoryVersions('imageObjectDetection', TAGS);
    const tags = [
      annotation({ w: 0 }),
      annotation({ tag: 'c', w: 0 }),
      annotation({ x: 1.2 }),
      annotation({}),
    ];
    memory.add('one', { tags, tag: 'c' }, original(1));
    await memory.make({ group: 'image', tagmap: { c: null }, test: 0, validation: 0 });
    for (const format of ['yolo', 'coco', 'voc', 'imagefolder', 'ndjson'])
      expect([format, (await memory.export(format)).notes]).toEqual([
        format,
        expect.arrayContaining(['2 boxes without area in the image are not in it.']),
      ]);
    expect((await memory.export('coco')).notes.join()).not.toContain('classes of whole images');
  });

  test('names that are changed are counted', async () => {
    const memory = new MemoryVersions('MULTICLASS', [
      { id: 'a', name: 'a:b' },
      { id: 'b', name: 'fine' },
    ]);
    for (const [at, name] of [
      'CON.jpg',
      'fine.jpg',
      'a..b.jpg',
      'straße.png',
      'strasse.png',
      'dots.v1.jpg',
    ].entries())
      memory.add(`image-${at}`, { name, tag: 'a' }, original(at));
    await inSets(memory);
    const { files, notes } = await unpack(memory, 'yolo');
    const [, ...rows] = linesOf(files, 'index.csv').map((line) => line.split(',')[0]);
    expect(rows.map((file) => file?.split('/').at(-1))).toEqual([
      ...['CON_.jpg', 'fine.jpg', 'a.b.jpg', 'straße.jpg', 'strasse_2.jpg', 'dots.v1.jpg'],
    ]);
    expect(notes).toEqual(
      expect.arrayContaining(['3 images have other file names here: index.csv says which.']),
    );
    expect(notes).toContain('1 class has another name in paths here: index.csv says which.');
  });

  test('an image in the folders of several defects; good is not one', async () => {
    const memory = new MemoryVersions('MULTILABEL', TAGS);
    memory.add('one', { tag: 'a', tags: [annotation({ tag: 'b' })] }, original(1));
    memory.add('two', { tag: 'c', tags: [annotation({ tag: 'b' })] }, original(2));
    await inSets(memory);
    const { files, notes } = await unpack(memory, 'masks');
    expect(notes).toContain('1 image with several classes: in the folder of each.');
    expect(readIndex(files).filter(({ image }) => image === 'two')).toHaveLength(2);
  });

  test('what Ultralytics does without VALIDATION, and with classes in NDJSON', async () => {
    const memory = new MemoryVersions('imageObjectDetection', TAGS);
    memory.add('one', { set: 'TEST' }, original(1));
    await memory.make({ group: 'image', test: 100, validation: 0 });
    expect((await memory.export('ndjson')).notes).toContain(
      'No image is in TRAIN: Ultralytics does not train with it.',
    );
    const classes = new MemoryVersions('MULTICLASS', TAGS);
    classes.add('one', { tag: 'a' }, original(1));
    await inSets(classes);
    expect((await classes.export('ndjson')).notes.join()).toContain('use YOLO folders to train');
  });
});

test('VOC has the lists and the label map of Datumaro', async () => {
  const { memory } = await furnish('imageObjectDetection');
  const { files } = await unpack(memory, 'voc');
  expect(linesOf(files, 'labelmap.txt')).toEqual([
    ...['# label:color_rgb:parts:actions', 'background:0,0,0::'],
    ...['good:::', 'rostig & größer:::'],
  ]);
  const listed = (list: string) => linesOf(files, `ImageSets/Main/${list}.txt`);
  expect(listed('trainval')).toEqual([...listed('train'), ...listed('val')]);
});

test('NDJSON names its images', async () => {
  const { memory } = await furnish('imageObjectDetection', 20);
  const [, ...lines] = (await memory.export('ndjson')).bytes.toString().trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).image)).toEqual([...memory.records.keys()]);
});
