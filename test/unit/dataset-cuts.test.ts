/** @covers Contract 4 split */
import { describe, expect, test } from '@jest/globals';
import { type Cuts, cutLine } from '../../functions/src/dataset/split/cuts.ts';
import type { PerSet } from '../../packages/records/src/per-set.ts';
import { fc } from '../support/fast-check.ts';

const ALL = { TRAIN: true, TEST: true, VALIDATION: true };
const NONE = { TRAIN: false, TEST: false, VALIDATION: false };

const total = (sizes: readonly number[]) => sizes.reduce((sum, size) => sum + size, 0);

function targetsOf(sizes: readonly number[], test: number, validation: number): PerSet {
  const images = total(sizes);
  return {
    TEST: (images * test) / 100,
    VALIDATION: (images * validation) / 100,
    TRAIN: (images * (100 - test - validation)) / 100,
  };
}

const imagesIn = (sizes: readonly number[], { test, validation }: Cuts): PerSet => ({
  TEST: total(sizes.slice(0, test)),
  VALIDATION: total(sizes.slice(test, validation)),
  TRAIN: total(sizes.slice(validation)),
});

function worstError(sizes: readonly number[], targets: PerSet, cuts: Cuts): number {
  const images = imagesIn(sizes, cuts);
  return Math.max(
    ...(['TRAIN', 'TEST', 'VALIDATION'] as const).map((set) => Math.abs(images[set] - targets[set])),
  );
}

describe('Contract 4: cut by cumulative image count', () => {
  test.each([
    ['ten alike', Array(10).fill(1), 10, 10, [1, 1, 8]],
    ['a hundred alike', Array(100).fill(3), 20, 10, [60, 30, 210]],
    ['the nearer end wins', [4, 4, 4, 4, 4], 30, 30, [4, 8, 8]],
    ['no test asked', Array(10).fill(1), 0, 10, [0, 1, 9]],
    ['no validation asked', Array(10).fill(1), 10, 0, [1, 0, 9]],
    ['no training asked', Array(10).fill(1), 50, 50, [5, 5, 0]],
    ['only testing asked', [2, 3], 100, 0, [5, 0, 0]],
    ['three groups, each set gets one', [50, 50, 50], 10, 10, [50, 50, 50]],
    ['three groups of very different size', [1, 100, 1], 10, 10, [1, 100, 1]],
    ['two groups are too few', [50, 50], 10, 10, [0, 0, 100]],
    ['one group', [50], 10, 10, [0, 0, 50]],
    ['none', [], 10, 10, [0, 0, 0]],
  ])('%s', (_, sizes, test, validation, [TEST, VALIDATION, TRAIN]) => {
    const must = { TEST: test > 0, VALIDATION: validation > 0, TRAIN: test + validation < 100 };
    const cuts = cutLine(sizes, targetsOf(sizes, test, validation), must);
    expect(imagesIn(sizes, cuts)).toEqual({ TEST, VALIDATION, TRAIN });
  });

  const line = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 14 });
  const percent = fc.integer({ min: 1, max: 49 });

  test('each share is within the largest group', () => {
    fc.assert(
      fc.property(line, percent, percent, (sizes, test, validation) => {
        const targets = targetsOf(sizes, test, validation);
        const error = worstError(sizes, targets, cutLine(sizes, targets, NONE));
        expect(error).toBeLessThanOrEqual(Math.max(...sizes));
      }),
    );
  });

  test('with three groups no set is empty, and no other pair of cuts has a smaller largest error', () => {
    fc.assert(
      fc.property(line, percent, percent, (sizes, test, validation) => {
        fc.pre(sizes.length >= 3);
        const targets = targetsOf(sizes, test, validation);
        const cuts = cutLine(sizes, targets, ALL);
        const images = imagesIn(sizes, cuts);
        expect(Math.min(images.TEST, images.VALIDATION, images.TRAIN)).toBeGreaterThan(0);
        const error = worstError(sizes, targets, cuts);
        expect(error).toBeLessThan(2 * Math.max(...sizes));
        const best = bestOf(sizes, targets);
        expect(error <= Math.max(...sizes) || error <= best + 1e-9).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  /** Tries every pair of cuts that leaves no set empty. */
  function bestOf(sizes: readonly number[], targets: PerSet): number {
    let best = Number.POSITIVE_INFINITY;
    for (let test = 1; test < sizes.length - 1; test++) {
      for (let validation = test + 1; validation < sizes.length; validation++) {
        best = Math.min(best, worstError(sizes, targets, { test, validation }));
      }
    }
    return best;
  }
});
