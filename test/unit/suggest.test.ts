/**
 * Vectors of a dataset's pictures and what few labels say about the rest, without a database.
 * @covers Contract 15: vectors are made in steps, go on where they stopped, twice is once; bytes decide
 * @covers Contract 15: suggestions, accuracy with whole bursts left out, calibrated scores, wrong, unusual, similar
 */
import { describe, expect, test } from '@jest/globals';
import type { Describer } from '../../functions/src/common/records/vector-ports.ts';
import { MOST_PARTS } from '../../functions/src/dataset/suggest/fold-parts.ts';
import { MOST_VECTORS, mostVectors } from '../../functions/src/dataset/suggest/look.ts';
import { packPart, unpackPart } from '../../functions/src/dataset/suggest/vector-part.ts';
import { DESCRIPTOR_LENGTH } from '../../packages/look/src/descriptor.ts';
import { MemorySuggest, shade } from '../support/memory-suggest.ts';

/** Images of a class, each with another shade. */
async function addAll(dataset: MemorySuggest, label: string, from: number, fields = {}): Promise<void> {
  for (const at of Array(6).keys()) await dataset.add(`${label}-${at}`, from + 4 * at, fields);
}

describe('vectors', () => {
  test('each call goes on where the last one stopped; a walk that finds nothing new makes nothing', async () => {
    const dataset = new MemorySuggest();
    await addAll(dataset, 'dark', 10);
    expect((await dataset.show()).embeddings).toEqual({ indexed: 0, pending: 6, unreadable: 0 });
    const steps: { indexed: number; pending: number }[] = [];
    while (steps.length < 10 && steps.at(-1)?.pending !== 0) steps.push(await dataset.addVectors(0));
    expect(steps.length).toBeGreaterThan(1);
    expect(steps.map(({ indexed }) => indexed)).toEqual(
      steps.map(({ indexed }) => indexed).sort((a, b) => a - b),
    );
    expect(steps.at(-1)).toEqual({ indexed: 6, pending: 0, unreadable: 0 });
    const kept = dataset.parts;
    expect(await dataset.addVectors()).toEqual({ indexed: 6, pending: 0, unreadable: 0 });
    expect(dataset.parts).toEqual(kept);
    expect((await dataset.show()).embeddings).toEqual({ indexed: 6, pending: 0, unreadable: 0 });
  });

  test('an image that comes later is found by the next walk, and one that is gone no longer counts', async () => {
    const dataset = new MemorySuggest();
    await addAll(dataset, 'dark', 10);
    await dataset.addVectors();
    dataset.memory.remove('dark-3');
    await dataset.add('a first', 90);
    expect(await dataset.addVectors()).toEqual({ indexed: 6, pending: 0, unreadable: 0 });
    // Vectors and signatures of each walk.
    expect(dataset.parts).toHaveLength(4);
  });

  test('a dataset has a hundred parts at most, however often images come', async () => {
    const dataset = new MemorySuggest();
    const { memory } = dataset;
    for (let at = 0; at < MOST_PARTS; at += 1) {
      await dataset.add(`i${at}`, at);
      await dataset.addVectors();
    }
    const parts = () => memory.dataset.vectors!.parts;
    expect(parts()).toHaveLength(MOST_PARTS);
    const similar = await dataset.similar('i7', 5);
    expect(await dataset.addVectors()).toEqual({ indexed: MOST_PARTS, pending: 0, unreadable: 0 });
    expect(parts()).toHaveLength(1);
    expect(await dataset.similar('i7', 5)).toEqual(similar);
    // Those that nothing names are still there for whoever reads them, until the next call.
    expect(dataset.parts).toHaveLength(2 * (MOST_PARTS + 1));
    await dataset.add('z', 200);
    expect(await dataset.addVectors()).toEqual({ indexed: MOST_PARTS + 1, pending: 0, unreadable: 0 });
    expect(dataset.parts).toHaveLength(4);
    expect((await dataset.find({ kind: 'duplicates' })).images.length).toBeGreaterThan(0);
  });

  test('what is no picture, or not there, is counted and looked at again by the next walk', async () => {
    const dataset = new MemorySuggest();
    await addAll(dataset, 'dark', 10);
    dataset.memory.add('broken', {}, (await shade(50)).subarray(0, 70));
    dataset.memory.add('gone', {}, Buffer.from('x'));
    dataset.memory.objects.delete('dataset/d/gone.jpg');
    expect(await dataset.addVectors()).toEqual({ indexed: 6, pending: 0, unreadable: 2 });
    await dataset.add('gone', 50);
    expect(await dataset.addVectors()).toEqual({ indexed: 7, pending: 0, unreadable: 1 });
  });

  test('of two calls at once one counts; what was made for a dataset that is off is removed', async () => {
    const dataset = new MemorySuggest();
    await addAll(dataset, 'dark', 10);
    const [state] = [dataset.memory.dataset];
    dataset.beforeStep = async () => {
      dataset.beforeStep = async () => {};
      await dataset.memory.ports.datasets.find('d');
      state.vectors = { ...state.vectors!, embedder: 'another call' };
    };
    expect((await dataset.addVectors()).pending).toBe(6);
    expect(dataset.parts).toEqual([]);
    dataset.beforeStep = async () => {
      delete state.suggest;
      delete state.vectors;
    };
    await expect(dataset.addVectors()).rejects.toMatchObject({ code: 'suggest refused' });
    expect(dataset.parts).toEqual([]);
  });

  test('a store that fails loses nothing that was made', async () => {
    const dataset = new MemorySuggest();
    await addAll(dataset, 'dark', 10);
    dataset.memory.faults.set('dataset/d/dark-4.png', 503);
    await expect(dataset.addVectors()).rejects.toMatchObject({ code: 503 });
    expect((await dataset.show()).embeddings).toEqual({ indexed: 4, pending: 2, unreadable: 0 });
    dataset.memory.faults.clear();
    expect(await dataset.addVectors()).toEqual({ indexed: 6, pending: 0, unreadable: 0 });
  });

  test('a part is as it was packed, and 100,000 take less than 512 MB', () => {
    const seen = { session: 's', date: 7, look: '', content: 'c' };
    const vector = Int8Array.from({ length: DESCRIPTOR_LENGTH }, (_, at) => at - 100);
    const part = unpackPart(packPart(['a', 'b\n"'].map((id) => ({ ...seen, id, vector }))));
    expect(part.images).toEqual(['a', 'b\n"'].map((id) => ({ ...seen, id })));
    expect([...part.values]).toEqual([...vector, ...vector]);
    // Read, sorted into one, and beside it what bursts are found by.
    expect(MOST_VECTORS * (2 * DESCRIPTOR_LENGTH + 1000)).toBeLessThan(512e6);
  });
});

