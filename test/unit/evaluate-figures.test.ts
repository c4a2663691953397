/**
 * Evaluation: confusion with "nothing", calibration, best threshold, classification, intervals by bursts.
 * @covers Evaluation: figures; COCO's as pycocotools has them, the others by hand and by property, intervals by bursts, memory flat in images
 */
import { describe, expect, test } from '@jest/globals';
import { Answers, bestCut, calibrationOf, curveOf } from '../../packages/evaluate/src/answers.ts';
import { ClassificationEvaluator } from '../../packages/evaluate/src/classification.ts';
import { DetectionEvaluator, type DetectionImage } from '../../packages/evaluate/src/detection.ts';
import { compare, estimate } from '../../packages/evaluate/src/resample.ts';
import type { Box } from '../../packages/evaluate/src/shapes.ts';
import { makeCase } from '../support/evaluation-cases.ts';
import { fc } from '../support/fast-check.ts';

const answersOf = (list: readonly (readonly [score: number, isRight: boolean])[]): Answers => {
  const answers = new Answers();
  for (const [score, isRight] of list) answers.add(score, isRight, 0);
  return answers;
};

describe('confusion of boxes', () => {
  const here: Box = [0, 0, 10, 10];
  const near: Box = [1, 0, 10, 10];
  const there: Box = [50, 50, 10, 10];
  const truth = [{ class: 'a', box: here }];
  const predict = (...[name, box, score]: [string, Box, number]) => ({ class: name, box, score });
  /** A row for each true class, a column for each predicted one. */
  const rows = (predictions: DetectionImage['predictions'], options = {}) => {
    const evaluator = new DetectionEvaluator({ classes: ['a', 'b'], ...options });
    evaluator.add({ burst: 0, truth, predictions });
    return evaluator
      .figures()
      .confusion.counts.map((row) => row.join(''))
      .join(' ');
  };

  test.each<[string, DetectionImage['predictions'], string]>([
    ['right', [predict('a', near, 0.9)], '100 000 000'],
    ['another class', [predict('b', near, 0.9)], '010 000 000'],
    ['missed, and one of nothing', [predict('b', there, 0.9)], '001 000 010'],
    ['below the threshold', [predict('a', near, 0.49)], '001 000 000'],
    ['the larger overlap has it', [predict('b', near, 0.9), predict('a', here, 0.5)], '100 000 010'],
    ['of equal ones the same class', [predict('b', here, 0.9), predict('a', here, 0.5)], '100 000 010'],
  ])('%s', (_, predictions, expected) => expect(rows(predictions)).toBe(expected));

  test('overlap and threshold are chosen by the caller', () => {
    const predictions = [predict('a', near, 0.3)];
    expect(rows(predictions, { threshold: 0.3 })).toBe('100 000 000');
    expect(rows(predictions, { threshold: 0.3, overlap: 0.9 })).toBe('001 000 100');
  });

  test('each object and each shown prediction is in it once', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (number, seed) => {
        const { classes, images } = makeCase(2 * (number % 1000), seed);
        const evaluator = new DetectionEvaluator({ classes });
        for (const image of images) evaluator.add(image);
        const { counts } = evaluator.figures().confusion;
        const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);
        const shown = images.flatMap((image) => image.predictions).filter(({ score }) => score >= 0.5);
        expect(sum(counts.slice(0, -1).flat())).toBe(images.flatMap((image) => image.truth).length);
        expect(sum(counts.flatMap((row) => row.slice(0, -1)))).toBe(shown.length);
      }),
    );
  });
});

