/** @covers Contract 4 split */

import { describe, expect, test } from '@jest/globals';
import type { SplitImage } from '../../functions/src/dataset/split/packed-images.ts';
import { type Percentages, toPercentages } from '../../functions/src/dataset/split/percentages.ts';
import type { SetType } from '../../packages/records/src/lists.ts';
import { TRAINING_SETS } from '../../packages/records/src/lists.ts';
import { fc } from '../support/fast-check.ts';
import { countSets, setsBySession, splitImage } from '../support/split.ts';

const TAGS = ['dust', 'dent', 'good', 'scratch'];

const percentages: fc.Arbitrary<Percentages> = fc
  .tuple(fc.nat({ max: 100 }), fc.nat({ max: 100 }))
  .filter(([test, validation]) => test + validation <= 100)
  .map(([test, validation]) => toPercentages({ test, validation }));

/** Bursts of 1 to 9 frames, some frames with equal bytes; ids and group names start with `prefix`. */
function someImages(prefix: string, bursts: number, sets: readonly SetType[]): fc.Arbitrary<SplitImage[]> {
  const frame = fc.record({
    tags: fc.subarray(TAGS, { maxLength: 2 }),
    set: fc.constantFrom(...sets),
    content: fc.option(fc.nat({ max: 400 }), { freq: 6, nil: undefined }),
  });
  return fc.array(fc.array(frame, { minLength: 1, maxLength: 9 }), { maxLength: bursts }).map((all) =>
    all.flatMap((burst, group) =>
      burst.map(({ content, ...rest }, index) =>
        splitImage({
          ...rest,
          id: `${prefix}${group}-${index}`,
          session: `${prefix}${group}`,
          ...(content !== undefined && content < 60 && { content: String(content) }),
        }),
      ),
    ),
  );
}

/** Groups as the contract defines them, computed in a simple way: join until nothing changes. */
function groupsOf(images: readonly SplitImage[]): SplitImage[][] {
  const groups: SplitImage[][] = [];
  const ties = (a: SplitImage, b: SplitImage) =>
    a.session === b.session || (a.content !== undefined && a.content === b.content);
  for (const image of images.filter(({ set }) => set !== 'REVIEW')) {
    const joined = groups.filter((group) => group.some((other) => ties(image, other)));
    for (const group of joined) groups.splice(groups.indexOf(group), 1);
    groups.push([image, ...joined.flat()]);
  }
  return groups;
}

const isSaved = ({ set }: SplitImage) => TRAINING_SETS.some((each) => each === set);
const largest = (groups: readonly SplitImage[][]) => Math.max(0, ...groups.map(({ length }) => length));

const FRESH = ['PREDETERMINED'] as const;
const ANY = [
  'PREDETERMINED',
  'PREDETERMINED',
  'PREDETERMINED',
  'REVIEW',
  'TRAIN',
  'TEST',
  'VALIDATION',
] as const;

describe('Contract 4: invariants of the split', () => {
  test('every image appears once, except those in REVIEW', () => {
    fc.assert(
      fc.property(someImages('a', 25, ANY), percentages, (images, asked) => {
        const expected = images.filter(({ set }) => set !== 'REVIEW').map(({ id }) => id);
        expect([...setsBySession(images, asked).keys()].sort()).toEqual(expected.sort());
      }),
    );
  });

  test('saved sets never change', () => {
    fc.assert(
      fc.property(someImages('a', 25, ANY), percentages, (images, asked) => {
        const sets = setsBySession(images, asked);
        for (const image of images.filter(isSaved)) expect(sets.get(image.id)).toBe(image.set);
      }),
    );
  });

  test('groups are in one set, unless their saved images are not', () => {
    fc.assert(
      fc.property(someImages('a', 25, ANY), percentages, (images, asked) => {
        const sets = setsBySession(images, asked);
        for (const group of groupsOf(images)) {
          const saved = new Set(group.filter(isSaved).map(({ set }) => set));
          const given = new Set(group.map(({ id }) => sets.get(id)));
          expect(given.size).toBeLessThanOrEqual(Math.max(1, saved.size));
        }
      }),
    );
  });

  test('the same records in any order give the same sets', () => {
    const shuffled = someImages('a', 25, ANY).chain((images) =>
      fc.tuple(
        fc.constant(images),
        fc.shuffledSubarray(images, { minLength: images.length, maxLength: images.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, percentages, ([images, mixed], asked) => {
        expect(setsBySession(mixed, asked)).toEqual(setsBySession(images, asked));
      }),
    );
  });

  test('the order of the frames in a burst does not matter either', () => {
    const pairs = fc.array(fc.tuple(fc.constantFrom('dust', 'dent'), fc.constantFrom('dust', 'dent')), {
      minLength: 20,
      maxLength: 40,
    });
    fc.assert(
      fc.property(pairs, (bursts) => {
        const images = bursts.flatMap((tags, burst) =>
          tags.map((tag, index) => splitImage({ id: `${burst}-${index}`, session: `${burst}`, tags: [tag] })),
        );
        const asked = toPercentages({ test: 30, validation: 30 });
        expect(setsBySession(images.toReversed(), asked)).toEqual(setsBySession(images, asked));
      }),
      { numRuns: 300 },
    );
  });

  test('each share is within one group of the request, or within two if a set had to be filled', () => {
    fc.assert(
      fc.property(someImages('a', 40, FRESH), percentages, (images, asked) => {
        const counts = countSets(setsBySession(images, asked));
        const groups = groupsOf(images);
        const errors = TRAINING_SETS.map((set) => Math.abs(counts[set] - (images.length * asked[set]) / 100));
        const wasFilled = TRAINING_SETS.some(
          (set) => asked[set] > 0 && (images.length * asked[set]) / 100 <= largest(groups),
        );
        expect(Math.max(...errors)).toBeLessThanOrEqual(largest(groups) * (wasFilled ? 2 : 1) + 1e-9);
      }),
      { numRuns: 300 },
    );
  });

  test('with saved images too, if they leave room', () => {
    fc.assert(
      fc.property(someImages('a', 40, ANY), percentages, (images, asked) => {
        const sets = setsBySession(images, asked);
        const groups = groupsOf(images);
        const free = groups.filter((group) => !group.some(isSaved));
        const held = groups.filter((group) => group.some(isSaved)).flat();
        const taken = countSets(new Map(held.map(({ id }) => [id, sets.get(id)!])));
        fc.pre(TRAINING_SETS.every((set) => taken[set] <= (sets.size * asked[set]) / 100));
        const counts = countSets(sets);
        for (const set of TRAINING_SETS) {
          const error = Math.abs(counts[set] - (sets.size * asked[set]) / 100);
          expect(error).toBeLessThanOrEqual(2 * largest(free) + 1e-9);
        }
      }),
    );
  });

  test('with at least 3 groups no requested set is empty, and no other set is filled', () => {
    fc.assert(
      fc.property(someImages('a', 12, FRESH), percentages, (images, asked) => {
        fc.pre(groupsOf(images).length >= 3);
        const counts = countSets(setsBySession(images, asked));
        for (const set of TRAINING_SETS) expect(counts[set] > 0).toBe(asked[set] > 0);
      }),
    );
  });

  test('after saving, the next split gives the same sets', () => {
    fc.assert(
      fc.property(someImages('a', 25, ANY), percentages, percentages, (images, asked, later) => {
        const sets = setsBySession(images, asked);
        const saved = images.map((image) => ({ ...image, set: sets.get(image.id) ?? image.set }));
        expect(setsBySession(saved, later)).toEqual(sets);
      }),
    );
  });
});
