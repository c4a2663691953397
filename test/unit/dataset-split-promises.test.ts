/**
 * Contract 4: the promises of the split for shares and classes, and its warnings when it cannot keep them.
 * @covers Contract 4 split
 */

import { describe, expect, test } from '@jest/globals';
import { GROUP_MODES, type GroupMode } from '../../functions/src/dataset/split/groups.ts';
import type { SplitImage } from '../../functions/src/dataset/split/packed-images.ts';
import { type Percentages, toPercentages } from '../../functions/src/dataset/split/percentages.ts';
import { sentenceOf, type Warning } from '../../functions/src/dataset/split/sentences.ts';
import { burstLimit } from '../../functions/src/dataset/split/split.ts';
import { shorten, warningsOf } from '../../functions/src/dataset/split/warnings.ts';
import { TRAINING_SETS, type TrainingSet } from '../../packages/records/src/lists.ts';
import { deVersions } from '../../web/src/text/de-versions.ts';
import { fc } from '../support/fast-check.ts';
import { countSets, gatherGroups, splitImage, splitImages } from '../support/split.ts';

type Split = ReturnType<typeof splitImages>;

const TAGS = ['dust', 'dent', 'good', 'scratch'];
const SETS = [
  'PREDETERMINED',
  'PREDETERMINED',
  'PREDETERMINED',
  'TRAIN',
  'TEST',
  'VALIDATION',
  'REVIEW',
] as const;

const asked = (test: number, validation: number): Percentages => toPercentages({ test, validation });

const warnings = (split: Split, percentages: Percentages): string[] =>
  warningsOf(split, percentages, (tag) => tag).map(sentenceOf);

/** The classes (or `all`) whose shares are reported as missed; not cut bursts, nor classes without promises. */
const broken = (split: Split, percentages: Percentages): string[] =>
  warnings(split, percentages).flatMap((each) => {
    const labels = [...each.matchAll(/"(\w+)"/g)].map(([, label]) => label!);
    if (each.startsWith('The sets have')) return labels.length > 0 ? labels : ['all'];
    return each.startsWith('Images keep the sets') ? labels : [];
  });

const percentages = fc
  .tuple(fc.nat({ max: 100 }), fc.nat({ max: 100 }))
  .filter(([test, validation]) => test + validation <= 100)
  .map(([test, validation]) => asked(test, validation));

interface Burst {
  frames: number;
  gap: number;
  tags: string[];
  bits: number;
  set: (typeof SETS)[number];
  copy: number;
}

const burst = (sets: readonly (typeof SETS)[number][], mostTags: number) =>
  fc.record<Burst>({
    frames: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 20, max: 60 })),
    gap: fc.constantFrom(100, 1000, 4000),
    tags: fc.subarray(TAGS, { maxLength: mostTags }),
    bits: fc.nat({ max: 3 }),
    set: fc.constantFrom(...sets),
    copy: fc.nat({ max: 60 }),
  });

/** Bursts of any sizes, each a different scene; some in sessions, some copies of one picture. */
function film(bursts: readonly Burst[]): SplitImage[] {
  let date = 0;
  return bursts.flatMap(({ frames, gap, tags, bits, set, copy }, at) => {
    date += 5000;
    return Array.from({ length: frames }, (_, frame) => {
      date += gap;
      const scene = (BigInt(at + 1) * 0x9e3779b97f4a7c15n) % 2n ** 60n;
      const look = (scene * 16n + BigInt(frame % 2 === 0 ? 0 : 2 ** bits - 1)).toString(16).padStart(16, '0');
      const fields = { session: at % 4 === 3 ? '' : `s${at % 3}`, date, look, tags, set };
      return splitImage({ id: `b${at}-${frame}`, ...fields, ...(copy < 3 && { content: `${copy}` }) });
    });
  });
}

const any = fc.array(burst(SETS, 3), { maxLength: 60 }).map(film);

