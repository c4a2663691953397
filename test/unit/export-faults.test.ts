/**
 * Exports of versions whose objects are gone, were restored, or cannot be read (Contract 11).
 * @covers Contract 11 exports of versions with objects that are gone, were restored, or cannot be read
 */
import { describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { readCoco } from '../readers/coco.ts';
import { furnish } from '../support/export-corpus.ts';
import { MemoryVersions } from '../support/memory-versions.ts';
import { readZip } from '../support/read-zip.ts';

const FORMATS = ['yolo', 'coco', 'voc', 'imagefolder', 'masks', 'sightline'];

const masksOf = ({ objects }: MemoryVersions): string[] =>
  [...objects.keys()].filter((name) => name.includes('_mask_'));

const originalsOf = ({ objects }: MemoryVersions): string[] =>
  [...objects.keys()].filter((name) => name.endsWith('.jpg'));

async function unpack(memory: MemoryVersions, format: string, options?: { images?: string }) {
  return readZip((await memory.export(format, options)).bytes);
}

const countMasks = (files: Map<string, Buffer>): number =>
  readCoco(files).reduce((sum, { masks }) => sum + masks.length, 0);

describe('COCO', () => {
  test('masks that are gone are listed in errors.txt', async () => {
    const { memory } = await furnish('MULTILABEL', 30);
    const masks = masksOf(memory);
    const gone = [masks[2], masks[0]] as string[];
    for (const name of gone) memory.objects.delete(name);
    const files = await unpack(memory, 'coco');
    expect(countMasks(files)).toBe(masks.length - 2);
    expect(files.get('errors.txt')?.toString()).toBe(
      gone
        .map((name) => {
          const image = /(image-\d+)_mask/.exec(name)?.[1];
          return `gs://bucket/${name}: mask of image ${image} cannot be read, it may have been deleted\n`;
        })
        .sort()
        .join(''),
    );
  });

  test('a mask of very many runs is listed in errors.txt, and the others of its image are in the file', async () => {
    const [width, height] = [3000, 3000];
    const png = (isTag: (at: number) => boolean) =>
      sharp(
        Uint8Array.from({ length: width * height }, (_, at) => (isTag(at) ? 255 : 0)),
        {
          raw: { width, height, channels: 1 },
        },
      )
        .toColourspace('b-w')
        .png()
        .toBuffer();
    // A run for each pixel of a column.
    const [dense, few] = [await png((at) => Math.floor(at / width) % 2 === 1), await png((at) => at < 9)];
    const memory = new MemoryVersions('MULTILABEL', [
      { id: 'a', name: 'a' },
      { id: 'b', name: 'b' },
    ]);
    memory.add('image-1', { width, height }, Buffer.from('picture'), { a: dense, b: few });
    await memory.make();
    const files = await unpack(memory, 'coco');
    expect(readCoco(files).flatMap(({ masks }) => masks)).toHaveLength(1);
    expect(files.get('errors.txt')?.toString()).toBe(
      'gs://bucket/dataset/d/image-1_mask_0.png: mask of image image-1 is left out: its image has over 8000000 characters of run lengths\n',
    );
  });

  test.each(['bytes', 'links'])(
    'with images=%s, no archive without its masks when Storage fails',
    async (images) => {
      const { memory } = await furnish('MULTILABEL', 30);
      memory.faults.set(masksOf(memory)[1] as string, 503);
      await expect(memory.export('coco', { images })).rejects.toMatchObject({ code: 503 });
    },
  );
});

describe('objects that were deleted and restored', () => {
  test('are in every format as before', async () => {
    const { memory } = await furnish('ANOMALY', 30);
    // Records of other programs have no digest.
    const record = memory.records.get('image-005')!;
    memory.records.set('image-005', { ...record, content: '' });
    await memory.make({ group: 'image' });
    const before = new Map<string, Buffer>();
    for (const format of FORMATS) before.set(format, (await memory.export(format)).bytes);
    memory.restore();
    for (const [format, bytes] of before) {
      const now = (await memory.export(format)).bytes;
      expect([format, now.equals(bytes)]).toEqual([format, true]);
    }
  });

  test('are left out if they have other bytes', async () => {
    const { memory } = await furnish('MULTILABEL', 30);
    const [first = '', second = ''] = originalsOf(memory);
    const short = (name: string) => name.slice('dataset/d/'.length);
    memory.put(short(first), Buffer.from('other'));
    memory.put(short(second), Buffer.from('longer than it was'));
    const files = await unpack(memory, 'coco');
    expect(readCoco(files)).toHaveLength(28);
    expect(files.get('errors.txt')?.toString().trimEnd().split('\n')).toHaveLength(2);
  });
});

test('only failures in a row are an outage', async () => {
  const { memory } = await furnish('imageObjectDetection', 60);
  const originals = originalsOf(memory);
  for (let at = 0; at < originals.length; at += 4) memory.faults.set(originals[at] as string, 503);
  const files = await unpack(memory, 'yolo');
  const failed = Math.ceil(originals.length / 4);
  expect(files.get('errors.txt')?.toString().trimEnd().split('\n')).toHaveLength(failed);
  for (const name of originals) memory.faults.set(name, 503);
  await expect(memory.export('yolo')).rejects.toMatchObject({ code: 'unavailable' });
});
