/** @covers Contract 9 GET images, GET trash: `after` is what a page has answered, and nothing else is asked of the database */
import { expect, test } from '@jest/globals';
import { listQuery, trashQuery } from '../../functions/src/dataset/curate/image-filter.ts';
import { placeText } from '../../functions/src/dataset/curate/place.ts';

const forged = (place: unknown): string => Buffer.from(JSON.stringify(place)).toString('base64url');
const takes = (schema: typeof listQuery | typeof trashQuery, after: string) =>
  schema.safeParse({ after }).success;

test.each([
  ['a number', [1_700_000_000_000, 'a'], true, false],
  ['a number of another age', [1e308, 'a'], true, false],
  ['a timestamp', [[1_700_000_000, 5], 'a'], true, true],
  ['the first one', [[-62_135_596_800, 0], 'a'], true, true],
  ['the last one', [[253_402_300_799, 999_999_999], 'a'], true, true],
  ['one before all', [[-62_135_596_801, 0], 'a'], false, false],
  ['one after all', [[253_402_300_800, 0], 'a'], false, false],
  ['one with too many nanoseconds', [[0, 1e9], 'a'], false, false],
  ['half a second', [[0.5, 0], 'a'], false, false],
  ['no id', [[0, 0], 'a/b'], false, false],
  ['text', ['0', 'a'], false, false],
] as const)('a place with %s', (_, place, isOfList, isOfTrash) => {
  expect([takes(listQuery, forged(place)), takes(trashQuery, forged(place))]).toEqual([isOfList, isOfTrash]);
});

test('what is answered is taken', () => {
  expect(takes(trashQuery, placeText({ date: [1_700_000_000, 5], id: 'a' }))).toBe(true);
  expect(takes(listQuery, placeText({ date: 1_700_000_000_000, id: 'a' }))).toBe(true);
  expect(takes(trashQuery, 'not a place')).toBe(false);
});
