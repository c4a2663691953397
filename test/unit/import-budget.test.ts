/**
 * Contract 11: what an archive makes us do is bounded, and shared by all that an import does at once.
 * @covers Contract 11 imports: files that share bytes, copies, order of labels, run lengths, YAML and XML within a budget
 */
import { setImmediate as turn } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { readXml } from '../../functions/src/dataset/import/archive/xml.ts';
import { LabelOrder } from '../../packages/formats/src/read/order-labels.ts';
import { readYaml } from '../../packages/formats/src/text/yaml.ts';
import { openArchive } from '../support/import-plan.ts';
import { MemoryImport } from '../support/memory-import.ts';
import { MemoryVersions } from '../support/memory-versions.ts';
import { timesAsLong } from '../support/times-as-long.ts';
import { writeZip, type ZipFile } from '../support/write-zip.ts';

let jpeg: Buffer;
beforeAll(async () => {
  jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
});

const importOf = (files: readonly ZipFile[]) =>
  new MemoryImport(new MemoryVersions('imageObjectDetection', []), writeZip(files));

describe('files that share bytes', () => {
  const reason = expect.stringMatching(/^the archive cannot be trusted: .* overlaps what follows it$/);
  const refused = { code: 'import failed', particulars: { reason } };

  test.each<[string, () => ZipFile[]]>([
    [
      'the same place',
      () => [
        { path: 'a/a.jpg', bytes: jpeg },
        ...['b', 'c'].map((folder) => ({
          path: `${folder}/a.jpg`,
          stated: { size: jpeg.length, packed: jpeg.length, offset: 0 },
        })),
      ],
    ],
    [
      'a part of the next one',
      () => [
        { path: 'a/a.jpg', bytes: jpeg, stated: { size: jpeg.length + 60, packed: jpeg.length + 60 } },
        { path: 'a/b.jpg', bytes: jpeg },
      ],
    ],
    [
      'a part of the list of files',
      () => [{ path: 'a/a.jpg', bytes: jpeg, stated: { size: jpeg.length + 30, packed: jpeg.length + 30 } }],
    ],
  ])('%s', async (_, files) => {
    await expect(importOf(files()).check()).rejects.toMatchObject(refused);
  });

  test('a file that a longer header of its own moves into the next one', async () => {
    const zip = writeZip([
      { path: 'a/a.jpg', bytes: jpeg },
      { path: 'a/b.jpg', bytes: jpeg },
    ]);
    // The local header states 40 bytes of extra fields, the list of files none.
    zip.writeUInt16LE(40, 28);
    const archive = await openArchive(zip);
    const [first, second] = archive.entries;
    await expect(archive.bytes(first!, 1e6)).rejects.toThrow('it overlaps what follows it in the archive');
    expect((await archive.bytes(second!, 1e6)).equals(jpeg)).toBe(true);
  });

  test('a file that is much larger packed than unpacked is not read', async () => {
    const packed = Buffer.concat([deflateRawSync(jpeg), Buffer.alloc(1e6)]);
    const zip = writeZip([{ path: 'a.jpg', bytes: packed, stated: { method: 8, size: jpeg.length } }]);
    expect((await openArchive(zip)).unread).toEqual([{ path: 'a.jpg', reason: 'its sizes do not agree' }]);
  });
});

describe('copies of a picture', () => {
  /** With `bytes` of labels each. */
  const copies = (count: number, bytes: number): ZipFile[] => [
    { path: 'data.yaml', bytes: 'names: [x]' },
    ...Array.from({ length: count }, (_, at): ZipFile[] => [
      { path: `images/${at}/a.jpg`, bytes: jpeg },
      { path: `labels/${at}/a.txt`, bytes: `0 0.${at + 1} .5 .1 .1\n`.padEnd(bytes), packed: true },
    ]).flat(),
  ];

  test('have their labels read one after the other', async () => {
    const coming = importOf(copies(8, 1000));
    let [reading, most] = [0, 0];
    const { range } = coming.ports.uploads;
    coming.ports.uploads.range = async (...asked) => {
      reading += 1;
      most = Math.max(most, reading);
      await turn();
      reading -= 1;
      return range(...asked);
    };
    await coming.run();
    expect([...coming.memory.records.values()].map(({ tags }) => tags.length)).toEqual([8]);
    expect(most).toBe(1);
  });
});

