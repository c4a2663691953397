/**
 * Acceptance of many suggestions after some were reviewed: the bounds by class, the sample, and that what is promised holds.
 * @covers Contract 15: accept; a fixed sample of each class, bounds at 95 % confidence, what of a class may be lost; below `precision`, or where more may be lost than is known, nothing is accepted
 */
import { describe, expect, test } from '@jest/globals';
import { Random } from '../../emulators/scenes/random.ts';
import {
  auditSizes,
  type ClassCount,
  decide,
  drawSample,
  type Reviewed,
  type Suggestion,
} from '../../packages/look/src/acceptance.ts';
import { lowerBound, mostOf, sampleSize } from '../../packages/look/src/bound.ts';
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

  test('how many must be reviewed', () => {
    expect([0, 1, 2].map((wrong) => sampleSize(0.95, wrong))).toEqual([59, 93, 124]);
    expect(sampleSize(0.9)).toBe(29);
    expect(() => sampleSize(1)).toThrow(RangeError);
    expect(() => lowerBound(3, 2)).toThrow(RangeError);
  });

  test('how many there may be at most is what a search would miss in 5 % of cases', () => {
    const cases = fc.record({
      found: fc.integer({ min: 0, max: 20 }),
      share: fc.double({ min: 0.02, max: 0.98, noNaN: true }),
    });
    fc.assert(
      fc.property(cases, ({ found, share }) => {
        const most = mostOf(found, share, 5000);
        const missed = (all: number) => 1 - atLeastOf(found + 1, all, share);
        expect(missed(most)).toBeGreaterThanOrEqual(0.05 - 1e-9);
        if (most < 5000) expect(missed(most + 1)).toBeLessThan(0.05 + 1e-9);
      }),
      { numRuns: 20 },
    );
    expect([mostOf(3, 1, 100), mostOf(0, 0, 100), mostOf(0, 0.05, 40)]).toEqual([3, 100, 40]);
    expect(mostOf(0, 0.059, 1000)).toBe(49);
  });

  /** By adding one term after the other, of few. */
  function atLeastOf(right: number, all: number, share: number): number {
    let [term, sum] = [(1 - share) ** all, 0];
    for (let count = 0; count < Math.min(right, all + 1); count++) {
      sum += term;
      term *= ((all - count) / (count + 1)) * (share / (1 - share));
    }
    return 1 - sum;
  }
});

const counts = (suggested: readonly number[], known: readonly number[]): ClassCount[] =>
  suggested.map((each, label) => ({ suggested: each, known: known[label]! }));

