/**
 * Contract 11: every format is read by a reader of its own rules (test/readers), and nothing of the images, classes, boxes
 * and pixels is different.
 * @covers Contract 11 every format read by a reader of its rules (`readers/`); old versions export the same bytes; names; what is gone
 */
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { readCoco } from '../readers/coco.ts';
import { readImageFolder } from '../readers/imagefolder.ts';
import { readMvtec } from '../readers/mvtec.ts';
import { readNdjson } from '../readers/ndjson.ts';
import type { ReadImage, ReadMask } from '../readers/read.ts';
import { readVertexLines } from '../readers/vertex-jsonl.ts';
import { readVoc } from '../readers/voc.ts';
import { complaintsOfWindows } from '../readers/windows-names.ts';
import { readYolo, readYoloTree } from '../readers/yolo.ts';
import { checkImport } from '../support/automl-checker.ts';
import { furnish, HEIGHT, numbers, original, TAGS, type Truth, WIDTH } from '../support/export-corpus.ts';
import { MemoryVersions } from '../support/memory-versions.ts';
import { readZip } from '../support/read-zip.ts';
import { checkVertexImport } from '../support/vertex-checker.ts';

const byBytes = (images: readonly ReadImage[]): Map<string, ReadImage> => {
  const found = new Map(images.map((image) => [(image.bytes as Buffer).toString('hex'), image]));
  expect(found.size).toBe(images.length);
  return found;
};

function expectBoxes(found: ReadImage, wanted: Truth, within: readonly number[]): void {
  expect(found.boxes.map(({ name }) => name)).toEqual(wanted.boxes.map(({ name }) => name));
  for (const [index, { box }] of found.boxes.entries())
    for (const [at, value] of box.entries())
      expect(Math.abs(value - (wanted.boxes[index]?.box[at] as number))).toBeLessThanOrEqual(
        within[at % 2] as number,
      );
}

const EXACT = [1e-6, 1e-6];

/** Each image, in its set, with its boxes. */
function expectAll(found: Map<string, ReadImage>, truth: Map<string, Truth>, within = EXACT): void {
  expect([...found.keys()].sort()).toEqual([...truth.keys()].sort());
  for (const [bytes, image] of found) {
    expect(image.set).toBe(truth.get(bytes)?.set);
    expectBoxes(image, truth.get(bytes) as Truth, within);
  }
}

/** Which pixels are the tag. */
const inked = (pixels: Buffer): string =>
  Buffer.from(pixels.map((each) => Math.min(1, each))).toString('hex');

const expectMasks = (found: readonly ReadMask[], wanted: Truth): void => {
  expect(found.map(({ name, pixels }) => [name, inked(pixels)])).toEqual(
    wanted.masks.map(({ name, pixels }) => [name, inked(pixels)]),
  );
};

async function unpack(memory: MemoryVersions, format: string, options?: { images?: string }) {
  const exported = await memory.export(format, options);
  const files = await readZip(exported.bytes);
  expect(complaintsOfWindows(files.keys())).toEqual([]);
  return { files, notes: exported.notes };
}

