/**
 * Evaluation: COCO's figures, as pycocotools calculates them; test/readers/real/evaluations.test.ts asks it.
 * @covers Evaluation: figures; COCO's as pycocotools has them, the others by hand and by property, intervals by bursts, memory flat in images
 */
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { DetectionEvaluator, type DetectionImage } from '../../packages/evaluate/src/detection.ts';
import { OVERLAPS } from '../../packages/evaluate/src/match-image.ts';
import { type CaseFigures, distanceOf, evaluateCase, RECORDED } from '../support/evaluated.ts';
import { type EvaluationCase, makeCase } from '../support/evaluation-cases.ts';
import { fc } from '../support/fast-check.ts';

const recorded = readFileSync(RECORDED, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as EvaluationCase & { figures: CaseFigures });

test(`${recorded.length} recorded cases have the figures of pycocotools`, () => {
  const distances = recorded.map((each) => distanceOf(evaluateCase(each), each.figures));
  expect(distances.filter((distance) => !(distance <= 1e-6))).toEqual([]);
});

test('the recorded cases have what is hard', () => {
  const all = recorded.flatMap(({ images }) => images);
  const scores = all.map(({ predictions }) => predictions.map(({ score }) => score));
  expect(scores.some((each) => each.length > 100)).toBe(true);
  expect(scores.some((each) => new Set(each).size < each.length)).toBe(true);
  expect(all.filter(({ truth }) => truth.some((each) => 'mask' in each)).length).toBeGreaterThan(20);
  const figures = recorded.flatMap(({ figures: { coco, classes } }) => [coco, ...classes].flat());
  expect(figures).toContain(null);
  for (const place of recorded[0]!.figures.coco.keys())
    expect(recorded.some(({ figures: { coco } }) => (coco[place] ?? 0) > 0)).toBe(true);
});

test.each([
  [99, 1],
  [100, 0],
])('behind %i better scores of its class and image a right prediction counts: %i', (others, recall) => {
  const [box, elsewhere] = [[0, 0, 9, 9] as const, [50, 50, 9, 9] as const];
  const predictions = [
    { class: 'a', box, score: 0.1 },
    ...Array.from({ length: others }, () => ({ class: 'a', box: elsewhere, score: 0.9 })),
  ];
  const image = { burst: 0, truth: [{ class: 'a', box }], predictions };
  expect(evaluate(['a'], [image]).figures().coco.ar100).toBe(recall);
});

/** Boxes with scores that differ, because equal ones of different images keep the order of the images. */
const cases = fc.tuple(fc.nat({ max: 1e6 }), fc.nat({ max: 1e6 })).map(([number, seed]) => {
  const { classes, images } = makeCase(20 * number + 2 + 2 * (seed % 9), seed);
  let next = 0;
  const apart = (score: number) => score * 0.9 + ++next * 1e-7;
  return {
    classes,
    images: images.map(({ predictions, ...image }) => ({
      ...image,
      predictions: predictions.map((each) => ({ ...each, score: apart(each.score) })),
    })),
  };
});

const evaluate = (classes: readonly string[], images: readonly DetectionImage[]) => {
  const evaluator = new DetectionEvaluator({ classes });
  for (const image of images) evaluator.add(image);
  return evaluator;
};

test('the order of the images changes nothing', () => {
  const shuffled = cases.chain(({ classes, images }) =>
    fc.shuffledSubarray(images, { minLength: images.length }).map((other) => ({ classes, images, other })),
  );
  fc.assert(
    fc.property(shuffled, ({ classes, images, other }) =>
      expect(evaluate(classes, other).figures()).toEqual(evaluate(classes, images).figures()),
    ),
  );
});

test('scores that keep their order keep the figures of COCO', () => {
  fc.assert(
    fc.property(cases, ({ classes, images }) => {
      const squared = images.map((image) => ({
        ...image,
        predictions: image.predictions.map((each) => ({ ...each, score: each.score ** 2 })),
      }));
      expect(evaluate(classes, squared).figures().coco).toEqual(evaluate(classes, images).figures().coco);
    }),
  );
});

test('one more perfect prediction never lowers the recall', () => {
  const withTruth = cases.filter(({ images }) => images.some(({ truth }) => truth.length > 0));
  fc.assert(
    fc.property(withTruth, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (each, which, score) => {
      const owners = each.images.flatMap((image) => image.truth.map((object) => ({ image, object })));
      const { image, object } = owners[which % owners.length]!;
      const { area: _, ...perfect } = object;
      const more = each.images.map((one) =>
        one === image ? { ...one, predictions: [...one.predictions, { ...perfect, score }] } : one,
      );
      const [before, after] = [each.images, more].map((list) => evaluate(each.classes, list).figures().coco);
      expect(after!.ar100).toBeGreaterThanOrEqual(before!.ar100! - 1e-12);
    }),
  );
});

test('predictions that are the truth have every figure that there is, and it is 1', () => {
  fc.assert(
    fc.property(cases, ({ classes, images }) => {
      const perfect = images.map(({ truth, ...image }) => {
        const objects = truth.map(({ area: _, ...object }) => object);
        return { ...image, truth: objects, predictions: objects.map((each) => ({ ...each, score: 0.9 })) };
      });
      const { ar1: _, ...coco } = evaluate(classes, perfect).figures().coco;
      for (const figure of Object.values(coco)) if (figure !== null) expect(figure).toBeCloseTo(1, 12);
    }),
  );
});

test("the overlaps are numpy's, not the decimal numbers", () => {
  expect(OVERLAPS).toEqual([0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.8999999999999999, 0.95]);
});