describe('the sample', () => {
  const suggestions = (sizes: readonly number[], seed = 1): Suggestion[] => {
    const random = new Random(seed);
    return sizes.flatMap((count, label) =>
      Array.from({ length: count }, () => ({ label, score: random.next() })),
    );
  };

  test('has of each class what the precision needs, and what the labels of the rarest other class need', () => {
    expect(auditSizes(counts([1000, 1000], [500, 500]), 0.95)).toEqual([59, 59]);
    expect(auditSizes(counts([1000, 20], [500, 20]), 0.95)).toEqual([133, 20]);
    expect(auditSizes(counts([1000, 0, 300], [500, 3, 100]), 0.95)).toEqual([528, 0, 159]);
    expect(auditSizes(counts([1000], [5]), 0.9)).toEqual([29]);
  });

  test('of which all is right shows what was asked for', () => {
    const cases = fc.array(
      fc.record({ suggested: fc.integer({ min: 0, max: 3000 }), known: fc.integer({ min: 0, max: 300 }) }),
      { minLength: 2, maxLength: 4 },
    );
    fc.assert(
      fc.property(cases, fc.constantFrom(0.5, 0.9, 0.95), (classes, precision) => {
        const reviewed = auditSizes(classes, precision).flatMap((size, label) =>
          Array.from({ length: size }, () => ({ label, isCorrect: true, truth: label })),
        );
        expect(decide(classes, reviewed, precision).every(({ isEnough }) => isEnough)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  test('is fixed by its seed, without repetition, and has of each class what it should', () => {
    const list = suggestions([600, 300, 100]);
    const sizes = [59, 40, 100];
    const sample = drawSample(list, sizes, 7);
    expect(drawSample(list, sizes, 7)).toEqual(sample);
    expect(drawSample(list, sizes, 8)).not.toEqual(sample);
    expect(sample).toEqual([...new Set(sample)].toSorted((a, b) => a - b));
    expect(sizes.map((_, label) => sample.filter((at) => list[at]!.label === label).length)).toEqual(sizes);
  });

  test('is everything where there is little', () => {
    expect(drawSample(suggestions([3, 2]), [59, 2], 1)).toEqual([0, 1, 2, 3, 4]);
    expect(drawSample([], [0], 1)).toEqual([]);
  });

  test('takes each suggestion of a class equally often', () => {
    const list = suggestions([10, 7]);
    const times = new Array<number>(17).fill(0);
    for (let seed = 0; seed < 2000; seed++) for (const at of drawSample(list, [3, 2], seed)) times[at]!++;
    for (const [at, count] of times.entries())
      expect(Math.abs(count / 2000 - (at < 10 ? 3 / 10 : 2 / 7))).toBeLessThan(0.04);
  });
});

describe('the decision', () => {
  /** What is called `label`: so many right ones, and others that are of these classes. */
  const said = (label: number, correct: number, truths: readonly (number | null)[] = []): Reviewed[] => [
    ...Array.from({ length: correct }, () => ({ label, isCorrect: true, truth: label })),
    ...truths.map((truth) => ({ label, isCorrect: false, truth })),
  ];

  test('is by class: what is right of it, and what of it may be lost in the others', () => {
    const classes = counts([1000, 20], [500, 20]);
    const [good, bad] = decide(classes, [...said(0, 133), ...said(1, 20)], 0.95);
    expect(good).toMatchObject({
      reviewed: 133,
      bound: expect.closeTo(0.9777, 4),
      lostAtMost: 0,
      known: 633,
    });
    expect(bad).toMatchObject({ reviewed: 20, bound: 1, lostAtMost: 20, known: 40, isEnough: true });
  });

  test('59 of 59 hide the rare class, and are refused for it', () => {
    const [good, bad] = decide(counts([1000, 20], [500, 20]), [...said(0, 59), ...said(1, 20)], 0.95);
    expect(good).toMatchObject({ bound: expect.closeTo(0.9505, 4), isEnough: true });
    expect(bad).toMatchObject({ lostAtMost: 49, known: 40, isEnough: false });
  });

  test('a wrong one of which nobody knows what it is may be of any other class', () => {
    const classes = counts([1000, 0, 0], [500, 500, 500]);
    const lost = (truth: number | null) =>
      decide(classes, said(0, 99, [truth]), 0.5).map(({ lostAtMost }) => lostAtMost);
    expect(lost(1)).toEqual([0, 44, 28]);
    expect(lost(null)).toEqual([0, 44, 44]);
  });

  test('below the precision nothing is enough; where all were reviewed nothing is left to estimate', () => {
    const verdict = (reviewed: readonly Reviewed[], suggested: number) =>
      decide(counts([suggested], [9]), reviewed, 0.95)[0];
    expect(verdict(said(0, 58, [null]), 1000)).toMatchObject({
      bound: expect.closeTo(0.9221, 4),
      isEnough: false,
    });
    expect(verdict(said(0, 19, [null]), 20)).toMatchObject({ bound: 0.95, lostAtMost: 0, isEnough: true });
    expect(verdict([], 0)).toMatchObject({ bound: null, isEnough: true });
  });
});

describe('over many lines', () => {
  const LINES = 200;

  /** `confusion[called][truth]`: how many. */
  interface Line {
    confusion: readonly (readonly number[])[];
    known: readonly number[];
  }

  test.each<[string, Line]>([
    [
      'two classes alike',
      {
        confusion: [
          [480, 20],
          [20, 480],
        ],
        known: [20, 20],
      },
    ],
    [
      'one defect in fifty, four of ten unseen',
      {
        confusion: [
          [980, 8],
          [0, 12],
        ],
        known: [60, 2],
      },
    ],
    [
      'one defect in fifty, all unseen, some known',
      {
        confusion: [
          [980, 20],
          [0, 0],
        ],
        known: [60, 20],
      },
    ],
    [
      'a class that nobody labelled',
      {
        confusion: [
          [400, 10, 60],
          [10, 400, 60],
          [0, 0, 0],
        ],
        known: [40, 40, 0],
      },
    ],
    [
      'six classes, a rare one in all',
      {
        confusion: [0, 1, 2, 3, 4].map((own) =>
          [0, 1, 2, 3, 4, 5].map((truth) => (truth === own ? 190 : truth === 5 ? 4 : 1)),
        ),
        known: [30, 30, 30, 30, 30, 10],
      },
    ],
  ])(
    'each promise holds in at least 93 of 100, and none that is accepted loses more than is known: %s',
    (_, line) => {
      const labels = line.known.map((_, label) => label);
      const list = line.confusion.flatMap((row, label) =>
        row.flatMap((count, truth) => Array.from({ length: count }, () => ({ label, truth }))),
      );
      const classes = labels.map((label) => ({
        suggested: list.filter((each) => each.label === label).length,
        known: line.known[label]!,
      }));
      const holds = { bound: labels.map(() => 0), lost: labels.map(() => 0) };
      let hidden = 0;
      for (let seed = 0; seed < LINES; seed++) {
        const random = new Random(seed + 1);
        const scored = list.map((each) => ({ ...each, score: random.next() }));
        const sample = drawSample(scored, auditSizes(classes, 0.9), seed);
        const reviewed = sample.map((at) => {
          const { label, truth } = scored[at]!;
          return { label, isCorrect: label === truth, truth };
        });
        const chosen = new Set(sample);
        const verdicts = decide(classes, reviewed, 0.9);
        const isAccepted = verdicts.every(({ isEnough }) => isEnough);
        for (const [label, { bound, lostAtMost, known }] of verdicts.entries()) {
          const called = scored.filter((each) => each.label === label);
          const right = called.filter(({ truth }) => truth === label).length / called.length;
          // What the sample found is mended.
          const lost = scored.filter(
            (each, at) => each.label !== label && each.truth === label && !chosen.has(at),
          ).length;
          holds.bound[label]! += Number(bound === null || right >= bound);
          holds.lost[label]! += Number(lost <= lostAtMost);
          if (isAccepted && lost > known) hidden++;
        }
      }
      for (const count of [...holds.bound, ...holds.lost]) expect(count / LINES).toBeGreaterThanOrEqual(0.93);
      expect(hidden / LINES).toBeLessThanOrEqual(0.05);
    },
  );
});
