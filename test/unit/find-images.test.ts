/**
 * What images look like, asked of a dataset in memory: similar ones, outliers, wrong labels and what is unusual.
 * @covers Contract 15: similar, find; pages, what is gone or relabelled meanwhile, refused without vectors
 */

import { describe, expect, jest, test } from '@jest/globals';
import sharp from 'sharp';
import { Random } from '../../emulators/scenes/random.ts';
import { builtin } from '../../functions/src/dataset/suggest/builtin.ts';
import { lookOf } from '../../functions/src/dataset/suggest/look.ts';
import { suggesting } from '../../functions/src/dataset/suggest/require-suggest.ts';
import { packPart } from '../../functions/src/dataset/suggest/vector-part.ts';
import { DESCRIPTOR_LENGTH } from '../../packages/look/src/descriptor.ts';
import { SIGNATURE_LENGTH } from '../../packages/look/src/signature.ts';
import type { DatasetType } from '../../packages/records/src/lists.ts';
import { MemorySuggest } from '../support/memory-suggest.ts';

/** Shades from dark to light, one of which is odd. */
async function looked(type: DatasetType = 'MULTICLASS', fields = {}): Promise<MemorySuggest> {
  const dataset = new MemorySuggest({ type });
  for (const at of Array(6).keys()) {
    await dataset.add(`dark-${at}`, 10 + 4 * at, { tag: 'dark', ...fields });
    await dataset.add(`light-${at}`, 180 + 4 * at, { tag: 'light' });
  }
  await dataset.add('wrong', 21, { tag: 'light' });
  await dataset.add('new', 195);
  await dataset.addVectors();
  return dataset;
}

/** A picture of areas at random, the same for a seed, compressed as asked. */
function noise(seed: number, options: { quality?: number }): Promise<Buffer> {
  const random = new Random(seed);
  const data = Uint8Array.from({ length: 12 * 9 }, () => random.whole(20, 230));
  return sharp(data, { raw: { width: 12, height: 9, channels: 1 } })
    .resize(options.quality ? 2 * options.quality : 144, 108, { fit: 'fill' })
    .jpeg(options)
    .toBuffer();
}

const add = (dataset: MemorySuggest, id: string, bytes: Buffer): void => {
  dataset.memory.add(id, {}, bytes);
};

const ids = (page: { images: readonly { image: string }[] }) => page.images.map(({ image }) => image);

describe('similar images', () => {
  test('are the nearest ones of the dataset, nearest first, without those that are gone', async () => {
    const dataset = await looked();
    const { images } = await dataset.similar('dark-0', 4);
    expect(ids({ images })).toEqual(['dark-1', 'dark-2', 'wrong', 'dark-3']);
    expect(images.map(({ distance }) => distance)).toEqual(
      images.map(({ distance }) => distance).toSorted((a, b) => a - b),
    );
    dataset.memory.remove('dark-1');
    const { records } = dataset.memory;
    records.set('dark-2', { ...records.get('dark-2')!, dataset: 'another' });
    expect(ids(await dataset.similar('dark-0', 2))).toEqual(['wrong', 'dark-3']);
    expect(ids(await dataset.similar('dark-0', 200))).toHaveLength(11);
  });

  test('are of images of the dataset that have been looked at', async () => {
    const dataset = await looked();
    await dataset.add('later', 50);
    await expect(dataset.similar('later', 1)).rejects.toMatchObject({
      code: 'suggest refused',
      particulars: { reason: 'this image has not been looked at' },
    });
    for (const image of ['none', 'a/b', '', '__x__'])
      await expect(dataset.similar(image, 1)).rejects.toMatchObject({ code: 'image not found' });
  });
});

