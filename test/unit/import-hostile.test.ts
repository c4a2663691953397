/**
 * Contract 11: hostile archives get a sentence; nothing is read that lies outside, and nothing grows without bound.
 * @covers Contract 11 imports: hostile archives, labels beyond a record, mutations
 */
import { deflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { Random } from '../../emulators/scenes/random.ts';
import { HttpError } from '../../functions/src/common/errors.ts';
import { MOST_ANNOTATIONS } from '../../functions/src/common/model.ts';
import { IMPORT_FORMATS, type ImportFormat } from '../../packages/formats/formats.ts';
import { ImportFault } from '../../packages/formats/src/read/import-fault.ts';
import { openArchive, plan } from '../support/import-plan.ts';
import { WRITERS } from '../support/import-writers.ts';
import { MemoryImport } from '../support/memory-import.ts';
import { MemoryVersions } from '../support/memory-versions.ts';
import { SEED } from '../support/seed.ts';
import { writeZip } from '../support/write-zip.ts';

const ML_USE = 'aiplatform.googleapis.com/ml_use';
/** Of each format. */
const MUTATIONS = process.env.LONG ? 500 : 8;

let jpeg: Buffer;
beforeAll(async () => {
  jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
});

/** Reasons by path, of an archive with one good picture besides. */
async function refused(...files: Parameters<typeof writeZip>[0][number][]): Promise<string[]> {
  const { unread, images } = await plan(writeZip([{ path: 'good/a.jpg', bytes: jpeg }, ...files]));
  expect(Object.keys(images)).toContain('good/a.jpg');
  return unread.map(({ reason }) => reason);
}

describe('paths', () => {
  test.each([
    ['../../etc/passwd.jpg', 'its path leads out of the archive'],
    ['a/../../b.jpg', 'its path leads out of the archive'],
    ['a\\..\\..\\b.jpg', 'its path leads out of the archive'],
    ['/etc/passwd.jpg', 'its path is absolute'],
    ['C:\\windows\\a.jpg', 'its path is absolute'],
    ['good/a.jpg', 'another file of the archive has this path'],
    ['line\nbreak.jpg', 'its path has control characters'],
    [`${'a/'.repeat(40)}b.jpg`, 'its path has 41 parts; at most 32 are read'],
    [`${'a'.repeat(2000)}.jpg`, 'its path has 2004 characters; at most 1024 are read'],
  ])('%j', async (path, reason) => {
    expect(await refused({ path, bytes: jpeg })).toEqual([reason]);
  });

  test('links, encrypted files, unknown compression and files behind the end are named', async () => {
    const files = [
      { path: 'link.jpg', bytes: '/etc/passwd', mode: 0o120777 },
      { path: 'secret.jpg', bytes: jpeg, stated: { flags: 1 } },
      { path: 'zstd.jpg', bytes: jpeg, stated: { method: 93 } },
      { path: 'behind.jpg', bytes: jpeg, stated: { offset: 4e9 } },
    ];
    expect(await refused(...files)).toEqual([
      'it is a link',
      'it is encrypted',
      'its compression (method 93) is not read',
      'it ends behind the archive',
    ]);
  });
});

describe('sizes', () => {
  test('an image that unpacks to more, or less, than its header says is refused before it fills the memory', async () => {
    const bomb = deflateRawSync(Buffer.alloc(300e6));
    const zip = (size: number) =>
      writeZip([{ path: 'good/a.jpg', bytes: bomb, stated: { method: 8, size, packed: bomb.length } }]);
    const reasonOf = async (size: number) => {
      const coming = new MemoryImport(new MemoryVersions('MULTICLASS', []), zip(size));
      return (await coming.run()).unread.items.map(({ reason }) => reason);
    };
    expect(await reasonOf(300_000)).toEqual(['it cannot be unpacked']);
    expect(await reasonOf(300e6)).toEqual(['it is larger than 20 MB']);
    const short = writeZip([
      { path: 'good/a.jpg', bytes: jpeg, packed: true, stated: { size: jpeg.length + 9 } },
    ]);
    expect((await new MemoryImport(new MemoryVersions('MULTICLASS', []), short).run()).unread.items).toEqual([
      { path: 'good/a.jpg', reason: 'its size is not the one that the archive states' },
    ]);
  });

  test('a packing that no deflate reaches is a lie; so is a sum of more than all disks', async () => {
    expect(await refused({ path: 'b.jpg', bytes: jpeg, packed: true, stated: { size: 4e9 } })).toEqual([
      'its sizes do not agree',
    ]);
    const huge = Array.from({ length: 60 }, (_, at) => ({ path: `${at}.jpg`, stated: { size: 0xfffffff0 } }));
    await expect(openArchive(writeZip(huge))).rejects.toThrow(
      /have \d+ bytes or more unpacked; at most \d+ are read/,
    );
  });

  test('a list of more files than are read, or of files that are not there', async () => {
    const zip = writeZip([{ path: 'a.jpg', bytes: jpeg }], { entries: 3 });
    const unread = 'the archive is not a ZIP that can be read: its list of files';
    await expect(openArchive(zip)).rejects.toThrow(`${unread} is damaged`);
    const whole = writeZip([{ path: 'a.jpg', bytes: jpeg }]);
    for (const text of [Buffer.from('a text of some length, no archive'), whole.subarray(0, -9)])
      await expect(openArchive(text)).rejects.toThrow(`${unread} is not at its end, where it belongs`);
    const end = Buffer.alloc(98);
    end.write('PK\x06\x06', 0, 'latin1');
    end.writeBigUInt64LE(1_000_000n, 32);
    end.write('PK\x06\x07', 56, 'latin1');
    end.write('PK\x05\x06', 76, 'latin1');
    await expect(openArchive(end)).rejects.toThrow('lists 1000000 files; at most 250000 are read');
    for (const bytes of [
      Buffer.alloc(22),
      Buffer.from('PK\x05\x06'),
      jpeg,
      Buffer.alloc(70_000, 'PK\x05\x06'),
    ])
      await expect(openArchive(bytes)).rejects.toThrow(ImportFault);
  });
});

describe('label files', () => {
  const labels = (path: string, text: string) =>
    plan(
      writeZip([
        { path: 'images/a.jpg', bytes: jpeg },
        { path, bytes: text, packed: true },
      ]),
    );

  test('YAML that refers to itself, or is nested without end', async () => {
    const laughs = 'a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nnames: *c\n';
    await expect(labels('data.yaml', laughs)).rejects.toThrow(/aliases/);
    const deep = await labels('data.yaml', `names: ${'['.repeat(100_000)}`).catch(({ message }) => ({
      message,
    }));
    expect('message' in deep ? deep.message : deep.format).toMatch(/not YAML|^folders$/);
  });

  test('XML with a document type, entities, or nested without end', async () => {
    const doctype =
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><annotation><object>&x;</object></annotation>';
    for (const text of [doctype, `<annotation>${'<a>'.repeat(1000)}`, '<annotation>&unknown;</annotation>'])
      await expect(labels('Annotations/a.xml', text)).rejects.toThrow(
        /it has a document type|nested|not XML/,
      );
  });

  test('JSON, lines and CSV that are cut off, nested or endless', async () => {
    const nested = `{"images":[${'['.repeat(10_000)}`;
    const cut = await labels('a.json', '{"images":[{"id":1,"file_name":"images/a.jpg"},');
    expect(cut).toMatchObject({ format: 'coco', unread: [{ path: 'a.json', reason: 'it is incomplete' }] });
    expect((await labels('a.json', nested)).format).toBe('folders');
    const twice = await labels('a.json', '{"images":[{"id":1,"file_name":"images/a.jpg"}]}'.repeat(2));
    const reason = 'it is not a JSON object';
    expect(twice).toMatchObject({ format: 'coco', images: {}, unread: [{ path: 'a.json', reason }] });
    expect((await labels('a.jsonl', 'x'.repeat(9_000_000))).format).toBe('folders');
    expect((await labels('a.csv', `TRAIN,"${'x'.repeat(9_000_000)}`)).format).toBe('folders');
  });

  test('an image in two lines with very many boxes each, and very many categories', async () => {
    const most = 60_000;
    const boxes = `[${'[0,0,0,0,0],'.repeat(most)}[0,0,0,0,0]]`;
    const line = `{"type":"image","file":"images/a.jpg","annotations":{"boxes":${boxes}}}`;
    const ndjson = ['{"type":"dataset","class_names":{"0":"x"}}', line, line].join('\n');
    const { images } = await labels('a.ndjson', ndjson);
    expect(images['images/a.jpg']?.boxes).toHaveLength(2 * (most + 1));
    const categories = Array.from({ length: most }, (_, id) => ({ id, name: `c${id}` }));
    const coco = JSON.stringify({ images: [{ id: 1, file_name: 'images/a.jpg' }], categories });
    expect((await labels('a.json', coco)).declared).toHaveLength(most);
  });

  test('COCO with ids that cannot be texts, and with members whose names each object knows', async () => {
    const images = [{ id: { toString: 1 }, file_name: 'images/a.jpg' }];
    const annotations = [{ image_id: { toString: 1 }, category_id: { toString: 1 } }];
    const coco = { constructor: [1], images, categories: [{ id: { toString: 1 }, name: 'x' }], annotations };
    const { format, images: read } = await labels('a.json', JSON.stringify(coco));
    expect([format, Object.keys(read)]).toEqual(['coco', ['images/a.jpg']]);
  });

  test('a set is one of the known ones, not a word that each object knows', async () => {
    const line = { imageGcsUri: 'images/a.jpg', dataItemResourceLabels: { [ML_USE]: 'constructor' } };
    const { format, images } = await labels('a.jsonl', JSON.stringify(line));
    expect([format, images['images/a.jpg']?.set]).toEqual(['vertex-jsonl', 'PREDETERMINED']);
  });

  test('masks that do not fit are the fault of their image alone', async () => {
    const coco = (segmentation: object) => {
      const file = {
        images: [{ id: 1, file_name: 'a.jpg', width: 64, height: 48 }],
        categories: [{ id: 1, name: 'x' }],
        annotations: [{ image_id: 1, category_id: 1, segmentation }],
      };
      const files = [{ path: 'a.json', bytes: JSON.stringify(file) }];
      return new MemoryImport(
        new MemoryVersions('MULTILABEL', []),
        writeZip([{ path: 'a.jpg', bytes: jpeg }, ...files]),
      );
    };
    for (const segmentation of [
      { size: [48, 64], counts: [1e12] },
      { size: [48, 64], counts: 'oooooooooooooooo' },
      { size: [1e9, 1e9], counts: '0' },
      { size: [48, 64], counts: [-5] },
    ])
      expect((await coco(segmentation).run()).unread.items).toEqual([
        { path: 'a.jpg', reason: expect.stringMatching(/^its mask /) },
      ]);
  });
});

describe('one image with very many labels is named, and the others come', () => {
  const yolo = (most: number) =>
    writeZip([
      { path: 'data.yaml', bytes: 'names: [x, y]' },
      ...['a', 'b', 'c'].map((name) => ({
        path: `images/${name}.jpg`,
        bytes: Buffer.concat([jpeg, Buffer.from(name)]),
      })),
      { path: 'labels/a.txt', bytes: '0 0.5 0.5 0.1 0.1\n'.repeat(most), packed: true },
      { path: 'labels/b.txt', bytes: '0 0.5 0.5 0.1 0.1\n'.repeat(MOST_ANNOTATIONS), packed: true },
    ]);
  const emptyRle = { size: [48, 64], counts: [3072] };
  const coco = (masks: number) => {
    const annotation = { image_id: 1, category_id: 1, segmentation: emptyRle };
    const file = {
      images: [{ id: 1, file_name: 'a.jpg' }],
      categories: [{ id: 1, name: 'x' }],
      annotations: Array.from({ length: masks }, () => annotation),
    };
    return writeZip([
      { path: 'a.json', bytes: JSON.stringify(file), packed: true },
      { path: 'a.jpg', bytes: jpeg },
    ]);
  };

  test.each([
    [
      'annotations',
      () => yolo(1001),
      'images/a.jpg',
      'it has 1001 annotations; an image has at most 1000',
      2,
    ],
    ['masks', () => coco(401), 'a.jpg', 'it has 401 masks; an image has at most 400', 0],
  ])('%s', async (_, zip, path, reason, added) => {
    const coming = new MemoryImport(new MemoryVersions('imageObjectDetection', []), zip());
    const unread = { count: 1, items: [{ path, reason }] };
    expect(await coming.check()).toMatchObject({ images: added, unread });
    expect(await coming.run()).toMatchObject({ progress: { added, failed: 1 }, unread });
    // Nothing of it is left in the bucket.
    expect([...coming.memory.objects.keys()].filter((name) => name.startsWith('dataset/'))).toHaveLength(
      added,
    );
  });

  test.each([
    ['shares', '0.5 0.5 0 0.1', '1.5 0.5 0.1 0.1', '0.5 0.5 -0.1 0.1'],
    ['of half a grain', '0.5 0.5 1e-13 0.1', '0.5 0.5 0.1 0', '0 0 0 0'],
  ])('boxes without area count neither in the check nor in the import: %s', async (_, ...boxes) => {
    const zip = writeZip([
      { path: 'data.yaml', bytes: 'names: [x]' },
      { path: 'images/a.jpg', bytes: jpeg },
      { path: 'labels/a.txt', bytes: ['0.5 0.5 0.1 0.1', ...boxes].map((each) => `0 ${each}\n`).join('') },
    ]);
    const coming = new MemoryImport(new MemoryVersions('imageObjectDetection', []), zip);
    expect(await coming.check()).toMatchObject({
      labels: [{ label: 'x', annotations: 1 }],
      notes: ['3 boxes have no area inside their images and are left out.'],
    });
    await coming.run();
    expect([...coming.memory.records.values()].map(({ tags }) => tags.length)).toEqual([1]);
  });

  test('nor do boxes in pixels that are known to have none', async () => {
    const objects = {
      bbox: [
        [5, 5, 10, 10],
        [5, 5, 0, 10],
        [-20, 5, 10, 10],
        [5, 5, -3, 10],
      ],
      categories: ['x', 'x', 'x', 'x'],
    };
    const zip = writeZip([
      { path: 'metadata.jsonl', bytes: JSON.stringify({ file_name: 'a.jpg', objects }) },
      { path: 'a.jpg', bytes: jpeg },
    ]);
    const coming = new MemoryImport(new MemoryVersions('imageObjectDetection', []), zip);
    expect((await coming.check()).labels).toMatchObject([{ label: 'x', annotations: 1 }]);
    await coming.run();
    expect([...coming.memory.records.values()].map(({ tags }) => tags.length)).toEqual([1]);
  });

  test('labels that are left out do not count', async () => {
    const coming = new MemoryImport(new MemoryVersions('imageObjectDetection', []), yolo(1001));
    const tagmap = { x: null };
    expect(await coming.check({ tagmap })).toMatchObject({ images: 3, unread: { count: 0 } });
    expect(await coming.run({ tagmap })).toMatchObject({ progress: { added: 3, failed: 0 } });
  });

  test('a record that the database refuses for good', async () => {
    const coming = new MemoryImport(new MemoryVersions('imageObjectDetection', []), yolo(1));
    const { add } = coming.ports.images;
    coming.ports.images.add = async (record, ...rest) => {
      if (record.name === 'a.jpg') throw Object.assign(new Error('too large'), { code: 3 });
      return add(record, ...rest);
    };
    expect(await coming.run()).toMatchObject({
      ...{ progress: { added: 2, failed: 1 } },
      unread: { items: [{ path: 'images/a.jpg', reason: expect.stringMatching(/^its record is refused/) }] },
    });
  });
});

/** As another program writes it. */
function filesOf(format: ImportFormat): { path: string; bytes: Buffer }[] {
  const wanted = { own: 0, boxes: [0, 1], outlines: [1], lost: 1 };
  const images = [
    { ...wanted, name: 'a', set: 'train' as const },
    { ...wanted, name: 'b', set: 'test' as const },
  ];
  const files = Object.entries(WRITERS[format](images, ['x', 'y']));
  return files.map(([path, text]) => ({ path, bytes: text === null ? jpeg : Buffer.from(text) }));
}

test.each(IMPORT_FORMATS)(
  `${MUTATIONS} mutated archives of %s: a sentence or an import, never another error`,
  async (format) => {
    const random = new Random(SEED);
    const files = filesOf(format);
    for (let round = 0; round < MUTATIONS; round += 1) {
      const zip =
        round % 2 === 0 ? mutate(writeZip(files), random) : writeZip(withMutatedLabels(files, random));
      const target = new MemoryVersions('MULTILABEL', []);
      const coming = new MemoryImport(target, zip);
      try {
        await coming.check();
        const { progress } = await coming.run();
        expect(progress.done).toBe(progress.total);
      } catch (error) {
        if (!(error instanceof HttpError)) throw new Error(`round ${round}, seed ${SEED}`, { cause: error });
        expect(error.code).toBe('import failed');
        expect(error.particulars.reason).toMatch(/^[^\n]{10,}$/);
      }
      for (const name of target.objects.keys())
        expect(name).toMatch(/^(dataset\/d\/[\w.-]+|import\/d\/i\.zip)$/);
    }
  },
  600_000,
);

/** What the words of labels are made of, and a byte that no text has. */
const WORDS = Buffer.from('0-9.e"[{}],:<>/&\n \xff', 'latin1');

/** With the right checksums, so that readers see them. */
function withMutatedLabels(files: ReturnType<typeof filesOf>, random: Random): typeof files {
  const changed = files.map(({ path, bytes }) => ({ path, bytes: Buffer.from(bytes) }));
  const labels = changed.filter(({ path, bytes }) => !/\.(jpg|png)$/.test(path) && bytes.length > 0);
  for (let times = 1 + Math.floor(random.next() * 6); labels.length > 0 && times > 0; times -= 1) {
    const { bytes } = random.pick(labels);
    bytes[Math.floor(random.next() * bytes.length)] = random.pick([...WORDS]);
  }
  return changed;
}

/** Bytes changed, left out, repeated or cut off, more often in the lists than in the pictures. */
function mutate(zip: Buffer, random: Random): Buffer {
  const bytes = Buffer.from(zip);
  const place = (): number => {
    const signature = random.pick([
      Buffer.from('PK\x01\x02'),
      Buffer.from('PK\x03\x04'),
      Buffer.from('PK\x05\x06'),
    ]);
    const from = bytes.indexOf(signature, Math.floor(random.next() * bytes.length));
    const start = from < 0 ? Math.floor(random.next() * bytes.length) : from;
    return Math.min(bytes.length - 1, start + Math.floor(random.next() * 60));
  };
  for (let times = 1 + Math.floor(random.next() * 4); times > 0; times -= 1)
    bytes[place()] = random.pick([0, 1, 0x7f, 0xff, Math.floor(random.next() * 256)]);
  const kind = random.next();
  if (kind < 0.1) return bytes.subarray(0, place());
  if (kind < 0.2) return Buffer.concat([bytes.subarray(0, place()), bytes.subarray(place())]);
  return bytes;
}
