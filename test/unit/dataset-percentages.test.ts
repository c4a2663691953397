/** @covers Contract 4 split */
import { expect, test } from '@jest/globals';
import { toPercentages } from '../../functions/src/dataset/split/percentages.ts';
import { shares as schema } from '../../functions/src/dataset/split/split-fields.ts';

test.each([
  ['both absent', undefined, undefined, { TEST: 10, VALIDATION: 10, TRAIN: 80 }],
  ['both given', '15', '5', { TEST: 15, VALIDATION: 5, TRAIN: 80 }],
  ['validation absent', '20', undefined, { TEST: 20, VALIDATION: 0, TRAIN: 80 }],
  ['test absent', undefined, '20', { TEST: 0, VALIDATION: 20, TRAIN: 80 }],
  ['nothing for training', '40', '60', { TEST: 40, VALIDATION: 60, TRAIN: 0 }],
  ['decimals that only just fit', '64.4', '35.6', { TEST: 64.4, VALIDATION: 35.6, TRAIN: 0 }],
  ['decimals that leave no crumb', '64.1', '35.9', { TEST: 64.1, VALIDATION: 35.9, TRAIN: 0 }],
  ['all for testing', '100', '0', { TEST: 100, VALIDATION: 0, TRAIN: 0 }],
  ['nothing but training', '0', '0', { TEST: 0, VALIDATION: 0, TRAIN: 100 }],
])('Contract 4: percentages, %s', (_, test, validation, shares) => {
  expect(toPercentages(schema.parse({ test, validation }))).toEqual(shares);
});

test.each([
  ['101', undefined, 'test must be a number from 0 to 100'],
  ['-1', undefined, 'test must be a number from 0 to 100'],
  ['', undefined, 'test must be a number from 0 to 100'],
  ['10%', undefined, 'test must be a number from 0 to 100'],
  ['1e1', undefined, 'test must be a number from 0 to 100'],
  [undefined, 'NaN', 'validation must be a number from 0 to 100'],
  [undefined, 'Infinity', 'validation must be a number from 0 to 100'],
  ['60', '41', 'test and validation together must be at most 100'],
  ['50', '50.001', 'test and validation together must be at most 100'],
])('Contract 4: test=%s and validation=%s are a bad parameter', (test, validation, reason) => {
  expect(schema.safeParse({ test, validation }).error?.issues[0]?.message).toBe(reason);
});