describe('calibration', () => {
  test('ten bins; the expected error is the mean distance, weighted by answers', () => {
    const { bins, expectedError } = calibrationOf(
      answersOf([
        [0, false],
        [0.1, true],
        [0.75, true],
        [0.75, true],
        [0.75, true],
        [0.75, false],
        [1, true],
        [0.9, false],
      ]),
    );
    expect(bins.map(({ answers }) => answers)).toEqual([1, 1, 0, 0, 0, 0, 0, 4, 0, 2]);
    expect(bins[7]).toEqual({ answers: 4, score: 0.75, right: 0.75 });
    expect(bins[2]).toEqual({ answers: 0, score: null, right: null });
    expect(expectedError).toBeCloseTo((0.9 + 2 * 0.45) / 8, 12);
  });

  test('without answers there is no error', () =>
    expect(calibrationOf(answersOf([])).expectedError).toBeNull());
});

describe('threshold of best F1', () => {
  /** `9+ 8-`: a right answer with the score 0.9, and a wrong one with 0.8. */
  const read = (text: string) =>
    answersOf(text.split(' ').map(([score, sign]) => [Number(score) / 10, sign === '+'] as const));

  test.each<[string, string, number, object | null]>([
    ['what is wrong below is cut off', '9+ 8+ 3-', 2, { score: 0.8, precision: 1, recall: 1, f1: 1 }],
    ['equal scores are taken together', '9+ 5+ 5-', 2, { score: 0.5, f1: 0.8 }],
    ['of equal ones the highest score', '9+ 8+ 7- 6- 5+', 4, { score: 0.8, f1: 2 / 3 }],
    ['nothing right', '9-', 2, null],
    ['nothing to find', '9-', 0, null],
  ])('%s', (_, answers, objects, expected) => {
    const best = bestCut(read(answers), objects);
    if (expected === null) expect(best).toBeNull();
    else expect(best).toMatchObject(expected);
  });

  test('no other threshold is better', () => {
    const answer = fc.tuple(
      fc.integer({ min: 0, max: 10 }).map((score) => score / 10),
      fc.boolean(),
    );
    fc.assert(
      fc.property(fc.array(answer, { minLength: 1 }), fc.nat({ max: 9 }), (list, missed) => {
        const objects = list.filter(([, isRight]) => isRight).length + missed;
        const f1 = (least: number) => {
          const taken = list.filter(([score]) => score >= least);
          return (2 * taken.filter(([, isRight]) => isRight).length) / (taken.length + objects);
        };
        const highest = objects === 0 ? 0 : Math.max(...list.map(([score]) => f1(score)));
        expect(bestCut(answersOf(list), objects)?.f1 ?? 0).toBeCloseTo(highest, 12);
      }),
    );
  });

  test('the curve has what holds at each hundredth that an answer reaches', () => {
    const curve = curveOf(
      answersOf([
        [0.02, true],
        [0.005, false],
      ]),
      4,
    );
    expect(curve).toEqual([
      { score: 0, precision: 0.5, recall: 0.25, f1: 1 / 3 },
      { score: 0.01, precision: 1, recall: 0.25, f1: 0.4 },
      { score: 0.02, precision: 1, recall: 0.25, f1: 0.4 },
    ]);
  });
});