describe('detection', () => {
  test('YOLO: each image in its set, each box within 1e-6', async () => {
    const { memory, truth } = await furnish('imageObjectDetection');
    const { files, notes } = await unpack(memory, 'yolo');
    const found = byBytes(readYolo(files));
    expectAll(found, truth);
    expect(notes).toEqual([
      '2 boxes without area in the image are not in it.',
      expect.stringMatching(/^\d+ points? (is|are) not in it\.$/),
      expect.stringMatching(/^\d+ classes of whole images are not in it\.$/),
      expect.stringMatching(/^\d+ images have other file names here: index\.csv says which\.$/),
    ]);
    expect(files.get('notes.txt')?.toString().trimEnd().split('\n')).toEqual(notes);
  });

  test('COCO', async () => {
    const { memory, truth } = await furnish('imageObjectDetection');
    const found = byBytes(readCoco((await unpack(memory, 'coco')).files));
    expectAll(found, truth);
  });

  test('Pascal VOC: boxes within half a pixel at each edge, as whole pixels allow', async () => {
    const { memory, truth } = await furnish('imageObjectDetection');
    const { files, notes } = await unpack(memory, 'voc');
    const found = byBytes(readVoc(files));
    expectAll(found, truth, [1.001 / WIDTH, 1.001 / HEIGHT]);
    expect(notes).toContain('Edges of boxes are whole pixels.');
  });

  test('imagefolder', async () => {
    const { memory, truth } = await furnish('imageObjectDetection');
    const found = byBytes(
      readImageFolder((await unpack(memory, 'imagefolder')).files, () => [WIDTH, HEIGHT]),
    );
    expectAll(found, truth);
  });

  test('NDJSON, its links and its unique stems; Vertex JSON Lines; both CSVs', async () => {
    const { memory, truth } = await furnish('imageObjectDetection');
    const ndjson = await memory.export('ndjson');
    const images = readNdjson(ndjson.bytes.toString());
    const known = [...memory.records.values()];
    expect(images).toHaveLength(known.length);
    for (const [at, image] of images.entries()) {
      const wanted = truth.get(original(at).toString('hex')) as Truth;
      expect(new URL(image.uri as string).pathname).toBe(
        `/dataset/d/file/${known[at]?.uri.split('/').at(-1)}`,
      );
      expect(image.set).toBe(wanted.set);
      expectBoxes(image, wanted, EXACT);
    }
    expect((await memory.export('ndjson', { images: 'none' })).bytes.toString()).not.toContain('"url"');

    memory.versions[0]!.parameters.tagmap = { b: 'bad', c: 'rusty' };
    const vertex = readVertexLines((await memory.export('vertex-jsonl')).bytes.toString());
    expect(vertex.map(({ uri }) => uri)).toEqual(known.map(({ uri }) => uri));
    const labels = new Map([
      ['good', 'good'],
      [TAGS[1]!.name, 'bad'],
      [TAGS[2]!.name, 'rusty'],
    ]);
    for (const [at, image] of vertex.entries()) {
      const wanted = truth.get(original(at).toString('hex')) as Truth;
      expect(image.set).toBe(wanted.set);
      // The importer takes no box with an edge under 0.01.
      const large = wanted.boxes.filter(
        ({ box }) => (box[2] as number) >= 0.01 && (box[3] as number) >= 0.01,
      );
      expectBoxes(
        image,
        { ...wanted, boxes: large.map(({ name, box }) => ({ name: labels.get(name) as string, box })) },
        [2e-6, 2e-6],
      );
    }
    expect(checkImport('imageObjectDetection', (await memory.export('csv')).bytes.toString())).toEqual([]);
    expect(
      checkVertexImport('imageObjectDetection', (await memory.export('vertex-csv')).bytes).complaints,
    ).toEqual([]);
  });
});

describe('classification', () => {
  test('YOLO folders: the same classes in each set; what has none is left out, and said', async () => {
    const { memory, truth } = await furnish('MULTICLASS');
    const { files, notes } = await unpack(memory, 'yolo');
    const found = byBytes(readYoloTree(files));
    const labelled = [...truth].filter(([, { tag }]) => tag !== null);
    expect([...found.keys()].sort()).toEqual(labelled.map(([bytes]) => bytes).sort());
    const folders = new Map([
      ['good', 'good'],
      [TAGS[1]!.name, 'bad _part__ 3 %'],
      [TAGS[2]!.name, 'rostig & größer'],
    ]);
    for (const [bytes, { set, tag }] of labelled)
      expect(found.get(bytes)).toMatchObject({ set, classes: [folders.get(tag as string)] });
    expect(notes).toEqual([
      `${truth.size - labelled.length} images without a class left out.`,
      expect.stringMatching(/^\d+ images have other file names/),
      '1 class has another name in paths here: index.csv says which.',
    ]);
  });

  test('imagefolder, VOC, NDJSON, Vertex and CSV', async () => {
    const { memory, truth } = await furnish('MULTICLASS');
    const classes = (tag: string | null) => (tag === null ? [] : [tag]);
    for (const [bytes, image] of byBytes(
      readImageFolder((await unpack(memory, 'imagefolder')).files, () => [WIDTH, HEIGHT]),
    ))
      expect(image).toMatchObject({
        set: truth.get(bytes)?.set,
        classes: classes(truth.get(bytes)?.tag as string),
      });
    const voc = byBytes(readVoc((await unpack(memory, 'voc')).files));
    expect(voc.size).toBe(truth.size);
    for (const [bytes, image] of voc)
      expect(image.classes.map((name) => name.slice(0, 3))).toEqual(
        classes(truth.get(bytes)?.tag as string).map((name) => name.slice(0, 3)),
      );
    const ndjson = readNdjson((await memory.export('ndjson')).bytes.toString());
    expect(ndjson).toHaveLength([...truth.values()].filter(({ tag }) => tag !== null).length);
    memory.versions[0]!.parameters.tagmap = { b: 'bad', c: 'rusty' };
    const vertex = readVertexLines((await memory.export('vertex-jsonl')).bytes.toString());
    expect(vertex.map((image) => image.classes.length)).toEqual(
      [...truth.values()].map(({ tag }) => (tag === null ? 0 : 1)),
    );
    expect(checkImport('MULTICLASS', (await memory.export('csv')).bytes.toString())).toEqual([]);
  });
});

