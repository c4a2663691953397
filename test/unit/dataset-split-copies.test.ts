/**
 * Contract 4: near copies stay together where signatures exist; without them, a split is as it was before there were any.
 * @covers Contract 4: near copies by signature are in one set, across crops, turns and shifts; without vectors the same split as before
 */
import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import sharp from 'sharp';
import type { VectorState } from '../../functions/src/common/records/vector-ports.ts';
import { manifestName } from '../../functions/src/common/versions/version-ports.ts';
import type { SplitImage } from '../../functions/src/dataset/split/packed-images.ts';
import { toPercentages } from '../../functions/src/dataset/split/percentages.ts';
import { burstLimit } from '../../functions/src/dataset/split/split.ts';
import { nearCopies } from '../../functions/src/dataset/suggest/near-copies.ts';
import type { ManifestImage } from '../../packages/records/src/manifest.ts';
import { MemorySuggest } from '../support/memory-suggest.ts';
import { splitImage, splitImages } from '../support/split.ts';

const ASKED = toPercentages({ test: 20, validation: 20 });

/** Frames of sessions, some of them alike, some saved; the same for the same seed. */
function frames(seed: number, count: number): SplitImage[] {
  const draw = (at: number, what: string) =>
    createHash('sha256').update(`${seed} ${at} ${what}`).digest().readUInt32BE(0);
  return Array.from({ length: count }, (_, at) =>
    splitImage({
      id: `image-${at}`,
      session: ['', 'a', 'b', 'c'][draw(at, 'session') % 4] as string,
      date: at * 400,
      look: ['', '00000000000000ff', '0000000000000fff', 'ff000000000000ff'][draw(at, 'look') % 4] as string,
      set: draw(at, 'set') % 9 === 0 ? 'TEST' : 'PREDETERMINED',
      tags: [['a'], ['b'], ['a', 'b'], []][draw(at, 'tags') % 4] as string[],
      content: String(draw(at, 'content') % (2 * count)),
    }),
  );
}

const hashOf = (sets: ReadonlyMap<string, string>): string =>
  createHash('sha256')
    .update(JSON.stringify([...sets]))
    .digest('hex')
    .slice(0, 16);

test.each([
  [1, 30, 'a4a185b051c7add6'],
  [2, 300, '3d9fd7e3b03472f1'],
  [3, 3000, '17b757567e542926'],
])('without signatures %d has the sets that it had before', (seed, count, hash) => {
  const images = frames(seed, count);
  const split = splitImages(images, ASKED, 'burst');
  expect(hashOf(split.sets)).toBe(hash);
  expect(split.alike).toBe('look');
  // Signatures without any near copy change nothing either.
  const none = splitImages(images, ASKED, 'burst', []);
  expect([hashOf(none.sets), none.alike]).toEqual([hash, 'signature']);
});

describe('near copies', () => {
  const sets = (images: readonly SplitImage[], copies: string[][]) =>
    splitImages(images, ASKED, 'burst', copies).sets;

  test('are in one set, wherever they are, unless somebody has saved others', () => {
    const many = fc.record({
      seed: fc.nat(1000),
      groups: fc.array(fc.uniqueArray(fc.nat(299), { minLength: 2, maxLength: 4 * burstLimit(300, ASKED) })),
    });
    fc.assert(
      fc.property(many, ({ seed, groups }) => {
        const images = frames(seed, 300).map((each) => ({ ...each, set: 'PREDETERMINED' as const }));
        const taken = new Set<number>();
        const copies = groups
          .map((group) => group.filter((at) => !taken.has(at) && taken.add(at)))
          .map((group) => group.map((at) => images[at]?.id as string));
        const found = sets(images, copies);
        for (const ids of copies) expect(new Set(ids.map((id) => found.get(id))).size).toBeLessThan(2);
        const other = sets(
          images.toReversed(),
          copies.toReversed().map((ids) => ids.toReversed()),
        );
        expect([...other].sort()).toEqual([...found].sort());
      }),
      { numRuns: 60 },
    );
  });

  test('of the whole dataset, as from a camera that sees nothing new, are cut as a burst is, and said', () => {
    const images = frames(5, 300).map((each) => ({ ...each, session: '', set: 'PREDETERMINED' as const }));
    const split = splitImages(images, ASKED, 'burst', [images.map(({ id }) => id)]);
    expect(split.cuts).toMatchObject({ bursts: 1, limit: burstLimit(300, ASKED) });
    expect(split.cuts?.apart).toBeGreaterThan(0);
    const counts = Object.groupBy(split.sets.values(), (set) => set);
    for (const set of ['TEST', 'VALIDATION'] as const)
      expect(Math.abs((counts[set]?.length ?? 0) - 60)).toBeLessThan(4);
  });

  test('in REVIEW have no set, and take none from others', () => {
    const images = frames(7, 300).map((each) => ({ ...each, set: 'PREDETERMINED' as const }));
    const group = images.slice(0, 5).map(({ id }) => id);
    const found = sets([{ ...images[0]!, set: 'REVIEW' }, ...images.slice(1)], [group]);
    expect(found.has('image-0')).toBe(false);
    expect(new Set(group.slice(1).map((id) => found.get(id))).size).toBe(1);
  });

  test('change nothing where groups are not bursts', () => {
    const images = frames(6, 300);
    const copies = [images.slice(0, 6).map(({ id }) => id)];
    for (const mode of ['image', 'minute', 'session'] as const) {
      const split = splitImages(images, ASKED, mode, copies);
      expect([hashOf(split.sets), split.alike]).toEqual([
        hashOf(splitImages(images, ASKED, mode).sets),
        null,
      ]);
    }
  });
});

