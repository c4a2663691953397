/** @covers Contract 4 rows, report, importer's rules */
import { describe, expect, test } from '@jest/globals';
import {
  type CsvParameters,
  ReportCount,
  requireSufficient,
  type SplitReport,
} from '../../functions/src/dataset/csv/report.ts';

const PARAMETERS: CsvParameters = {
  percentages: { TEST: 10, VALIDATION: 10, TRAIN: 80 },
  group: 'burst',
  format: 'automl',
  tagmap: {},
  strict: false,
  save: false,
};

const SPLIT: SplitReport = { groups: { count: 3, largest: 1 }, warnings: [], warningCodes: [] };

const rows = (count: number) => Array.from({ length: count }, () => ['TRAIN', 'gs://b/a.jpg']);

function countSome() {
  const count = new ReportCount();
  count.addImage('TRAIN', { rows: rows(3), labels: ['dust', 'dust', 'constructor'], drops: [] });
  count.addImage('TRAIN', { rows: rows(1), labels: ['dust'], drops: ['unknown tag', 'unknown tag'] });
  count.addImage('TEST', { rows: rows(1), labels: [], drops: ['box edge under 0.01'] });
  count.addDropped('image over 30 MB', 1);
  count.addDropped('set is REVIEW', 1);
  count.addDropped('set is REVIEW', 1);
  return count;
}

test('Contract 4: counts per set and label, what was dropped and why, the parameters', () => {
  expect(countSome().report('d1', 'imageObjectDetection', PARAMETERS, SPLIT)).toEqual({
    dataset: 'd1',
    type: 'imageObjectDetection',
    parameters: PARAMETERS,
    images: 3,
    rows: 5,
    sets: {
      TRAIN: {
        images: 2,
        unlabelled: 0,
        labels: { constructor: { images: 1, annotations: 1 }, dust: { images: 2, annotations: 3 } },
      },
      TEST: { images: 1, unlabelled: 1, labels: {} },
      VALIDATION: { images: 0, unlabelled: 0, labels: {} },
    },
    labels: { constructor: { images: 1, annotations: 1 }, dust: { images: 2, annotations: 3 } },
    ...SPLIT,
    dropped: {
      images: { 'image over 30 MB': 1, 'set is REVIEW': 2 },
      parts: { 'box edge under 0.01': 1, 'unknown tag': 2 },
    },
  });
});

test('a report adds up over the sets', () => {
  const count = new ReportCount();
  for (const set of ['TRAIN', 'TEST', 'VALIDATION'] as const) {
    count.addImage(set, { rows: rows(1), labels: ['dust'], drops: [] });
  }
  const report = count.report('d1', 'MULTICLASS', PARAMETERS, SPLIT);
  expect(report.images).toBe(3);
  expect(report.labels).toEqual({ dust: { images: 3, annotations: 3 } });
});

describe('Contract 4: insufficient data', () => {
  const reportOf = (images: number, labels: string[], strict: boolean) => {
    const count = new ReportCount();
    for (let index = 0; index < images; index++)
      count.addImage('TRAIN', { rows: rows(1), labels, drops: [] });
    return count.report('d1', 'MULTILABEL', { ...PARAMETERS, strict }, SPLIT);
  };

  test.each([
    ['no exportable image', 0, ['dust'], false],
    ['no label at all', 50, [], false],
    ['no label at all, strictly', 50, [], true],
  ])('%s', (_, images, labels, strict) => {
    expect(() => requireSufficient(reportOf(images, labels, strict))).toThrow(
      expect.objectContaining({ kind: 'data', message: 'insufficient data' }),
    );
  });

  test('fewer than 10 images of a label are an error only with strict', () => {
    expect(() => requireSufficient(reportOf(9, ['dust', 'dent'], false))).not.toThrow();
    expect(() => requireSufficient(reportOf(10, ['dust', 'dent'], true))).not.toThrow();
    expect(() => requireSufficient(reportOf(9, ['dust', 'dent'], true))).toThrow(
      expect.objectContaining({
        kind: 'data',
        message: 'insufficient data: each label needs 10 images, dent has 9, dust has 9',
      }),
    );
  });
});
