import { describe, expect, test } from '@jest/globals';
import type { SetType } from '../../functions/src/common/model.ts';
import type { TrainingSet } from '../../functions/src/dataset/cuts.ts';
import type { SplitImage } from '../../functions/src/dataset/groups.ts';
import { parsePercentages } from '../../functions/src/dataset/percentages.ts';
import { splitImages } from '../../functions/src/dataset/split.ts';

const PERCENTAGES = parsePercentages(undefined, undefined);

interface Some {
  count: number;
  prefix?: string;
  tag?: string;
  set?: SetType;
  group?: (index: number) => string;
}

const some = ({ count, prefix = 'i', tag = 'dust', set = 'PREDETERMINED', group }: Some): SplitImage[] =>
  Array.from({ length: count }, (_, index) => {
    const id = `${prefix}${index}`;
    return { id, set, tags: [tag], group: group?.(index) ?? `image:${id}` };
  });

function countSets(sets: ReadonlyMap<string, TrainingSet>, ids?: readonly SplitImage[]) {
  const counts = { TRAIN: 0, TEST: 0, VALIDATION: 0 };
  for (const [id, set] of sets) if (!ids || ids.some((image) => image.id === id)) counts[set] += 1;
  return counts;
}

describe('Contract 4: which images the split moves', () => {
  test.each(['TRAIN', 'TEST', 'VALIDATION'] as const)('an image that is in %s keeps it', (set) => {
    const images = [...some({ count: 20 }), ...some({ count: 5, prefix: 's', set })];
    const sets = splitImages(images, PERCENTAGES);
    expect(images.filter((image) => image.set === set).map(({ id }) => sets.get(id))).toEqual(
      Array(5).fill(set),
    );
  });

  test('REVIEW is left out', () => {
    const sets = splitImages(
      [...some({ count: 10 }), ...some({ count: 3, prefix: 'r', set: 'REVIEW' })],
      PERCENTAGES,
    );
    expect([...sets.keys()].filter((id) => id.startsWith('r'))).toEqual([]);
    expect(countSets(sets)).toEqual({ TRAIN: 8, TEST: 1, VALIDATION: 1 });
  });

  test('nothing gives nothing', () => {
    expect(splitImages([], PERCENTAGES).size).toBe(0);
  });

  test('a new frame follows the saved ones of its burst', () => {
    const burst = some({ count: 9, group: () => 'burst:1:s' });
    burst[4] = { ...burst[4]!, set: 'VALIDATION' };
    expect(
      countSets(splitImages([...burst, ...some({ count: 20, prefix: 'o' })], PERCENTAGES), burst),
    ).toEqual({
      TRAIN: 0,
      TEST: 0,
      VALIDATION: 9,
    });
  });

  test('a new frame of a burst that was torn by hand follows most of it', () => {
    const burst = some({ count: 5, group: () => 'burst:1:s' });
    const hand: SetType[] = ['TEST', 'TRAIN', 'TEST', 'PREDETERMINED', 'PREDETERMINED'];
    const torn = burst.map((image, index) => ({ ...image, set: hand[index]! }));
    expect([...splitImages(torn, PERCENTAGES).values()]).toEqual(['TEST', 'TRAIN', 'TEST', 'TEST', 'TEST']);
  });
});

