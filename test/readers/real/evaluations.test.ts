/**
 * Evaluation: boxes and masks are evaluated as pycocotools does it. `LONG=1` evaluates 1,000 random cases, `COUNT=n` n;
 * `SEED=n` repeats a run.
 * @covers Contract 11 exports read by the libraries that people train with, by the lines of docs/train/training.md; trainings from scratch (`npm run test:readers`)
 * @covers Evaluation: figures; COCO's as pycocotools has them, the others by hand and by property, intervals by bursts, memory flat in images
 */
import { expect, test } from '@jest/globals';
import { distanceOf, evaluateCase } from '../../support/evaluated.ts';
import { makeCase } from '../../support/evaluation-cases.ts';
import { LONG_TEST } from '../../support/limits.ts';
import { SEED } from '../../support/seed.ts';
import { findPython } from './python.ts';
import { askReference } from './reference.ts';

const COUNT = Number(process.env.COUNT) || (process.env.LONG ? 1000 : 40);

const { command, versions } = findPython(['pycocotools']);
const version = versions.pycocotools;
const title = `${COUNT} random cases have the figures of pycocotools ${version ?? ''}`.trim();
if (version === undefined) test.skip(`${title}: pycocotools is not installed`, () => {});
else test(title, compareAll, LONG_TEST);

function compareAll(): void {
  const cases = Array.from({ length: COUNT }, (_, at) => makeCase(at, SEED));
  const figures = askReference(command, cases);
  const distances = cases.map((each, at) => distanceOf(evaluateCase(each), figures[at]!));
  const different = [...distances.keys()].filter((at) => !(distances[at]! <= 1e-6));
  expect({ different, seed: SEED }).toEqual({ different: [], seed: SEED });
}
