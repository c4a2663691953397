/** @covers Contract 4 split */

import { describe, expect, test } from '@jest/globals';
import type { SplitImage } from '../../functions/src/dataset/split/packed-images.ts';
import { toPercentages } from '../../functions/src/dataset/split/percentages.ts';
import type { SetType } from '../../packages/records/src/lists.ts';
import { countSets, setsBySession, splitImage } from '../support/split.ts';
import { timesAsLong } from '../support/times-as-long.ts';

const PERCENTAGES = toPercentages({});

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
    return splitImage({ id, set, tags: [tag], session: group?.(index) ?? '' });
  });

describe('Contract 4: which images the split moves', () => {
  test.each(['TRAIN', 'TEST', 'VALIDATION'] as const)('an image in %s keeps its set', (set) => {
    const images = [...some({ count: 20 }), ...some({ count: 5, prefix: 's', set })];
    const sets = setsBySession(images, PERCENTAGES);
    expect(images.filter((image) => image.set === set).map(({ id }) => sets.get(id))).toEqual(
      Array(5).fill(set),
    );
  });

  test('REVIEW is left out', () => {
    const sets = setsBySession(
      [...some({ count: 10 }), ...some({ count: 3, prefix: 'r', set: 'REVIEW' })],
      PERCENTAGES,
    );
    expect([...sets.keys()].filter((id) => id.startsWith('r'))).toEqual([]);
    expect(countSets(sets)).toEqual({ TRAIN: 8, TEST: 1, VALIDATION: 1 });
  });

  test('no images give no sets', () => {
    expect(setsBySession([], PERCENTAGES).size).toBe(0);
  });

  test('a new frame follows the saved ones of its burst', () => {
    const burst = some({ count: 9, group: () => 'burst:1:s' });
    burst[4] = { ...burst[4]!, set: 'VALIDATION' };
    expect(
      countSets(setsBySession([...burst, ...some({ count: 20, prefix: 'o' })], PERCENTAGES), burst),
    ).toEqual({
      TRAIN: 0,
      TEST: 0,
      VALIDATION: 9,
    });
  });

  test('a new frame of a burst that was split by hand follows its majority', () => {
    const burst = some({ count: 5, group: () => 'burst:1:s' });
    const hand: SetType[] = ['TEST', 'TRAIN', 'TEST', 'PREDETERMINED', 'PREDETERMINED'];
    const torn = burst.map((image, index) => ({ ...image, set: hand[index]! }));
    expect([...setsBySession(torn, PERCENTAGES).values()]).toEqual(['TEST', 'TRAIN', 'TEST', 'TEST', 'TEST']);
  });
});

describe('Contract 4: shares', () => {
  test.each([
    [undefined, undefined, { TRAIN: 800, TEST: 100, VALIDATION: 100 }],
    [25, 5, { TRAIN: 700, TEST: 250, VALIDATION: 50 }],
    [0, 0, { TRAIN: 1000, TEST: 0, VALIDATION: 0 }],
    [0, 30, { TRAIN: 700, TEST: 0, VALIDATION: 300 }],
    [100, 0, { TRAIN: 0, TEST: 1000, VALIDATION: 0 }],
    [0.1, 99.9, { TRAIN: 0, TEST: 1, VALIDATION: 999 }],
  ])('test=%s and validation=%s of 1,000 images without session', (test, validation, counts) => {
    expect(countSets(setsBySession(some({ count: 1000 }), toPercentages({ test, validation })))).toEqual(
      counts,
    );
  });

  test('saved images count towards the shares: later frames fill up what is missing', () => {
    const saved = some({ count: 80, prefix: 's', set: 'TRAIN' });
    const sets = setsBySession([...saved, ...some({ count: 20 })], PERCENTAGES);
    expect(countSets(sets)).toEqual({ TRAIN: 80, TEST: 10, VALIDATION: 10 });
  });

  test('a set that already has saved images is not filled further', () => {
    const saved = [
      ...some({ count: 80, prefix: 'a', set: 'TRAIN' }),
      ...some({ count: 10, prefix: 'b', set: 'TEST' }),
      ...some({ count: 10, prefix: 'c', set: 'VALIDATION' }),
    ];
    const images = some({ count: 3 });
    expect(countSets(setsBySession([...saved, ...images], PERCENTAGES), images)).toEqual({
      TRAIN: 2,
      TEST: 0,
      VALIDATION: 1,
    });
  });

  test('new frames of a burst with saved ones count towards the share of its set', () => {
    const burst = some({ count: 9, prefix: 'b', group: () => 'burst:1:s' });
    burst[4] = { ...burst[4]!, set: 'VALIDATION' };
    expect(countSets(setsBySession([...burst, ...some({ count: 91 })], PERCENTAGES))).toEqual({
      TRAIN: 80,
      TEST: 10,
      VALIDATION: 10,
    });
  });

  test('a share that saved images exceed gets nothing, the others divide the rest as requested', () => {
    const saved = some({ count: 60, prefix: 's', set: 'TEST' });
    const images = some({ count: 90 });
    expect(countSets(setsBySession([...saved, ...images], PERCENTAGES), images)).toEqual({
      TRAIN: 80,
      TEST: 0,
      VALIDATION: 10,
    });
  });

  test('saving after every new burst ends with the requested shares', () => {
    let images: SplitImage[] = [];
    for (let round = 0; round < 100; round++) {
      images.push(...some({ count: 10, prefix: `r${round}-`, group: () => `burst:${round}:s` }));
      const sets = setsBySession(images, PERCENTAGES);
      images = images.map((image) => ({ ...image, set: sets.get(image.id)! }));
    }
    const counts = countSets(setsBySession(images, PERCENTAGES));
    for (const set of ['TEST', 'VALIDATION'] as const) {
      expect(Math.abs(counts[set] - 100)).toBeLessThanOrEqual(10);
    }
  });

  test('three bursts give one to each set', () => {
    const images = some({ count: 90, group: (index) => `burst:${index % 3}:s` });
    expect(countSets(setsBySession(images, PERCENTAGES))).toEqual({ TRAIN: 30, TEST: 30, VALIDATION: 30 });
  });
});