/** Computed independently of the code under test: the promises that the sets miss. */
function misses(images: readonly SplitImage[], split: Split, wanted: Percentages, mode: GroupMode): string[] {
  const counted = images.filter(({ set }) => set !== 'REVIEW');
  const { groups } = gatherGroups(images, mode, burstLimit(counted.length, wanted));
  const groupsWith = (tag: string | null) =>
    groups.filter(({ members }) =>
      members.some((index) => tag === null || images[index]!.tags.includes(tag)),
    );
  return [null, ...TAGS]
    .filter((tag) => {
      const some = counted.filter(({ tags }) => tag === null || tags.includes(tag));
      const found = groupsWith(tag).length;
      if (some.length === 0 || (tag !== null && found < 10)) return false;
      const counts = countSets(split.sets, some);
      return TRAINING_SETS.some((set) => {
        const off = Math.abs(counts[set] - (some.length * wanted[set]) / 100);
        const isFar = off > some.length * (tag === null ? 0.01 : 0.02) + 1e-6 && off > 1 - 1e-5;
        return isFar || (counts[set] === 0 && wanted[set] > 0 && (tag === null || found >= 3));
      });
    })
    .map((tag) => tag ?? 'all');
}

describe('Contract 4: shares and classes, or a warning', () => {
  test('each promise is either kept or reported, and kept promises are not reported', () => {
    fc.assert(
      fc.property(any, percentages, fc.constantFrom(...GROUP_MODES), (images, wanted, mode) => {
        const split = splitImages(images, wanted, mode);
        expect(broken(split, wanted).sort()).toEqual(misses(images, split, wanted, mode).sort());
      }),
      { numRuns: 300 },
    );
  });

  test('the same records in any order give the same sets, cuts and warnings', () => {
    const mixed = any.chain((images) =>
      fc.tuple(fc.constant(images), fc.shuffledSubarray(images, { minLength: images.length })),
    );
    fc.assert(
      fc.property(mixed, percentages, fc.constantFrom(...GROUP_MODES), ([images, shuffled], wanted, mode) => {
        const [a, b] = [splitImages(images, wanted, mode), splitImages(shuffled, wanted, mode)];
        expect(b.sets).toEqual(a.sets);
        expect(warnings(b, wanted)).toEqual(warnings(a, wanted));
        expect([b.cuts?.apart, b.places.length]).toEqual([a.cuts?.apart, a.places.length]);
      }),
    );
  });

  test('with bursts of any sizes each share is within one percent, if a set is a tenth or smaller and has room for each class', () => {
    const unlike = fc
      .array(burst(['PREDETERMINED'], 1), { minLength: 1, maxLength: 60 })
      .map((bursts) => film(bursts.map((each) => ({ ...each, copy: 60 }))));
    const shares = fc.tuple(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 89 }));
    fc.assert(
      fc.property(unlike, shares, (images, [test, validation]) => {
        fc.pre(images.length >= 100);
        // Each class needs an image in each set, which may be more than the share of a very small set.
        const smallest = Math.min(test, validation, 100 - test - validation) / 100;
        fc.pre(images.length * smallest >= TAGS.length);
        const counts = countSets(splitImages(images, asked(test, validation), 'burst').sets);
        for (const set of TRAINING_SETS) {
          const share = (100 * counts[set]) / images.length;
          expect(Math.abs(share - asked(test, validation)[set])).toBeLessThanOrEqual(1 + 100 / images.length);
        }
      }),
    );
  });

  test('single images of one class each: every class of 10 is in every set with its share, without warnings', () => {
    const classes = fc.array(fc.integer({ min: 10, max: 120 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(classes, fc.nat(), (sizes, seed) => {
        const images = sizes.flatMap((size, tag) =>
          Array.from({ length: size }, (_, at) =>
            splitImage({ id: `${seed}-${tag}-${at}`, tags: [`t${tag}`] }),
          ),
        );
        const split = splitImages(images, asked(10, 10), 'burst');
        expect(warnings(split, asked(10, 10))).toEqual([]);
        for (const tag of sizes.keys()) {
          const own = images.filter(({ tags }) => tags[0] === `t${tag}`);
          const counts = countSets(split.sets, own);
          for (const set of TRAINING_SETS) expect(counts[set]).toBeGreaterThan(0);
        }
      }),
    );
  });

  test('images of several classes: the same, although the cuts alone would miss most shares', () => {
    // Each image has `a`; the other tags are spread over them, so that none of them is a stratum.
    const images = Array.from({ length: 2000 }, (_, at) =>
      splitImage({
        id: `i${at * 7919}`,
        tags: ['a', ...['b', 'c', 'd', 'e'].filter((_, bit) => (at * 31) % (17 + bit * 5) === 0)],
      }),
    );
    const split = splitImages(images, asked(10, 10), 'burst');
    expect(warnings(split, asked(10, 10))).toEqual([]);
  });

  test('adding images moves few others, and almost none far from the cuts', () => {
    const made = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, at) =>
        splitImage({ id: `${prefix}${at}`, tags: [TAGS[at % 4]!, ...(at % 7 === 0 ? ['rare'] : [])] }),
      );
    const old = made('old', 3000);
    const before = splitImages(old, asked(10, 20), 'burst').sets;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(), (k, seed) => {
        const after = splitImages([...old, ...made(`new${seed}-`, k)], asked(10, 20), 'burst').sets;
        const moved = old.filter(({ id }) => before.get(id) !== after.get(id)).length;
        // Two cuts in each of four strata, and the moves that keep the promise for the fifth class.
        expect(moved).toBeLessThanOrEqual(2 * (k + 4 * 3) + 20);
      }),
      { numRuns: 30 },
    );
  });
});

