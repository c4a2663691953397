/**
 * Acceptance of many suggestions after some were judged: Clopper and Pearson's bound, the sample, and that the bound holds.
 * @covers Contract 15: accept; a fixed sample, spread over classes, a bound at 95 % confidence, below `precision` nothing is accepted
 */
import { describe, expect, test } from '@jest/globals';
import { Random } from '../../emulators/scenes/random.ts';
import { auditSize, decide, drawSample, type Suggestion } from '../../packages/look/src/acceptance.ts';
import { lowerBound, sampleSize } from '../../packages/look/src/bound.ts';
import { fc } from '../support/fast-check.ts';

describe('the bound', () => {
  // By R's binom.test(k, n, alternative = "greater").
  test.each([
    [59, 59, 0.9505],
    [9, 10, 0.6058],
    [1, 1, 0.05],
    [0, 10, 0],
  ])('%i right of %i: at least %f', (right, judged, bound) =>
    expect(lowerBound(right, judged)).toBeCloseTo(bound, 4),
  );

  test('is the share with which so many right ones come up in 5 % of cases', () => {
    const cases = fc
      .integer({ min: 1, max: 300 })
      .chain((judged) => fc.tuple(fc.integer({ min: 1, max: judged }), fc.constant(judged)));
    fc.assert(
      fc.property(cases, ([right, judged]) => {
        expect(atLeast(right, judged, lowerBound(right, judged))).toBeCloseTo(0.05, 9);
      }),
      { numRuns: 20 },
    );
  });

  /** By adding one image after the other. */
  function atLeast(right: number, judged: number, share: number): number {
    let chances = [1];
    for (let image = 0; image < judged; image++)
      chances = Array.from(
        { length: image + 2 },
        (_, count) => (chances[count] ?? 0) * (1 - share) + (chances[count - 1] ?? 0) * share,
      );
    return chances.slice(right).reduce((sum, chance) => sum + chance, 0);
  }

  test('how many must be judged', () => {
    expect([0, 1, 2].map((wrong) => sampleSize(0.95, wrong))).toEqual([59, 93, 124]);
    expect(sampleSize(0.9)).toBe(29);
    expect(auditSize(20, 0.95)).toBe(20);
    expect(() => sampleSize(1)).toThrow(RangeError);
    expect(() => lowerBound(3, 2)).toThrow(RangeError);
  });
});

describe('the sample', () => {
  const suggestions = (counts: readonly number[], seed = 1): Suggestion[] => {
    const random = new Random(seed);
    return counts.flatMap((count, label) =>
      Array.from({ length: count }, () => ({ label, score: random.next() })),
    );
  };

  test('is fixed by its seed, without repetition, and every class has its share', () => {
    const list = suggestions([600, 300, 100]);
    const sample = drawSample(list, 59, 7);
    expect(drawSample(list, 59, 7)).toEqual(sample);
    expect(drawSample(list, 59, 8)).not.toEqual(sample);
    expect(new Set(sample).size).toBe(59);
    expect(sample).toEqual(sample.toSorted((a, b) => a - b));
    for (const [label, share] of [0.6, 0.3, 0.1].entries()) {
      const drawn = sample.filter((at) => list[at]!.label === label).length;
      expect(Math.abs(drawn - share * 59)).toBeLessThan(2);
    }
  });

  test('is everything where there is little', () => {
    expect(drawSample(suggestions([3, 2]), 59, 1)).toEqual([0, 1, 2, 3, 4]);
    expect(drawSample([], 59, 1)).toEqual([]);
    expect(drawSample(suggestions([60]), 59, 1)).toHaveLength(59);
  });

  test('takes each suggestion equally often', () => {
    const list = suggestions([10, 7]);
    const times = new Array<number>(17).fill(0);
    for (let seed = 0; seed < 2000; seed++) for (const at of drawSample(list, 5, seed)) times[at]!++;
    for (const count of times) expect(Math.abs(count / 2000 - 5 / 17)).toBeLessThan(0.04);
  });

  test('decides: below the precision nothing is enough, and all judged leaves nothing to estimate', () => {
    const judged = (right: number, all: number) => Array.from({ length: all }, (_, at) => at < right);
    expect(decide(judged(59, 59), 1000, 0.95)).toEqual({ bound: expect.closeTo(0.9505, 4), isEnough: true });
    expect(decide(judged(58, 59), 1000, 0.95).isEnough).toBe(false);
    expect(decide(judged(19, 20), 20, 0.95)).toEqual({ bound: 0.95, isEnough: true });
    expect(decide([], 0, 0.95)).toEqual({ bound: 0, isEnough: false });
  });

  const AUDITS = 200;
  const size = auditSize(1000, 0.95);

  /** By class: how many, and which share of them is right. */
  test.each<[string, readonly (readonly [count: number, right: number])[]]>([
    [
      'all alike',
      [
        [500, 0.96],
        [500, 0.96],
      ],
    ],
    [
      'a class of 1 % that is mostly wrong',
      [
        [990, 0.98],
        [10, 0.2],
      ],
    ],
    [
      'a class that nobody labelled, suggested as others',
      [
        [400, 0.99],
        [400, 0.7],
        [200, 0.97],
      ],
    ],
    [
      'a share of the labels was wrong',
      [
        [300, 0.93],
        [300, 0.94],
        [400, 0.96],
      ],
    ],
    [
      'few images',
      [
        [70, 0.9],
        [20, 0.95],
      ],
    ],
  ])('the bound holds in at least 93 of 100 audits: %s', (_, classes) => {
    const random = new Random(11);
    let holds = 0;
    for (let audit = 0; audit < AUDITS; audit++) {
      const list = suggestions(
        classes.map(([count]) => count),
        audit,
      );
      const isRight = list.map(({ label }) => random.next() < classes[label]![1]);
      const sample = drawSample(list, size, audit);
      const { bound } = decide(
        sample.map((at) => isRight[at]!),
        list.length,
        0.95,
      );
      if (isRight.filter(Boolean).length / list.length >= bound) holds++;
    }
    expect(holds / AUDITS).toBeGreaterThanOrEqual(0.93);
  });
});