describe('masks', () => {
  const decode = async (png: Buffer) => ({
    width: WIDTH,
    height: HEIGHT,
    pixels: await sharp(png).toColourspace('b-w').raw().toBuffer(),
  });

  test('COCO: boxes and each pixel', async () => {
    const { memory, truth } = await furnish('MULTILABEL');
    const found = byBytes(readCoco((await unpack(memory, 'coco')).files));
    expect([...found.keys()].sort()).toEqual([...truth.keys()].sort());
    let masks = 0;
    for (const [bytes, image] of found) {
      const wanted = truth.get(bytes) as Truth;
      expectBoxes(image, { ...wanted, boxes: wanted.boxes.filter(({ isAround }) => !isAround) }, EXACT);
      expectMasks(image.masks, truth.get(bytes) as Truth);
      masks += image.masks.length;
    }
    expect(masks).toBeGreaterThan(10);
  });

  test('folders as of MVTec AD', async () => {
    const { memory, truth } = await furnish('ANOMALY');
    const found = await readMvtec((await unpack(memory, 'masks')).files, decode);
    const images = byBytes(found);
    expect([...images.keys()].sort()).toEqual([...truth.keys()].sort());
    const folders = new Map([
      ['good', 'good'],
      [TAGS[1]!.name, 'bad _part__ 3 %'],
      [TAGS[2]!.name, 'rostig & größer'],
    ]);
    for (const [bytes, image] of images) {
      const { set, tag, masks } = truth.get(bytes) as Truth;
      expect(image).toMatchObject({ set, classes: tag === null ? [] : [folders.get(tag)] });
      expect(image.masks.map(({ pixels }) => pixels.toString('hex'))).toEqual(
        masks.map(({ pixels }) => pixels.toString('hex')),
      );
    }
  });

  test('imagefolder has all classes of an image', async () => {
    const { memory, truth } = await furnish('MULTILABEL');
    const { files, notes } = await unpack(memory, 'imagefolder');
    for (const [bytes, image] of byBytes(readImageFolder(files, () => [WIDTH, HEIGHT])))
      expect([...image.classes].sort()).toEqual([...(truth.get(bytes)?.contained ?? [])].sort());
    expect(notes).toContainEqual(expect.stringMatching(/^\d+ masks are not in it\.$/));
  });
});