describe('classification', () => {
  const say = (...list: [string, number][]) => list.map(([name, score]) => ({ class: name, score }));
  const evaluator = new ClassificationEvaluator({ classes: ['a', 'b', 'c'], threshold: 0.3 });
  evaluator.add({ burst: 0, truth: 'a', predictions: say(['b', 0.1], ['a', 0.9]) });
  evaluator.add({ burst: 0, truth: 'a', predictions: say(['b', 0.5], ['a', 0.5]) });
  evaluator.add({ burst: 1, truth: 'b', predictions: say(['b', 0.2]) });
  evaluator.add({ burst: 1, truth: 'b', predictions: [] });
  evaluator.add({ burst: 2, truth: 'b', predictions: say(['b', 1]) });
  const figures = evaluator.figures();

  test('accuracy and confusion: an answer below the threshold is nothing', () => {
    expect(figures.accuracy).toBe(2 / 5);
    expect(figures.confusion.counts).toEqual([
      [1, 1, 0, 0],
      [0, 1, 0, 2],
      [0, 0, 0, 0],
      [0, 0, 0, 0],
    ]);
  });

  test('by class', () => {
    expect(figures.classes).toEqual([
      { class: 'a', images: 2, precision: 1, recall: 1 / 2, f1: 2 / 3 },
      { class: 'b', images: 3, precision: 1 / 2, recall: 1 / 3, f1: 2 / 5 },
      { class: 'c', images: 0, precision: null, recall: null, f1: null },
    ]);
  });

  test('calibration and best threshold take all answers', () => {
    expect(figures.calibration.bins.map(({ answers }) => answers)).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 0, 2]);
    expect(figures.best).toEqual({ score: 0.2, precision: 3 / 4, recall: 3 / 5, f1: 2 / 3 });
  });

  test('its figures have intervals', () => {
    // One draw of 27 takes the best burst alone, one the worst.
    const { value, interval } = estimate(evaluator, { seed: 1, share: 0.99 }).get('accuracy')!;
    expect({ value, interval }).toEqual({ value: 0.4, interval: [0, 1] });
  });
});

describe('intervals resample whole bursts', () => {
  const add = (evaluator: DetectionEvaluator, images: readonly DetectionImage[]) => {
    for (const image of images) evaluator.add(image);
    return evaluator;
  };
  const apart = (images: readonly DetectionImage[]) => {
    let next = 0;
    return images.map((image, burst) => ({
      ...image,
      burst,
      predictions: image.predictions.map((each) => ({ ...each, score: each.score * 0.9 + ++next * 1e-6 })),
    }));
  };

  test('a burst that is drawn twice counts as its images added twice', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999 }), fc.nat(), (number, seed) => {
        const { classes, images } = makeCase(2 * number, seed);
        const own = apart(images);
        const weights = Uint32Array.from(own, (_, burst) => (burst * 7 + seed) % 3);
        const often = own.flatMap((image) => Array.from({ length: weights[image.burst]! }, () => image));
        const weighted = add(new DetectionEvaluator({ classes }), own).measure(weights);
        const added = add(new DetectionEvaluator({ classes }), often).measure();
        for (const [name, value] of weighted) {
          if (value === null) expect(added.get(name)).toBeNull();
          else expect(added.get(name)).toBeCloseTo(value, 12);
        }
      }),
    );
  });

  const { classes, images } = makeCase(6, 1);
  const subject = () => add(new DetectionEvaluator({ classes }), images);

  test('the seed decides', () => {
    const draw = (seed: number) => estimate(subject(), { seed, times: 20 });
    expect(draw(1)).toEqual(draw(1));
    expect(draw(2)).not.toEqual(draw(1));
  });

  test('one burst alone has no spread', () => {
    const alone = images.map((image) => ({ ...image, burst: 0 }));
    const { value, interval } = estimate(add(new DetectionEvaluator({ classes }), alone), {
      seed: 1,
      times: 9,
    }).get('ap')!;
    expect(interval).toEqual([value, value]);
  });

  test('compared with itself nothing differs, in no draw', () => {
    for (const { a, b, difference } of compare(subject(), subject(), { seed: 1, times: 50 }).values()) {
      expect(a).toBe(b);
      expect(difference).toEqual(
        a === null ? { value: null, interval: null } : { value: 0, interval: [0, 0] },
      );
    }
  });

  test('95 of 100 intervals hold the true accuracy, about', () => {
    // Bursts of four equal frames, right with a chance of 0.7: independent frames would make intervals half as wide.
    let state = 1;
    const random = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    const held = Array.from({ length: 100 }, (_, seed) => {
      const evaluator = new ClassificationEvaluator({ classes: ['a', 'b'] });
      for (let burst = 0; burst < 60; burst++) {
        const predictions = [{ class: random() < 0.7 ? 'a' : 'b', score: 1 }];
        for (let frame = 0; frame < 4; frame++) evaluator.add({ burst, truth: 'a', predictions });
      }
      const [low, high] = estimate(evaluator, { seed, times: 200 }).get('accuracy')!.interval!;
      return low <= 0.7 && 0.7 <= high;
    });
    expect(held.filter(Boolean).length).toBeGreaterThanOrEqual(88);
  });
});