describe('Contract 4: shares', () => {
  test.each([
    [undefined, undefined, { TRAIN: 800, TEST: 100, VALIDATION: 100 }],
    ['25', '5', { TRAIN: 700, TEST: 250, VALIDATION: 50 }],
    ['0', '0', { TRAIN: 1000, TEST: 0, VALIDATION: 0 }],
    ['0', '30', { TRAIN: 700, TEST: 0, VALIDATION: 300 }],
    ['100', '0', { TRAIN: 0, TEST: 1000, VALIDATION: 0 }],
    ['0.1', '99.9', { TRAIN: 0, TEST: 1, VALIDATION: 999 }],
  ])('test=%s and validation=%s of 1,000 images without session', (test, validation, counts) => {
    expect(countSets(splitImages(some({ count: 1000 }), parsePercentages(test, validation)))).toEqual(counts);
  });

  test('saved images count towards the shares: later frames fill up what is missing', () => {
    const saved = some({ count: 80, prefix: 's', set: 'TRAIN' });
    const sets = splitImages([...saved, ...some({ count: 20 })], PERCENTAGES);
    expect(countSets(sets)).toEqual({ TRAIN: 80, TEST: 10, VALIDATION: 10 });
  });

  test('a set that has saved images already is not filled up by force', () => {
    const saved = [
      ...some({ count: 80, prefix: 'a', set: 'TRAIN' }),
      ...some({ count: 10, prefix: 'b', set: 'TEST' }),
      ...some({ count: 10, prefix: 'c', set: 'VALIDATION' }),
    ];
    const images = some({ count: 3 });
    expect(countSets(splitImages([...saved, ...images], PERCENTAGES), images)).toEqual({
      TRAIN: 2,
      TEST: 0,
      VALIDATION: 1,
    });
  });

  test('new frames of a burst with saved ones count towards the share of its set', () => {
    const burst = some({ count: 9, prefix: 'b', group: () => 'burst:1:s' });
    burst[4] = { ...burst[4]!, set: 'VALIDATION' };
    expect(countSets(splitImages([...burst, ...some({ count: 91 })], PERCENTAGES))).toEqual({
      TRAIN: 80,
      TEST: 10,
      VALIDATION: 10,
    });
  });

  test('a share that saved images exceed gets nothing, the others share the rest as asked', () => {
    const saved = some({ count: 60, prefix: 's', set: 'TEST' });
    const images = some({ count: 90 });
    expect(countSets(splitImages([...saved, ...images], PERCENTAGES), images)).toEqual({
      TRAIN: 80,
      TEST: 0,
      VALIDATION: 10,
    });
  });

  test('saving after every new burst ends with the shares that were asked for', () => {
    let images: SplitImage[] = [];
    for (let round = 0; round < 100; round++) {
      images.push(...some({ count: 10, prefix: `r${round}-`, group: () => `burst:${round}:s` }));
      const sets = splitImages(images, PERCENTAGES);
      images = images.map((image) => ({ ...image, set: sets.get(image.id)! }));
    }
    const counts = countSets(splitImages(images, PERCENTAGES));
    for (const set of ['TEST', 'VALIDATION'] as const) {
      expect(Math.abs(counts[set] - 100)).toBeLessThanOrEqual(10);
    }
  });

  test('three bursts give one to each set', () => {
    const images = some({ count: 90, group: (index) => `burst:${index % 3}:s` });
    expect(countSets(splitImages(images, PERCENTAGES))).toEqual({ TRAIN: 30, TEST: 30, VALIDATION: 30 });
  });
});

describe('Contract 4: stratified by label as far as groups allow', () => {
  test('each label has its own shares', () => {
    const rare = some({ count: 20, prefix: 'r', tag: 'dent' });
    const images = [...some({ count: 980 }), ...rare];
    expect(countSets(splitImages(images, PERCENTAGES), rare)).toEqual({ TRAIN: 16, TEST: 2, VALIDATION: 2 });
  });

  test('the rare label of a burst decides where the burst stands', () => {
    const images = Array.from({ length: 300 }, (_, burst) =>
      some({ count: 10, prefix: `${burst}-`, group: () => `burst:${burst}:s` }).map((image, index) =>
        burst % 10 === 0 && index === 3 ? { ...image, tags: ['warp'] } : image,
      ),
    ).flat();
    const warps = images.filter(({ tags }) => tags[0] === 'warp');
    expect(countSets(splitImages(images, PERCENTAGES), warps)).toEqual({ TRAIN: 24, TEST: 3, VALIDATION: 3 });
  });

  test('a label of which there is one burst only is for training', () => {
    const single = Array.from({ length: 10 }, (_, index) =>
      some({ count: 1, prefix: `s${index}-`, tag: `t${index}` }),
    ).flat();
    const sets = splitImages([...some({ count: 90 }), ...single], PERCENTAGES);
    expect(countSets(sets, single)).toEqual({ TRAIN: 10, TEST: 0, VALIDATION: 0 });
    expect(countSets(sets)).toEqual({ TRAIN: 80, TEST: 10, VALIDATION: 10 });
  });

  test('with saved images each label fills up its own shares', () => {
    const saved = some({ count: 80, prefix: 's', tag: 'dent', set: 'TRAIN' });
    const dents = some({ count: 20, prefix: 'd', tag: 'dent' });
    const images = [...saved, ...dents, ...some({ count: 100 })];
    const sets = splitImages(images, PERCENTAGES);
    expect(countSets(sets, dents)).toEqual({ TRAIN: 0, TEST: 10, VALIDATION: 10 });
    expect(countSets(sets)).toEqual({ TRAIN: 160, TEST: 20, VALIDATION: 20 });
  });
});

test('100,000 images are split in seconds', () => {
  const images = some({ count: 100_000, group: (index) => `burst:${index % 20_000}:s` });
  const start = performance.now();
  expect(countSets(splitImages(images, PERCENTAGES))).toEqual({
    TRAIN: 80_000,
    TEST: 10_000,
    VALIDATION: 10_000,
  });
  expect(performance.now() - start).toBeLessThan(5000);
});

test('one image more among 10,000 moves a handful, whichever it is', () => {
  const images = ['a', 'b', 'c', 'd', 'e'].flatMap((tag) => some({ count: 2000, prefix: tag, tag }));
  const before = splitImages(images, PERCENTAGES);
  for (let round = 0; round < 5; round++) {
    const more = some({ count: 1, prefix: `new${round}`, tag: 'c' });
    const after = splitImages([...images, ...more], PERCENTAGES);
    const moved = images.filter(({ id }) => before.get(id) !== after.get(id));
    expect(moved.length).toBeLessThanOrEqual(4);
  }
});