describe('of pictures', () => {
  const SIZE = { width: 160, height: 120 };

  /** Soft spots: another scene for each seed. */
  async function scene(seed: number): Promise<Buffer> {
    const spots = Array.from({ length: 12 }, (_, at) =>
      createHash('sha256').update(`${seed} ${at}`).digest(),
    );
    // Not drawn as SVG: the service's own code lets this process decode pictures of cameras only.
    const painted = spots.map((bytes) => {
      const [left = 0, top = 0, size = 0, r = 0, g = 0, b = 0] = bytes;
      const side = 20 + Math.floor(size / 4);
      const create = { width: side, height: side, channels: 3, background: { r, g, b } } as const;
      return { left, top, input: { create } };
    });
    const { width, height } = SIZE;
    const canvas = await sharp({ create: { width: 340, height: 340, channels: 3, background: '#667788' } })
      .composite(painted)
      .png()
      .toBuffer();
    return sharp(canvas).blur(4).extract({ left: 30, top: 40, width, height }).png().toBuffer();
  }

  const cut = (picture: Buffer, left: number, top: number, share = 0.94) => {
    const [width, height] = [Math.round(SIZE.width * share), Math.round(SIZE.height * share)];
    return sharp(picture).extract({ left, top, width, height }).png().toBuffer();
  };

  const copiesOf = async (picture: Buffer): Promise<Buffer[]> => [
    picture,
    await cut(picture, 4, 3),
    await cut(
      await sharp(picture).rotate(2, { background: '#667788' }).resize(SIZE).png().toBuffer(),
      4,
      3,
      0.9,
    ),
    await sharp(picture)
      .affine([1, 0, 0, 1], { idx: 3, idy: 2, background: '#667788' })
      .resize({ ...SIZE, fit: 'cover', position: 'left top' })
      .jpeg({ quality: 70 })
      .toBuffer(),
  ];

  /** Four pictures of each scene, a day apart: no burst. */
  async function planted(): Promise<MemorySuggest> {
    const dataset = new MemorySuggest();
    for (let seed = 0; seed < 40; seed += 1)
      for (const [at, bytes] of (await copiesOf(await scene(seed))).entries()) {
        const fields = { originalFormat: 'png', tag: seed % 2 ? 'dark' : 'light', date: at * 86_400_000 };
        dataset.memory.add(`${seed}-${at}`, fields, bytes);
      }
    return dataset;
  }

  /** Scenes of which a version has pictures in several sets. */
  function apart({ memory }: MemorySuggest, hash: string): string[] {
    const text = String(memory.objects.get(manifestName('d', hash))?.bytes);
    const images = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as ManifestImage);
    const scenes = Map.groupBy(images, ({ image }) => image.split('-')[0] as string);
    return [...scenes].filter(([, all]) => new Set(all.map(({ set }) => set)).size > 1).map(([seed]) => seed);
  }

  test('crops, turns and shifts are in one set of a version, once they have been looked at', async () => {
    const dataset = await planted();
    const body = { name: 'a', test: 20, validation: 20 };
    const before = await dataset.memory.make(body);
    expect(before).toMatchObject({ counts: { groups: { count: 160, alike: 'look' } } });
    expect(apart(dataset, before.hash).length).toBeGreaterThan(10);
    await dataset.addVectors();
    const after = await dataset.memory.make(body);
    expect(after).toMatchObject({ counts: { groups: { count: 40, largest: 4, alike: 'signature' } } });
    expect(apart(dataset, after.hash)).toEqual([]);
    expect((await dataset.memory.make(body)).hash).toBe(after.hash);
    delete dataset.memory.dataset.vectors;
    expect((await dataset.memory.make(body)).hash).toBe(before.hash);
  });

  test('of which there are too many, or no signatures of now, split as without', async () => {
    const dataset = new MemorySuggest();
    for (const at of Array(12).keys()) await dataset.add(`image-${at}`, 10 * at, { tag: 'dark' });
    await dataset.addVectors();
    const { parts } = dataset.memory.dataset.vectors as VectorState;
    const reading = { objects: dataset.memory.ports.objects, signal: new AbortController().signal };
    expect(await nearCopies({ dataset: 'd', parts, most: 11 }, reading)).toBeNull();
    expect(await nearCopies({ dataset: 'd', parts, most: 12 }, reading)).toMatchObject({ images: 12 });
    const among = ['image-3', 'image-5', 'gone'];
    expect(await nearCopies({ dataset: 'd', parts, most: 3, among }, reading)).toEqual({
      images: 2,
      groups: [['image-3', 'image-5']],
    });
    expect(await nearCopies({ dataset: 'd', parts, most: 11 }, reading)).toBeNull();
    const alike = async () => (await dataset.memory.make({ name: 'a' })).counts?.groups.alike;
    expect(await alike()).toBe('signature');
    Object.assign(dataset.memory.dataset.vectors as VectorState, { embedder: 'builtin-2+0' });
    expect(await alike()).toBe('look');
  });
});
