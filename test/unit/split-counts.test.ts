/**
 * A change of counters is written in pieces that a document accepts: 500 transforms in one commit.
 * @covers A change of counters of many tags fits into documents
 */
import { expect, test } from '@jest/globals';
import { incrementFields } from '../../functions/src/common/adapters/firestore/counters/counter-parts.ts';
import { addCounts, addImage, noCounts } from '../../functions/src/common/counters/counter-change.ts';
import { splitCounts } from '../../functions/src/common/counters/split-counts.ts';

const image = (tags: number, session: string) => ({
  tag: null,
  tags: [],
  masks: [],
  checked: false,
  set: 'REVIEW' as const,
  session,
  date: 0,
  tagsContained: Array.from({ length: tags }, (_, at) => `tag-${at}`),
});

/** Number of increments of one document. */
const transforms = (value: unknown): number =>
  typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype
    ? 1
    : Object.values(value).reduce((sum: number, each) => sum + transforms(each), 0);

test('a small change is one piece', () => {
  const change = addImage(noCounts(), image(3, 's'));
  expect(splitCounts(change, 480)).toEqual([change]);
});

test.each([100, 480])('pieces of at most %i numbers add up to the whole', (most) => {
  const change = noCounts();
  for (let at = 0; at < 300; at += 1) addImage(change, image(300, `session-${at}`));
  const pieces = splitCounts(change, most);
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.reduce((sum, piece) => addCounts(sum, piece), noCounts())).toEqual(change);
  // `at`, the minute of the change, is not a transform.
  for (const piece of pieces) expect(transforms(incrementFields(piece)) - 1).toBeLessThanOrEqual(most);
});
