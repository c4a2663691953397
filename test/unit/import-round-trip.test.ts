/**
 * Contract 11: a version that is exported, imported into an empty dataset and exported again is the same file.
 * @covers Contract 11 imports: export, import, export is the same in every format
 */

import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { type Format, outOf } from '../../packages/formats/formats.ts';
import type { DatasetType } from '../../packages/records/src/lists.ts';
import { readCoco } from '../readers/coco.ts';
import { furnish, HEIGHT, WIDTH } from '../support/export-corpus.ts';
import { MemoryImport } from '../support/memory-import.ts';
import { MemoryVersions } from '../support/memory-versions.ts';
import { readZip } from '../support/read-zip.ts';
import { writeZip } from '../support/write-zip.ts';

const COUNT = 40;
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

let originals: Buffer[];
beforeAll(async () => {
  originals = await Promise.all(
    Array.from({ length: COUNT }, (_, at) => {
      const background = { r: at * 6, g: 255 - at * 5, b: (at * 37) % 256 };
      const picture = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background } });
      return at % 9 === 8 ? picture.png().toBuffer() : picture.jpeg().toBuffer();
    }),
  );
});

/** The archive that people make of an export: a file without pictures is packed with them. */
async function archiveOf(memory: MemoryVersions, format: Format): Promise<Buffer> {
  const { bytes } = await memory.export(format, format === 'ndjson' ? { images: 'none' } : {});
  if (outOf(format).ending === 'zip') return bytes;
  const named = format === 'ndjson' ? ndjsonNames(memory, bytes) : objectNames(memory);
  const pictures = [...named].map(([path, content]) => ({ path, bytes: content }));
  return writeZip([{ path: `export.${outOf(format).ending}`, bytes, packed: true }, ...pictures]);
}

const objectNames = ({ objects }: MemoryVersions): [string, Buffer][] =>
  [...objects].flatMap(([name, { bytes }]) =>
    /\.(jpg|png)$/.test(name) && !name.includes('_mask_') ? [[`pictures/${name.slice(10)}`, bytes]] : [],
  );

/** NDJSON names its files; the order of its lines is that of the images. */
function ndjsonNames({ records, objects }: MemoryVersions, bytes: Buffer): [string, Buffer][] {
  const lines = bytes.toString().trimEnd().split('\n').slice(1);
  const images = [...records.values()].sort((a, b) => Buffer.compare(Buffer.from(a.id), Buffer.from(b.id)));
  const kept = images.filter((image) => lines.length === images.length || image.tag !== null);
  return lines.map((line, at) => {
    const { file, split } = JSON.parse(line) as { file: string; split: string };
    const name = (kept[at]?.uri ?? '').replace('gs://bucket/', '');
    return [`images/${split}/${file}`, objects.get(name)?.bytes as Buffer];
  });
}

/**
 * Without what depends on the images' ids: their order, and where they are stored. Six decimals: a box that ends at an edge of
 * its image is cut there, and its last decimals may differ.
 */
async function comparable(memory: MemoryVersions, format: Format): Promise<unknown> {
  const { bytes } = await memory.export(format, format === 'ndjson' ? { images: 'none' } : {});
  if (format === 'coco')
    return (await readCoco(await readZip(bytes))).map((each) => JSON.stringify(each)).sort();
  const lines = (text: Buffer) =>
    text
      .toString()
      .replace(/"image":"[^"]*",/g, '')
      .replace(/\d\.\d{7,}/g, (number) => Number(number).toFixed(6))
      // The classes of an image have no order.
      .replace(/"labels":(\[.*?\]),"/g, (_, list) => `"labels":${JSON.stringify(JSON.parse(list).sort())},"`)
      .split('\n')
      .sort();
  if (outOf(format).ending !== 'zip') {
    const hashes = new Map(objectNames(memory).map(([path, content]) => [path.slice(9), sha256(content)]));
    const named = bytes
      .toString()
      .replace(/gs:\/\/bucket\/dataset\/d\/([\w.-]+)/g, (_, name) => hashes.get(name) ?? name);
    return lines(Buffer.from(named));
  }
  const files = [...(await readZip(bytes))].filter(([path]) => !/^(notes\.txt|index\.csv)$/.test(path));
  return Object.fromEntries(
    files
      .map(([path, content]) => [path, /\.(jpg|png)$/.test(path) ? sha256(content) : lines(content)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

describe.each<[Format, DatasetType]>([
  ['csv', 'MULTICLASS'],
  ['csv', 'MULTILABEL'],
  ['csv', 'imageObjectDetection'],
  ['vertex-csv', 'imageObjectDetection'],
  ['vertex-jsonl', 'MULTILABEL'],
  ['vertex-jsonl', 'imageObjectDetection'],
  ['ndjson', 'imageObjectDetection'],
  ['ndjson', 'MULTICLASS'],
  ['yolo', 'imageObjectDetection'],
  ['yolo', 'MULTICLASS'],
  ['coco', 'imageObjectDetection'],
  ['coco', 'MULTILABEL'],
  ['voc', 'imageObjectDetection'],
  ['voc', 'MULTILABEL'],
  ['imagefolder', 'MULTICLASS'],
  ['imagefolder', 'MULTILABEL'],
  ['imagefolder', 'imageObjectDetection'],
  ['masks', 'MULTILABEL'],
  ['masks', 'ANOMALY'],
])('%s of %s', (format, type) => {
  test('comes back as it went', async () => {
    const { memory } = await furnish(type, COUNT, originals);
    const zip = await archiveOf(memory, format);
    const target = new MemoryVersions(type, []);
    const coming = new MemoryImport(target, zip);
    const checked = await coming.check();
    expect(checked).toMatchObject({ format, unread: { count: 0 } });
    expect(target.records.size).toBe(0);
    const ran = await coming.run();
    expect(ran).toMatchObject({ format, unread: { count: 0, items: [] } });
    expect(ran.progress).toMatchObject({ total: checked.images, added: checked.images, failed: 0, known: 0 });
    // Nobody has checked what was imported.
    await target.make({ group: 'image', test: 20, validation: 20, unchecked: 'include' });
    expect(await comparable(target, format)).toEqual(await comparable(memory, format));
  });
});
