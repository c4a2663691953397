/**
 * Records cases with the figures that pycocotools gives them, for tests without it:
 * `node test/readers/real/record-evaluations.ts [python]`, where that Python has pycocotools.
 */
import { writeFileSync } from 'node:fs';
import { RECORDED } from '../../support/evaluated.ts';
import { makeCase } from '../../support/evaluation-cases.ts';
import { findPython } from './python.ts';
import { askReference } from './reference.ts';

const COUNT = 60;
const SEED = 1;

// The case with masks and more than 100 predictions alone would be as large as all others.
const cases = Array.from({ length: COUNT }, (_, at) => makeCase(at + 2, SEED)).filter(
  ({ images }, at) => at % 2 === 0 || images.every(({ predictions }) => predictions.length <= 100),
);
const python = process.argv[2] ?? findPython(['pycocotools']).command;
const figures = askReference(python, cases).map(({ seconds: _, ...each }) => each);
const lines = cases.map((each, at) => `${JSON.stringify({ ...each, figures: figures[at] })}\n`);
writeFileSync(RECORDED, lines.join(''));
