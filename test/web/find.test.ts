/**
 * What can be found in a dataset, by its type and the address.
 * @covers Contract 15 find in the console: kinds by type, the address, which of near copies are kept
 */
import { describe, expect, test } from '@jest/globals';
import type { ListedImage } from '../../client/src/curate/records.ts';
import { type Group, membersOf, withNews } from '../../web/src/data/find/group.ts';
import type { Dataset } from '../../web/src/data/records/datasets.ts';
import { areMixed, keptOf, othersOf } from '../../web/src/pages/find/keep.ts';
import { kindsOf, lackOf, toAsked, usualGood } from '../../web/src/pages/find/kinds.ts';

const tag = (id: string, imageCounter: number, unclassified = false) => ({ id, imageCounter, unclassified });
const datasetOf = (fields: object) =>
  ({
    ...{ type: 'ANOMALY', imageCounter: 12, looked: 9 },
    tags: [tag('defective', 2), tag('normal', 7), tag('unclassified', 20, true)],
    ...fields,
  }) as unknown as Dataset;

test.each([
  ['MULTICLASS', ['wrong', 'duplicates', 'outliers']],
  ['ANOMALY', ['wrong', 'duplicates', 'outliers', 'unusual']],
  ['MULTILABEL', ['duplicates', 'outliers']],
  ['imageObjectDetection', ['duplicates', 'outliers']],
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
  [
    { kind: 'outliers', like: 'a' },
    { kind: 'similar', like: 'a', looked: 9 },
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

const imageOf = (id: string, fields: object = {}) =>
  ({ id, tag: null, checked: false, tags: [], masks: [], date: 5, ...fields }) as unknown as ListedImage;

const groupOf = (first: ListedImage, ...copies: ListedImage[]): Group => ({ ...first, entry: 'a', copies });

const UNCHOSEN = new Map<string, string>();
const ids = (images: readonly ListedImage[]) => images.map(({ id }) => id);

describe('of near copies', () => {
  test.each([
    ['the oldest', [imageOf('a'), imageOf('b', { date: 3 }), imageOf('c', { date: 4 })], 'b'],
    ['the labelled one', [imageOf('a', { date: 1 }), imageOf('b', { tag: 'good' })], 'b'],
    ['the one with boxes', [imageOf('a', { date: 1 }), imageOf('b', { tags: [{}] })], 'b'],
    [
      'the checked one',
      [imageOf('a', { tag: 'good', date: 1 }), imageOf('b', { tag: 'bad', checked: true })],
      'b',
    ],
    [
      'the oldest of those that are labelled',
      [
        imageOf('a', { date: 1 }),
        imageOf('b', { tag: 'good', date: 3 }),
        imageOf('c', { tag: 'good', date: 2 }),
      ],
      'c',
    ],
  ] as const)('%s is kept', (_, [first, ...copies], kept) => {
    const group = groupOf(first, ...copies);
    expect(keptOf(group, UNCHOSEN).id).toBe(kept);
    expect(ids(othersOf(group, keptOf(group, UNCHOSEN)))).toEqual(
      ids(membersOf(group)).filter((id) => id !== kept),
    );
  });

  test('the chosen one is kept, unless it is gone', () => {
    const group = groupOf(imageOf('a', { date: 1 }), imageOf('b'));
    expect(keptOf(group, new Map([['a', 'b']])).id).toBe('b');
    expect(keptOf(group, new Map([['a', 'gone']])).id).toBe('a');
  });

  test('two classes in a group are said, one beside none is not', () => {
    expect(areMixed(groupOf(imageOf('a', { tag: 'good' }), imageOf('b')))).toBe(false);
    expect(areMixed(groupOf(imageOf('a', { tag: 'good' }), imageOf('b', { tag: 'bad' })))).toBe(true);
  });

  test('what is gone leaves its group, a group of one is none, and comes back with what comes back', () => {
    const group = groupOf(imageOf('a'), imageOf('b'), imageOf('c'));
    const left = withNews(group, new Map([['a', null]]))!;
    expect([left.entry, left.id, ids(left.copies)]).toEqual(['a', 'b', ['c']]);
    expect(
      withNews(
        group,
        new Map([
          ['a', null],
          ['c', null],
        ]),
      ),
    ).toBeNull();
    const back = withNews(group, new Map([['c', imageOf('c', { tag: 'good' })]]))!;
    expect([back.id, back.copies[1]!.tag]).toEqual(['a', 'good']);
    expect(withNews(group, new Map())).toBe(group);
  });

  test('an image alone stays until it is gone', () => {
    const alone = groupOf(imageOf('a'));
    expect(withNews(alone, new Map([['a', imageOf('a', { tag: 'good' })]]))!.tag).toBe('good');
    expect(withNews(alone, new Map([['a', null]]))).toBeNull();
  });
});