/** An embedder with a few numbers, all of them the brightness of the first bytes that differ. */
const another = (name: string, width: number): Describer => ({
  name: `http:${name}/${width}`,
  width,
  describe: { bytes: async (bytes) => new Int8Array(width).fill((bytes.at(-20) ?? 0) - 128) },
});

describe('vectors of another embedder', () => {
  test('replace those of the first, with as many numbers as it has; another version of it replaces them again', async () => {
    const dataset = new MemorySuggest();
    await addAll(dataset, 'dark', 10);
    await dataset.addVectors();
    dataset.memory.dataset.suggest = 'http';
    expect((await dataset.show()).embeddings).toEqual({ indexed: 0, pending: 6, unreadable: 0 });
    await expect(dataset.similar('dark-0', 3)).rejects.toMatchObject({ code: 'suggest refused' });
    for (const [name, width] of [
      ['a-1', 3],
      ['a-1', 5],
      ['a-2', 5],
    ] as const) {
      dataset.describer = another(name, width);
      expect(await dataset.addVectors()).toEqual({ indexed: 6, pending: 0, unreadable: 0 });
      expect(dataset.memory.dataset.vectors?.embedder).toBe(`http:${name}/${width}+1`);
      expect(dataset.memory.dataset.vectors!.parts).toHaveLength(1);
      // Those of before are removed by the next call.
      expect(dataset.parts).toHaveLength(4);
      const { images } = await dataset.similar('dark-0', 9);
      expect(images).toHaveLength(5);
      expect(new Set(images.map(({ distance }) => distance)).size).toBeGreaterThan(2);
      expect((await dataset.find({ kind: 'outliers' })).images).toHaveLength(6);
    }
    expect((await dataset.find({ kind: 'duplicates' })).images).toMatchObject([
      { copies: expect.any(Array) },
    ]);
  });

  test('may be fewer where each is longer, so that they take no more memory', () => {
    const looks = ['builtin-2+1', 'http:a/128+1', 'http:a/2092+1', 'http:a/4096+1'];
    expect(looks.map(mostVectors)).toEqual([100_000, 100_000, 50_000, 25_537]);
  });

  test('count a picture that only the embedder cannot read as unreadable', async () => {
    const dataset = new MemorySuggest({ suggest: 'http' });
    await addAll(dataset, 'dark', 10);
    dataset.describer = { ...another('a', 3), describe: { bytes: async () => null } };
    expect(await dataset.addVectors()).toEqual({ indexed: 0, pending: 0, unreadable: 6 });
  });

  test('name their model in runs', async () => {
    const dataset = new MemorySuggest({ suggest: 'http' });
    dataset.describer = another('a-1', 3);
    await addAll(dataset, 'dark', 10, { tag: 'dark' });
    await addAll(dataset, 'light', 180, { tag: 'light' });
    await dataset.addVectors();
    await dataset.suggest();
    expect(dataset.runs[0]).toMatchObject({ source: 'builtin', model: 'http:a-1/3' });
  });
});