test('labels that contradict each other in their order take no more than twice as many times twice as long', () => {
  const ordered = (count: number) => {
    const labels = Array.from({ length: count }, (_, at) => `l${at}`);
    const order = new LabelOrder();
    for (const label of labels) for (const other of labels) order.note([label, other]);
    return () => expect(order.list()).toHaveLength(count);
  };
  // Four times where it was measured; eight when all labels are compared with all each time.
  expect(timesAsLong(ordered(300), ordered(150))).toBeLessThan(6);
});

test('labels keep the order of the lists, and where lists contradict each other, that of their first occurrence', () => {
  const listOf = (...lists: string[][]) => {
    const order = new LabelOrder();
    for (const each of lists) order.note(each);
    return order.list();
  };
  expect(listOf(['b', 'd'], ['a', 'b'], ['b', 'c', 'd'])).toEqual(['a', 'b', 'c', 'd']);
  expect(listOf(['b', 'a'], ['a', 'b'], ['c'])).toEqual(['c', 'b', 'a']);
  expect(listOf(['a', 'a'])).toEqual(['a']);
});

describe('run lengths', () => {
  test('of 400 masks of 49 megapixels are refused with a sentence, before any is painted', async () => {
    const vast = await sharp({ create: { width: 7000, height: 7000, channels: 3, background: 'red' } })
      .png({ palette: true })
      .toBuffer();
    const segmentation = { size: [7000, 7000], counts: [0, 49_000_000] };
    const file = {
      images: [{ id: 1, file_name: 'a.png' }],
      categories: [{ id: 1, name: 'x' }],
      annotations: Array.from({ length: 400 }, () => ({ image_id: 1, category_id: 1, segmentation })),
    };
    const coming = importOf([
      { path: 'a.json', bytes: JSON.stringify(file), packed: true },
      { path: 'a.png', bytes: vast },
    ]);
    const reason =
      'its masks take too long to paint: they have 19600000000 pixels or more; at most 2000000000 are painted';
    expect(await coming.run()).toMatchObject({
      ...{ progress: { added: 0, failed: 1 } },
      unread: { items: [{ path: 'a.png', reason }] },
    });
    expect([...coming.memory.objects.keys()]).toEqual(['import/d/i.zip']);
  });
});

describe('text', () => {
  test.each(['? ', '[', '- ', '{a: '])(
    'YAML of many %j is refused before it takes for ever',
    async (part) => {
      await expect(readYaml(part.repeat(100_000))).rejects.toThrow('too much');
    },
  );

  test('YAML of very many values, with aliases, or of several documents is refused, and other YAML is read', async () => {
    await expect(readYaml('names:\n'.padEnd(200_000, '- a\n'))).rejects.toThrow('too much');
    for (const text of ['a: &a [x]\nb: *a\n', 'a: 1\n---\nb: 2\n', 'a: [', 'a: b: c'])
      await expect(readYaml(text)).rejects.toThrow();
    expect(await readYaml('# x\nnames:\n  0: a\n  1: "b: c"\nnc: 2\n')).toEqual({
      names: { 0: 'a', 1: 'b: c' },
      nc: 2,
    });
  });

  test('XML of very long names is refused', async () => {
    await expect(readXml(`<${'a'.repeat(5000)}/>`, () => {})).rejects.toThrow('very long name');
  });
});

test('an element of XML that never ends is named', async () => {
  const first = '<annotations><image name="b.jpg"></image>';
  for (const endless of ['<image name="', '<image><tag>']) {
    const coming = importOf([
      { path: 'a.jpg', bytes: jpeg },
      { path: 'a.xml', bytes: first + endless.padEnd(9_000_000, 'x'), packed: true },
    ]);
    expect((await coming.check()).unread.items).toContainEqual({
      path: 'a.xml',
      reason: 'it has an element of more than 2097152 characters',
    });
  }
});