describe('Contract 4, by name', () => {
  const inSets = (split: Split, only?: readonly SplitImage[]) => countSets(split.sets, only);
  /** 64 bits, about half of which differ between two numbers. */
  const lookOf = (number: number) =>
    ((BigInt(number + 1) * 0x9e3779b97f4a7c15n) % 2n ** 64n).toString(16).padStart(16, '0');

  test.each([true, false])('158 different photographs sent in one minute (with hashes: %s)', (hasLooks) => {
    const photos = Array.from({ length: 158 }, (_, at) =>
      splitImage({
        id: `p${at}`,
        session: 's',
        date: at * 380,
        look: hasLooks ? lookOf(at) : '',
        tags: ['photo'],
      }),
    );
    const split = splitImages(photos, asked(10, 20), 'burst');
    expect(inSets(split)).toEqual({ TRAIN: 111, TEST: 16, VALIDATION: 31 });
    expect(broken(split, asked(10, 20))).toEqual([]);
    if (hasLooks) expect([warnings(split, asked(10, 20)), split.places]).toEqual([[], []]);
    else expect(split.cuts).toMatchObject({ limit: 1, bursts: 1 });
  });

  test('5,000 frames of two classes filmed one after the other', () => {
    const frames = Array.from({ length: 5000 }, (_, at) =>
      splitImage({
        id: `f${at}`,
        session: 's',
        date: at * 100,
        look: lookOf(Math.floor(at / 700)),
        tags: [at < 2500 ? 'nut' : 'bolt'],
      }),
    );
    const split = splitImages(frames, asked(10, 10), 'burst');
    expect(broken(split, asked(10, 10))).toEqual([]);
    for (const [tag, most] of [
      [null, 50],
      ['nut', 50],
      ['bolt', 50],
    ] as const) {
      const own = frames.filter(({ tags }) => tag === null || tags[0] === tag);
      const counts = inSets(split, own);
      expect(Math.abs(counts.TEST - own.length / 10)).toBeLessThanOrEqual(most);
      expect(Math.abs(counts.VALIDATION - own.length / 10)).toBeLessThanOrEqual(most);
    }
    expect(split.cuts).toMatchObject({ limit: 32, bursts: 8 });
  });

  test('one camera that looks at a still scene for an hour', () => {
    const frames = Array.from({ length: 3600 }, (_, at) =>
      splitImage({ id: `f${at}`, session: 's', date: at * 1000, look: lookOf(1), tags: ['still'] }),
    );
    const split = splitImages(frames, asked(10, 10), 'burst');
    const counts = inSets(split);
    for (const set of ['TEST', 'VALIDATION'] as const)
      expect(Math.abs(counts[set] - 360)).toBeLessThanOrEqual(36);
    const { limit, bursts, apart } = split.cuts!;
    const { places } = split;
    expect([limit, bursts]).toEqual([32, 1]);
    expect(places.length).toBeLessThan((4 * 3600) / 32);
    expect(warnings(split, asked(10, 10))).toEqual([
      `1 burst has more images than a group may have for these shares (32) and had to be cut: at ${apart} places images that look alike are in different sets.`,
    ]);
  });

  test('three images', () => {
    const images = ['a', 'b', 'c'].map((id) => splitImage({ id, tags: ['x'] }));
    const split = splitImages(images, asked(10, 10), 'burst');
    expect(inSets(split)).toEqual({ TRAIN: 1, TEST: 1, VALIDATION: 1 });
    expect(warnings(split, asked(10, 10))).toEqual([
      'The sets have TRAIN 33.3, TEST 33.3, VALIDATION 33.3 percent of the images instead of 80, 10, 10: there are 3 groups of images only.',
    ]);
  });

  test('one class of 9', () => {
    const images = [
      ...Array.from({ length: 9 }, (_, at) => splitImage({ id: `r${at}`, tags: ['rare'] })),
      ...Array.from({ length: 200 }, (_, at) => splitImage({ id: `c${at}`, tags: ['common'] })),
    ];
    const split = splitImages(images, asked(10, 10), 'burst');
    expect(inSets(split, images.slice(0, 9))).toEqual({ TRAIN: 7, TEST: 1, VALIDATION: 1 });
    expect(warnings(split, asked(10, 10))).toEqual([]);
    const few = splitImages(images.slice(7), asked(10, 10), 'burst');
    expect(warnings(few, asked(10, 10))).toEqual([
      '1 label with fewer than 10 groups of images could not be put into every set: "rare" (not in TEST, VALIDATION).',
    ]);
  });

  test('all images with saved sets', () => {
    const saved: TrainingSet[] = ['TRAIN', 'TEST', 'TEST', 'VALIDATION'];
    const images = Array.from({ length: 40 }, (_, at) =>
      splitImage({ id: `i${at}`, set: saved[at % 4]!, tags: ['x'] }),
    );
    const split = splitImages(images, asked(10, 10), 'burst');
    expect(images.every(({ id, set }) => split.sets.get(id) === set)).toBe(true);
    expect(warnings(split, asked(10, 10))).toEqual([
      'The sets have TRAIN 25, TEST 50, VALIDATION 25 percent of the images instead of 80, 10, 10: images keep the sets that were saved before.',
      'Images keep the sets that were saved before, which misses the shares of label "x".',
    ]);
  });

  test('a session that must stay in one set', () => {
    const images = Array.from({ length: 100 }, (_, at) =>
      splitImage({ id: `i${at}`, session: at < 70 ? 'long' : `s${at}`, tags: ['x'] }),
    );
    const split = splitImages(images, asked(40, 40), 'session');
    expect(warnings(split, asked(40, 40))).toEqual([
      expect.stringMatching(
        /^The sets have .* instead of 20, 40, 40: groups stay whole, and the largest has 70 images\.$/,
      ),
      expect.stringMatching(
        /^The sets have .* label "x" instead of 20, 40, 40: groups stay whole, and the largest has 70 images\.$/,
      ),
    ]);
  });

  test('two images', () => {
    const images = ['a', 'b'].map((id) => splitImage({ id, tags: ['x'] }));
    expect(warnings(splitImages(images, asked(10, 10), 'burst'), asked(10, 10))[0]).toMatch(
      /: there are 2 groups of images only\.$/,
    );
    expect(warnings(splitImages(images.slice(1), asked(10, 10), 'burst'), asked(10, 10))).toHaveLength(2);
    expect(warnings(splitImages([], asked(10, 10), 'burst'), asked(10, 10))).toEqual([]);
  });
});