describe('suggestions', () => {
  async function labelled(): Promise<MemorySuggest> {
    const dataset = new MemorySuggest();
    await addAll(dataset, 'dark', 10, { tag: 'dark' });
    await addAll(dataset, 'light', 180, { tag: 'light' });
    await dataset.add('new dark', 21);
    await dataset.add('new light', 195, { tag: 'later' });
    await dataset.addVectors();
    return dataset;
  }

  const linesOf = ({ memory }: MemorySuggest, hash: string) =>
    String(memory.objects.get(`dataset/d/run/${hash}.ndjson`)?.bytes)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  test('are a run over the images that nobody has labelled; the same state gives the same hash', async () => {
    const dataset = await labelled();
    expect(await dataset.show()).toEqual({
      embedder: 'builtin',
      embeddings: { indexed: 14, pending: 0, unreadable: 0 },
      labelled: { dark: 6, light: 6 },
      accuracy: 1,
      ready: { dark: false, light: false },
    });
    const made = await dataset.suggest();
    expect(made).toMatchObject({ run: 1, counts: { images: 2, gone: 0 } });
    expect(dataset.runs[0]).toMatchObject({ source: 'builtin', model: 'builtin-2', state: 'ready' });
    const [dark, light] = linesOf(dataset, made.hash);
    expect(dark).toMatchObject({ image: 'new dark', predictions: [{ tag: 'dark' }, { tag: 'light' }] });
    expect(light).toMatchObject({ image: 'new light', predictions: [{ tag: 'light' }, { tag: 'dark' }] });
    const [first, second] = dark.predictions;
    expect(first.score + second.score).toBeCloseTo(1, 5);
    expect((await dataset.suggest()).hash).toBe(made.hash);
  });

  test('do not learn from images in REVIEW, nor from what a model said; images that are gone have none', async () => {
    const dataset = await labelled();
    const { records } = dataset.memory;
    records.set('dark-0', { ...records.get('dark-0')!, set: 'REVIEW' });
    const inference = { type: 'rect', tag: 'light', x: 0, y: 0, w: 1, h: 1, labeled: 'inference' } as const;
    records.set('light-0', { ...records.get('light-0')!, tags: [inference] });
    records.delete('new dark');
    expect((await dataset.show()).labelled).toEqual({ dark: 5, light: 5 });
    const { hash } = await dataset.suggest();
    expect(linesOf(dataset, hash).map(({ image }) => image)).toEqual(['light-0', 'new light']);
  });

  test('are ready from ten bursts on; near copies in one burst count once', async () => {
    const dataset = new MemorySuggest();
    for (const at of Array(10).keys()) {
      await dataset.add(`dark-${at}`, 10 + 2 * at, { tag: 'dark' });
      const frame = { tag: 'light', session: 's', date: at * 100 };
      await dataset.add(`light-${at}`, 180 + 2 * at, frame);
    }
    await dataset.add('light-x', 170, { tag: 'light' });
    await dataset.addVectors();
    expect(await dataset.show()).toMatchObject({ ready: { dark: true, light: false } });
  });

  test('need labels of two classes', async () => {
    const dataset = new MemorySuggest();
    await addAll(dataset, 'dark', 10, { tag: 'dark' });
    await dataset.addVectors();
    expect(await dataset.show()).toMatchObject({ accuracy: null });
    await expect(dataset.suggest()).rejects.toMatchObject({
      code: 'suggest refused',
      particulars: { reason: expect.stringContaining('at least two classes') },
    });
    expect(dataset.runs).toEqual([]);
  });
});