describe('an old version', () => {
  const FORMATS = [
    'csv',
    'vertex-csv',
    'vertex-jsonl',
    'yolo',
    'coco',
    'voc',
    'imagefolder',
    'masks',
    'sightline',
  ];

  test.each(['imageObjectDetection', 'MULTILABEL'] as const)(
    'of %s exports the same bytes after 1,000 random edits',
    async (type) => {
      const { memory } = await furnish(type, 30);
      memory.versions[0]!.parameters.tagmap = { b: 'bad', c: 'rusty' };
      const all = async () => {
        const files = new Map<string, Buffer>();
        for (const format of FORMATS) files.set(format, (await memory.export(format, { number: '1' })).bytes);
        files.set('ndjson', (await memory.export('ndjson', { number: '1', images: 'none' })).bytes);
        return files;
      };
      const before = await all();
      const next = numbers(3);
      const ids = [...memory.records.keys()];
      for (let edit = 0; edit < 1000; edit += 1) {
        const id = ids[Math.floor(next() * ids.length)] as string;
        const record = memory.records.get(id)!;
        const kind = Math.floor(next() * 5);
        if (kind === 0)
          memory.records.set(id, {
            ...record,
            tag: ['a', 'b', null][Math.floor(next() * 3)] as string | null,
          });
        else if (kind === 1)
          memory.records.set(id, {
            ...record,
            set: ['TRAIN', 'TEST', 'REVIEW'][Math.floor(next() * 3)] as 'TEST',
          });
        else if (kind === 2) memory.records.set(id, { ...record, tags: [], name: `renamed-${edit}` });
        // A replaced mask is another object; the one of before stays for the version.
        else if (kind === 3)
          memory.records.set(id, {
            ...record,
            masks: [
              { id: 'm', tag: 'c', uri: memory.put(`${id}_mask_${1000 + edit}.png`, Buffer.from('x')) },
            ],
          });
        else memory.add(`new-${edit}`, { tag: 'a' }, original(500 + edit));
      }
      Object.assign(memory.dataset.tags[0] as object, { name: 'renamed' });
      await memory.make();
      expect(await all()).toEqual(before);
    },
  );

  test('lists an image that was deleted for good, and has the others', async () => {
    const { memory, truth } = await furnish('imageObjectDetection', 20);
    memory.remove('image-004');
    const { files } = await unpack(memory, 'coco');
    const gone = original(4).toString('hex');
    expect([...byBytes(readCoco(files)).keys()].sort()).toEqual(
      [...truth.keys()].filter((bytes) => bytes !== gone).sort(),
    );
    expect(files.get('errors.txt')?.toString()).toMatch(
      /^images\/\w+\/Part_?\d?\.jpg: image image-004 cannot be read|^images\/\w+\/part.*image image-004/m,
    );
    const yolo = (await unpack(memory, 'yolo')).files;
    expect(readYolo(yolo)).toHaveLength(19);
    expect([...yolo.keys()].filter((path) => path.startsWith('labels/'))).toHaveLength(19);
  });
});

describe('what is asked for', () => {
  test('an archive without images has the labels alone; COCO takes links', async () => {
    const { memory } = await furnish('imageObjectDetection', 20);
    const { files } = await unpack(memory, 'yolo', { images: 'none' });
    expect([...files.keys()].filter((path) => path.startsWith('images/'))).toEqual([]);
    expect([...files.keys()].filter((path) => path.startsWith('labels/'))).toHaveLength(20);
    const linked = readCoco((await unpack(memory, 'coco', { images: 'links' })).files);
    expect(linked.map(({ uri }) => uri?.startsWith('https://host/dataset/d/file/image-'))).toEqual(
      Array(20).fill(true),
    );
  });

  test.each([
    ['csv', 'bytes', 'images of csv must be one of links'],
    ['yolo', 'links', 'images of yolo must be one of bytes, none'],
    ['ndjson', 'bytes', 'images of ndjson must be one of links, none'],
  ])('%s with images=%s is refused', async (format, images, reason) => {
    const { memory } = await furnish('MULTICLASS', 12);
    await expect(memory.export(format, { images })).rejects.toMatchObject({
      code: 'bad parameter',
      particulars: { reason },
    });
  });

  test('labels that would collide are an error that names both', async () => {
    const memory = new MemoryVersions('MULTICLASS', [
      { id: 'a', name: 'x y' },
      { id: 'b', name: 'x-y' },
    ]);
    memory.add('one', { tag: 'a' }, original(1));
    await memory.make();
    await expect(memory.export('csv')).rejects.toMatchObject({
      code: 'export failed',
      particulars: { reason: 'tags "x y" (a) and "x-y" (b) have the same label "x_y"' },
    });
    expect((await memory.export('ndjson')).bytes.toString()).toContain('"x y"');
  });
});