test('the console has every warning of any split in German', () => {
  const ENGLISH = /\b(the|of|images|with|sets|there|groups|labels?)\b/;
  fc.assert(
    fc.property(any, percentages, (images, wanted) => {
      const said = warningsOf(splitImages(images, wanted, 'burst'), wanted, (tag) => tag);
      for (const each of said) expect(deVersions.splitWarning('', each)).not.toMatch(ENGLISH);
    }),
  );
});

test('an answer has the first warnings, and says how many more there are', () => {
  const many = Array.from({ length: 23 }, (_, at): Warning => {
    return { code: 'saved', values: { labels: [`label ${at}`], count: 1 } };
  });
  expect(shorten(many.slice(0, 20))).toEqual(many.slice(0, 20));
  expect(shorten(many)).toEqual([...many.slice(0, 20), { code: 'more', values: { count: 3 } }]);
});

test('there are no warnings about labels that the file leaves out', () => {
  const images = [splitImage({ id: 'a', tags: ['hidden'] }), splitImage({ id: 'b', tags: ['shown'] })];
  const said = warningsOf(splitImages(images, asked(0, 0), 'burst'), asked(0, 0), () => null);
  expect(said).toEqual([]);
  const split = splitImages(images, asked(10, 10), 'burst');
  const all = warningsOf(split, asked(10, 10), (tag) => (tag === 'shown' ? 'Shown' : null))
    .map(sentenceOf)
    .join('\n');
  expect(all).toContain('"Shown"');
  expect(all).not.toContain('hidden');
});