describe('Contract 4: stratified by label as far as possible with groups', () => {
  test('each label has its own shares', () => {
    const rare = some({ count: 20, prefix: 'r', tag: 'dent' });
    const images = [...some({ count: 980 }), ...rare];
    expect(countSets(setsBySession(images, PERCENTAGES), rare)).toEqual({
      TRAIN: 16,
      TEST: 2,
      VALIDATION: 2,
    });
  });

  test('the rarest label of a burst is its stratum', () => {
    const images = Array.from({ length: 300 }, (_, burst) =>
      some({ count: 10, prefix: `${burst}-`, group: () => `burst:${burst}:s` }).map((image, index) =>
        burst % 10 === 0 && index === 3 ? { ...image, tags: ['warp'] } : image,
      ),
    ).flat();
    const warps = images.filter(({ tags }) => tags[0] === 'warp');
    expect(countSets(setsBySession(images, PERCENTAGES), warps)).toEqual({
      TRAIN: 24,
      TEST: 3,
      VALIDATION: 3,
    });
  });

  test('a label with a single burst is for training', () => {
    const single = Array.from({ length: 10 }, (_, index) =>
      some({ count: 1, prefix: `s${index}-`, tag: `t${index}` }),
    ).flat();
    const sets = setsBySession([...some({ count: 90 }), ...single], PERCENTAGES);
    expect(countSets(sets, single)).toEqual({ TRAIN: 10, TEST: 0, VALIDATION: 0 });
    // 72, 9 and 9 of the 90, as close as one percent of all images allows.
    expect(countSets(sets)).toEqual({ TRAIN: 81, TEST: 9, VALIDATION: 10 });
  });

  test('with saved images each label completes its own shares', () => {
    const saved = some({ count: 80, prefix: 's', tag: 'dent', set: 'TRAIN' });
    const dents = some({ count: 20, prefix: 'd', tag: 'dent' });
    const images = [...saved, ...dents, ...some({ count: 100 })];
    const sets = setsBySession(images, PERCENTAGES);
    expect(countSets(sets, dents)).toEqual({ TRAIN: 0, TEST: 10, VALIDATION: 10 });
    expect(countSets(sets)).toEqual({ TRAIN: 160, TEST: 20, VALIDATION: 20 });
  });
});

test('a split takes time proportional to the number of images', () => {
  const split = (count: number) => {
    const images = some({ count, group: (index) => `burst:${index % (count / 5)}:s` });
    expect(countSets(setsBySession(images, PERCENTAGES))).toEqual({
      TRAIN: count * 0.8,
      TEST: count * 0.1,
      VALIDATION: count * 0.1,
    });
  };
  // Linear would be 50, and up to 300 on a busy machine, where garbage is collected within the longer one; quadratic 2,500.
  expect(
    timesAsLong(
      () => split(100_000),
      () => split(2_000),
    ),
  ).toBeLessThan(1_250);
});

test('one more image among 10,000 moves only a handful, whichever it is', () => {
  const images = ['a', 'b', 'c', 'd', 'e'].flatMap((tag) => some({ count: 2000, prefix: tag, tag }));
  const before = setsBySession(images, PERCENTAGES);
  for (let round = 0; round < 5; round++) {
    const more = some({ count: 1, prefix: `new${round}`, tag: 'c' });
    const after = setsBySession([...images, ...more], PERCENTAGES);
    const moved = images.filter(({ id }) => before.get(id) !== after.get(id));
    expect(moved.length).toBeLessThanOrEqual(4);
  }
});