describe('find', () => {
  test('outliers come in pages, each image once, whatever is gone', async () => {
    const dataset = await looked();
    await dataset.add('odd', 118);
    await dataset.addVectors();
    const all = await dataset.find({ kind: 'outliers', limit: 200 });
    expect(all.next).toBeNull();
    expect(all.images).toHaveLength(15);
    expect(all.images[0]).toEqual({ image: 'odd', distance: expect.any(Number) });
    const paged: string[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<MemorySuggest['find']>> = await dataset.find({
        kind: 'outliers',
        limit: 4,
        after,
      });
      paged.push(...ids(page));
      after = page.next;
      if (paged.length === 4) dataset.memory.remove(paged[3]!);
    } while (after !== null);
    expect(paged).toEqual(ids(all));
    expect(ids(await dataset.find({ kind: 'outliers', limit: 4 }))).toHaveLength(4);
    for (const image of paged) dataset.memory.remove(image);
    expect(await dataset.find({ kind: 'outliers', limit: 4 })).toEqual({ images: [], next: null });
  });

  test('the next page of what follows from the pictures alone is not found again, until other pictures were looked at', async () => {
    const dataset = await looked();
    const reads = jest.spyOn(dataset.memory.objects, 'get');
    const page = async (after: string | null) => {
      const before = reads.mock.calls.length;
      const { next } = await dataset.find({ kind: 'outliers', limit: 4, after });
      return { next, reads: reads.mock.calls.length - before };
    };
    const first = await page(null);
    expect(first.reads).toBeGreaterThan(0);
    expect((await page(first.next)).reads).toBe(0);
    await dataset.add('odd', 118);
    await dataset.addVectors();
    expect((await page(null)).reads).toBeGreaterThan(0);
  });

  test('wrong labels are told with the class that the others speak for', async () => {
    const dataset = await looked();
    const said = { image: 'wrong', tag: 'light', instead: 'dark', share: expect.any(Number) };
    expect(await dataset.find({ kind: 'wrong' })).toEqual({ images: [said], next: null });
    const { records } = dataset.memory;
    records.set('wrong', { ...records.get('wrong')!, set: 'REVIEW' });
    expect((await dataset.find({ kind: 'wrong' })).images).toEqual([]);
  });

  test('the next page of wrong labels goes on with the list of the first one', async () => {
    const dataset = new MemorySuggest();
    for (const at of Array(12).keys()) {
      await dataset.add(`dark-${at}`, 10 + 4 * at, { tag: at % 5 === 4 ? 'light' : 'dark' });
      await dataset.add(`light-${at}`, 160 + 4 * at, { tag: 'light' });
    }
    await dataset.addVectors();
    const reads = jest.spyOn(dataset.memory.objects, 'get');
    const page = async (after: string | null) => {
      const before = reads.mock.calls.length;
      const found = await dataset.find({ kind: 'wrong', limit: 1, after });
      return { ...found, reads: reads.mock.calls.length - before };
    };
    const first = await page(null);
    const second = await page(first.next);
    expect(ids({ images: [...first.images, ...second.images] }).toSorted()).toEqual(['dark-4', 'dark-9']);
    expect(second.reads).toBe(0);
    // Who begins again is told by the labels of now.
    expect((await page(null)).reads).toBeGreaterThan(0);
  });

  test('wrong labels of one burst do not speak for each other', async () => {
    const dataset = new MemorySuggest();
    for (const at of Array(6).keys()) {
      await dataset.add(`dark-${at}`, 10 + 8 * at, { tag: 'dark' });
      await dataset.add(`light-${at}`, 180 + 4 * at, { tag: 'light' });
      await dataset.add(`wrong-${at}`, 95 + (at % 2), { tag: 'light', session: 's', date: at });
    }
    await dataset.addVectors();
    const found = ids(await dataset.find({ kind: 'wrong' }));
    expect(found.filter((image) => image.startsWith('wrong'))).toHaveLength(6);
  });

  test('where a third of all labels is denied, nobody is doubted', async () => {
    const dataset = new MemorySuggest();
    for (const at of Array(24).keys())
      await dataset.add(`image-${at}`, 10 + 8 * at, { tag: at % 2 ? 'dark' : 'light' });
    await dataset.addVectors();
    await expect(dataset.find({ kind: 'wrong' })).rejects.toMatchObject({
      code: 'suggest refused',
      particulars: {
        reason: expect.stringMatching(/^what the pictures look like speaks against \d+ of 24 labels/),
      },
    });
  });

  test('a wrong label is found among more than are learned from', async () => {
    const dataset = new MemorySuggest();
    for (const at of Array(110).keys()) await dataset.add(`a-${at}`, 10 + (at % 20), { tag: 'dark' });
    for (const at of Array(5).keys()) await dataset.add(`b-${at}`, 180 + 4 * at, { tag: 'light' });
    await dataset.add('z wrong', 191, { tag: 'dark' });
    await dataset.addVectors();
    expect(ids(await dataset.find({ kind: 'wrong' }))).toEqual(['z wrong']);
  });

  test('duplicates come in groups, the largest first; a group of which one image is left is none', async () => {
    const dataset = new MemorySuggest();
    const copies = [80, 100, 60].map((quality) => ({ quality }));
    for (const [at, options] of copies.entries()) add(dataset, `a-${at}`, await noise(1, options));
    for (const [at, options] of copies.slice(1).entries()) add(dataset, `b-${at}`, await noise(2, options));
    for (const seed of [3, 4, 5]) add(dataset, `c-${seed}`, await noise(seed, {}));
    await dataset.addVectors();
    const [a, b] = [
      { image: 'a-0', copies: ['a-1', 'a-2'] },
      { image: 'b-0', copies: ['b-1'] },
    ];
    expect(await dataset.find({ kind: 'duplicates' })).toEqual({ images: [a, b], next: null });
    const { images, next } = await dataset.find({ kind: 'duplicates', limit: 1 });
    expect(images).toEqual([a]);
    expect(await dataset.find({ kind: 'duplicates', after: next })).toEqual({ images: [b], next: null });
    dataset.memory.remove('a-0');
    dataset.memory.remove('b-1');
    expect((await dataset.find({ kind: 'duplicates' })).images).toEqual([{ image: 'a-1', copies: ['a-2'] }]);
  });

  test('near copies to which people have given different classes are not offered', async () => {
    const dataset = new MemorySuggest();
    for (const at of [0, 1, 2]) add(dataset, `a-${at}`, await noise(1, { quality: 60 + 10 * at }));
    await dataset.addVectors();
    const { records } = dataset.memory;
    const give = (image: string, tag: string) => records.set(image, { ...records.get(image)!, tag });
    give('a-0', 'good');
    give('a-1', 'good');
    expect((await dataset.find({ kind: 'duplicates' })).images).toHaveLength(1);
    give('a-1', 'bad');
    expect((await dataset.find({ kind: 'duplicates' })).images).toEqual([]);
  });

  test('duplicates are not looked for among more than 20,000 images', async () => {
    const dataset = new MemorySuggest();
    const seen = { session: '', date: 0, look: '', content: '', vector: new Int8Array(DESCRIPTOR_LENGTH) };
    const many = Array.from({ length: 20_001 }, (_, at) => ({ ...seen, id: `image-${at}` }));
    dataset.memory.put('vectors/many.part', packPart(many));
    dataset.memory.put('vectors/many.signatures', Buffer.alloc(many.length * SIGNATURE_LENGTH));
    dataset.memory.dataset.vectors = {
      ...{ embedder: lookOf(builtin), parts: ['many', 'gone meanwhile'], have: 1, unreadable: 0 },
      walk: { after: '', have: 0, unreadable: 0 },
    };
    await expect(dataset.find({ kind: 'duplicates' })).rejects.toMatchObject({
      particulars: { reason: 'duplicates are found among at most 20,000 images' },
    });
  });

  test('unusual are images without a label that are far from the good ones', async () => {
    const dataset = await looked('ANOMALY');
    await dataset.add('odd', 118);
    await dataset.add('fine', 17);
    await dataset.addVectors();
    expect(ids(await dataset.find({ kind: 'unusual', good: 'dark' }))).toEqual(['new', 'odd', 'fine']);
    expect(ids(await dataset.find({ kind: 'unusual', good: 'light' }))).toEqual(['odd', 'fine', 'new']);
    const [, light] = dataset.memory.dataset.tags;
    Object.assign(light!, { imageCounter: 7 });
    expect(ids(await dataset.find({ kind: 'unusual' }))).toEqual(['odd', 'fine', 'new']);
    await expect(dataset.find({ kind: 'unusual', good: 'none' })).rejects.toMatchObject({
      code: 'tag not found',
    });
    await expect(dataset.find({ kind: 'unusual', good: 'later' })).rejects.toMatchObject({
      code: 'tag not found',
    });
  });

  test.each([
    ['unusual', 'MULTICLASS', {}, 'only in datasets of the type ANOMALY'],
    ['unusual', 'ANOMALY', { set: 'REVIEW' }, 'at least 5 images'],
    ['wrong', 'MULTILABEL', {}, 'images of this dataset have no class'],
    ['wrong', 'MULTICLASS', { tag: null }, 'at least two classes'],
  ] as const)('%s is refused: %s, %j', async (kind, type, fields, reason) => {
    const dataset = await looked(type, fields);
    await expect(dataset.find({ kind })).rejects.toMatchObject({
      code: 'suggest refused',
      particulars: { reason: expect.stringContaining(reason) },
    });
  });

  test('nothing is found before pictures were looked at, and nothing is read for a caller who is gone', async () => {
    const dataset = new MemorySuggest();
    await dataset.add('a', 10);
    const refused = { particulars: { reason: 'no picture of this dataset has been looked at' } };
    await expect(dataset.find({ kind: 'outliers' })).rejects.toMatchObject(refused);
    await expect(dataset.similar('a', 1)).rejects.toMatchObject(refused);
    await dataset.addVectors();
    const gone = AbortSignal.abort(new Error('gone'));
    for (const kind of ['outliers', 'wrong'] as const)
      await expect(dataset.find({ kind }, gone)).rejects.toThrow('gone');
    await expect(dataset.similar('a', 1, gone)).rejects.toThrow('gone');
  });
});

test('whoever waits for others for 25 seconds is told to come again', async () => {
  jest.useFakeTimers();
  try {
    const { signal } = new AbortController();
    const { promise: hangs, resolve: end } = Promise.withResolvers<string>();
    const first = suggesting(() => hangs, { owner: 'owner' }, signal);
    const second = suggesting(async () => 'second', { owner: 'owner' }, signal);
    const refused = expect(second).rejects.toMatchObject({ code: 'unavailable' });
    await jest.advanceTimersByTimeAsync(25_000);
    await refused;
    end('first');
    expect(await first).toBe('first');
    expect(await suggesting(async () => 'third', { owner: 'owner' }, signal)).toBe('third');
  } finally {
    jest.useRealTimers();
  }
});
