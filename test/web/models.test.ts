/**
 * Models in the console: which figure is shown of which set, what may mislead, and what becomes of labels of a file.
 * @covers Contract 14 runs in the console: figures in words, what misleads, labels of a file
 */
import { expect, test } from '@jest/globals';
import type { RunReport } from '../../web/src/data/runs/reports.ts';
import { shownPredictions } from '../../web/src/pages/judging/judged-words.ts';
import {
  axisOf,
  curvePoints,
  mainFigure,
  misleadingIn,
  setOf,
  shareIn,
} from '../../web/src/pages/models/figures.ts';
import { NOTHING, queryOfCell, toAsked } from '../../web/src/pages/models/images/asked.ts';
import { comingOf, OUT, withChoices } from '../../web/src/pages/models/new/label-choices.ts';

const some = (count: number) => ({ count, images: [] });
const report = {
  ...{ kind: 'classes', accuracy: 0.8, images: 5, unlabelled: 0, unaccepted: 0, unclassed: 0, unreadable: 0 },
  ...{ uncovered: { run: some(0), version: some(0) }, leaked: some(0) },
} as unknown as RunReport;

test('the set is the one that was asked for, else the first of test, validation and training that has images', () => {
  const sets = { TEST: 0, VALIDATION: 3, TRAIN: 9 } as Parameters<typeof setOf>[1];
  expect([setOf('TEST', sets), setOf('REVIEW', sets), setOf(undefined, undefined)]).toEqual([
    'TEST',
    'VALIDATION',
    'TEST',
  ]);
});

test('classes have accuracy, boxes and masks have average precision', () => {
  expect(mainFigure(report)).toEqual({ figure: 'accuracy', value: 0.8 });
  const boxes = { ...report, kind: 'boxes', coco: { ap: null } } as unknown as RunReport;
  expect(mainFigure(boxes)).toEqual({ figure: 'ap', value: null });
});

test.each([
  [
    [0.81, 0.84],
    [0.8, 0.9],
  ],
  [
    [0.75, 0.667, 0.833],
    [0.6, 0.9],
  ],
  [
    [0.5, 0.5],
    [0.4, 0.5],
  ],
  [
    [0, 0],
    [0, 0.1],
  ],
  [
    [1, 1],
    [0.9, 1],
  ],
])('the axis of %j is %j', (values, axis) => {
  expect(axisOf(values)).toEqual(axis);
});

test('a share of the address is a number from 0 to 1, or nothing', () => {
  const asked = ['0', '0.75', '1', '2', '-1', 'x', undefined].map((each) => shareIn('iou', each));
  expect(asked).toEqual([{ iou: 0 }, { iou: 0.75 }, { iou: 1 }, {}, {}, {}, {}]);
});

test('what may mislead is said: what is known first, and that nobody knows what a model was trained on', () => {
  expect(misleadingIn(report, 1)).toEqual([]);
  expect(misleadingIn({ ...report, unaccepted: 2, leaked: some(3) } as RunReport, 1)).toEqual([
    { kind: 'leaked', count: 3 },
    { kind: 'unaccepted', count: 2 },
  ]);
  expect(misleadingIn({ ...report, leaked: null } as RunReport, null)).toEqual([
    { kind: 'maybeLeaked', count: 1 },
  ]);
});

test('the curve has no points where nothing is predicted', () => {
  const cut = (precision: number, recall: number) => ({ score: 0, precision, recall, f1: 0 });
  expect(curvePoints([cut(0.5, 1), cut(1, 0.25), cut(0, 0)])).toEqual([
    { left: 100, top: 50 },
    { left: 25, top: 0 },
  ]);
});

test('only choices that differ from the service are sent, beside those of before', () => {
  const labels = [
    { label: 'scratch', tag: 'scratched', predictions: 4 },
    { label: 'dent', tag: null, predictions: 2 },
    { label: 'person', tag: 'person', predictions: 1 },
  ];
  expect(withChoices({ format: 'coco' }, labels, { scratch: 'scratched' })).toEqual({ format: 'coco' });
  const choices = { dent: 'scratched', person: OUT };
  expect(withChoices({ tagmap: { old: 'good' } }, labels, choices)).toEqual({
    tagmap: { old: 'good', dent: 'scratched', person: null },
  });
  expect([comingOf(labels, {}), comingOf(labels, choices)]).toEqual([5, 6]);
});

test('the address says which images of a run are shown; what it cannot mean is left out', () => {
  expect(toAsked({})).toEqual({ order: 'disagreement' });
  const state = { order: 'score', class: NOTHING, predicted: 'scratched', set: 'TEST', minScore: '0.5' };
  expect(toAsked(state)).toEqual({
    ...{ order: 'score', class: null, predicted: 'scratched', set: 'TEST', minScore: 0.5 },
  });
  expect(toAsked({ order: 'best', set: 'ALL', minScore: '7' })).toEqual({ order: 'disagreement' });
});

test('a cell of the confusion has the address of its images', () => {
  const cell = { label: 'good', predicted: null, threshold: 0.5, set: undefined };
  const asked = (query: string) => toAsked(Object.fromEntries(new URLSearchParams(query)));
  expect(asked(queryOfCell(cell))).toEqual({ order: 'score', class: 'good', predicted: null });
  expect(asked(queryOfCell({ ...cell, label: null, predicted: 'bad', set: 'TEST' }))).toEqual({
    ...{ order: 'score', class: null, predicted: 'bad', set: 'TEST', minScore: 0.5 },
  });
});

test('predictions are shown from a score on, the surest first', () => {
  const [low, high] = [0.2, 0.9].map((score) => ({ tag: 'good', score }));
  expect(shownPredictions([low!, high!])).toEqual([high, low]);
  expect(shownPredictions([low!, high!], 0.5)).toEqual([high]);
});