describe('what is malformed is refused, and nothing of the image is added', () => {
  const box: Box = [0, 0, 5, 5];
  const mask = { size: [2, 2], counts: [1, 2] } as const;
  test.each<[string, object]>([
    ['a class that is not evaluated', { predictions: [{ class: 'x', box, score: 1 }] }],
    ['a score above 1', { predictions: [{ class: 'a', box, score: 1.1 }] }],
    ['a score that is no number', { predictions: [{ class: 'a', box, score: Number.NaN }] }],
    ['a negative width', { predictions: [{ class: 'a', box: [0, 0, -1, 5], score: 1 }] }],
    ['an infinite edge', { truth: [{ class: 'a', box: [0, Number.POSITIVE_INFINITY, 1, 1] }] }],
    ['an area that is no number', { truth: [{ class: 'a', box, area: Number.NaN }] }],
    ['run lengths that do not fill the picture', { truth: [{ class: 'a', mask }], predictions: [] }],
    ['a negative burst', { burst: -1 }],
    ['a burst that is no whole number', { burst: 0.5 }],
  ])('%s', (_, part) => {
    const evaluator = new DetectionEvaluator({ classes: ['a'] });
    const image = {
      burst: 3,
      truth: [{ class: 'a', box }],
      predictions: [{ class: 'a', box, score: 1 }],
      ...part,
    };
    expect(() => evaluator.add(image)).toThrow(RangeError);
    expect(evaluator.bursts).toBe(0);
    expect(evaluator.figures()).toEqual(new DetectionEvaluator({ classes: ['a'] }).figures());
  });

  test('classes named twice, options that are no shares', () => {
    expect(() => new DetectionEvaluator({ classes: ['a', 'a'] })).toThrow('a class is named twice');
    expect(() => new DetectionEvaluator({ classes: [], overlap: 2 })).toThrow('overlap');
    expect(() => new ClassificationEvaluator({ classes: [], threshold: -1 })).toThrow('threshold');
  });

  test('masks of pictures of different sizes do not overlap; a box beside a mask is refused', () => {
    const evaluator = new DetectionEvaluator({ classes: ['a'] });
    const [square, line] = [
      { size: [2, 2], counts: [0, 4] },
      { size: [4, 1], counts: [0, 4] },
    ] as const;
    const truth = [{ class: 'a', mask: square }];
    evaluator.add({ burst: 0, truth, predictions: [{ class: 'a', mask: line, score: 1 }] });
    expect(evaluator.figures().coco.ar100).toBe(0);
    const predictions = [{ class: 'a', box, score: 1 }];
    expect(() => evaluator.add({ burst: 0, truth, predictions })).toThrow('a box beside a mask');
  });
});

test('a mask of many runs costs nothing again with each simple one beside it', () => {
  const [height, width] = [2000, 2000];
  const rows = { size: [height, width] as const, counts: new Uint32Array(height * width).fill(1) };
  const simple = { size: [height, width] as const, counts: [1_000_000, 2_000_000, 1_000_000] };
  const cost = (count: number): number => {
    const evaluator = new DetectionEvaluator({ classes: ['a'] });
    const before = process.cpuUsage();
    evaluator.add({
      burst: 0,
      truth: [{ class: 'a', mask: rows }],
      predictions: Array.from({ length: count }, (_, at) => ({
        ...{ class: 'a', score: at / count, mask: simple },
      })),
    });
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  cost(1);
  // A walk through both masks would take a hundred times as long.
  expect(cost(1000) / cost(1)).toBeLessThan(30);
});
