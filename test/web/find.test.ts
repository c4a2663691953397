/**
 * What can be found in a dataset, by its type and the address.
 * @covers Contract 15 find in the console: kinds by type, the address
 */
import { expect, test } from '@jest/globals';
import type { Dataset } from '../../web/src/data/records/datasets.ts';
import { kindsOf, lackOf, toAsked, usualGood } from '../../web/src/pages/find/kinds.ts';

const tag = (id: string, imageCounter: number, unclassified = false) => ({ id, imageCounter, unclassified });
const datasetOf = (fields: object) =>
  ({
    ...{ type: 'ANOMALY', imageCounter: 12, looked: 9 },
    tags: [tag('defective', 2), tag('normal', 7), tag('unclassified', 20, true)],
    ...fields,
  }) as unknown as Dataset;

test.each([
  ['MULTICLASS', ['wrong', 'outliers']],
  ['ANOMALY', ['wrong', 'outliers', 'unusual']],
  ['MULTILABEL', ['outliers']],
  ['imageObjectDetection', ['outliers']],
] as const)(
  '%s: what has a class can have a wrong one, what is good or not can be unusual',
  (type, kinds) => {
    expect(kindsOf({ type })).toEqual(kinds);
  },
);

test.each([
  [{}, { kind: 'wrong', looked: 9 }],
  [{ kind: 'unusual' }, { kind: 'unusual', looked: 9 }],
  [
    { kind: 'unusual', good: 'defective' },
    { kind: 'unusual', looked: 9, good: 'defective' },
  ],
  [
    { kind: 'unusual', good: 'no class' },
    { kind: 'unusual', looked: 9 },
  ],
  [
    { kind: 'outliers', good: 'defective' },
    { kind: 'outliers', looked: 9 },
  ],
  [{ kind: 'nonsense' }, { kind: 'wrong', looked: 9 }],
])('the address %j asks for %j', (state, asked) => {
  expect(toAsked(datasetOf({}), state)).toEqual(asked);
});

test('without a choice the good ones are of the class with the most images', () => {
  expect(usualGood(datasetOf({}))).toBe('normal');
  expect(usualGood(datasetOf({ tags: [] }))).toBeUndefined();
});

test('pictures that are gone since they were looked at are not lacking', () => {
  expect(lackOf(datasetOf({}))).toBe(3);
  expect(lackOf(datasetOf({ looked: 14 }))).toBe(0);
  expect(lackOf(datasetOf({ looked: null }))).toBe(12);
});
