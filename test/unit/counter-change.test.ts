/**
 * @covers Spec 4.1 refreshCounters, after any history and in the midst of uploads
 * @covers Contract 9 counters by set, unlabelled, timeline
 */

import { expect, test } from '@jest/globals';
import {
  addCounts,
  addImage,
  type Countable,
  type Counts,
  changeOf,
  isNoChange,
  noCounts,
} from '../../functions/src/common/counters/counter-change.ts';
import type { Annotation } from '../../packages/records/src/image.ts';
import { SET_TYPES } from '../../packages/records/src/lists.ts';
import { fc } from '../support/fast-check.ts';

const boxes = (...tags: string[]): Annotation[] =>
  tags.map((tag) => ({ type: 'rect', tag, x: 0, y: 0, w: 1, h: 1, labeled: 'manual' }));

const image = (tagsContained: string[], ...annotated: string[]): Countable => ({
  tag: null,
  masks: [],
  checked: false,
  set: 'PREDETERMINED',
  session: 's',
  date: 0,
  tagsContained,
  tags: boxes(...annotated),
});

const recount = (images: readonly Countable[], counts = noCounts()): Counts =>
  images.reduce((sum, each) => addImage(sum, each), counts);

/** With ordinary prototypes, and without tags and groups whose counts are zero. */
const whole = ({ images, unlabelled, sets, tag, group }: Counts) => ({
  images,
  unlabelled,
  sets,
  tag: Object.fromEntries(
    Object.entries(tag).filter(([, count]) => count.images !== 0 || count.annotations !== 0),
  ),
  group: Object.fromEntries(
    Object.entries(group).flatMap(([id, each]) => (each.images === 0 ? [] : [[id, each.images]])),
  ),
});

/** Only images and annotations. */
const plain = (counts: Counts) => {
  const { images, tag } = whole(counts);
  const pairs = Object.entries(tag).map(([id, each]) => [
    id,
    { images: each.images, annotations: each.annotations },
  ]);
  return { images, tag: Object.fromEntries(pairs) };
};

test('Contract 4: images by what they contain, annotations by what they are', () => {
  const images = [image(['a', 'b'], 'a', 'a'), image(['a']), image([]), image(['a', 'a'], 'b')];
  expect(plain(recount(images))).toEqual({
    images: 4,
    tag: { a: { images: 3, annotations: 2 }, b: { images: 1, annotations: 1 } },
  });
});

test('an invalid reference counts for no tag', () => {
  expect(plain(recount([image(['', 'a'], '')]))).toEqual({
    images: 1,
    tag: { a: { images: 1, annotations: 0 } },
  });
});

test('no images, no counters', () => {
  expect(plain(recount([]))).toEqual({ images: 0, tag: {} });
});

test('a tag may have the name of an Object property', () => {
  const { tag } = recount([image(['constructor', '__proto__'], 'constructor')]);
  expect(tag.constructor).toMatchObject({ images: 1, annotations: 1 });
  expect(Object.keys(tag)).toEqual(['constructor', '__proto__']);
});

const id = fc.constantFrom('a', 'b', 'c', '');
const someImage: fc.Arbitrary<Countable> = fc.record({
  tag: fc.option(id),
  masks: fc.array(fc.record({ id: fc.constant('m'), tag: id, uri: fc.constant('gs://b/m') }), {
    maxLength: 1,
  }),
  checked: fc.boolean(),
  set: fc.constantFrom(...SET_TYPES),
  session: fc.constantFrom('', 's', 't', 'no/id'),
  date: fc.constantFrom(0, 1_790_000_000_000, 1_790_000_000_000 + 86_400_000, Number.MAX_VALUE),
  tags: fc.array(id).map((tags) => boxes(...tags)),
  tagsContained: fc.array(id),
});

test('Contract 9: unlabelled, sets, sets of a tag, groups of the timeline', () => {
  const frame = { ...image([]), session: '', date: Date.UTC(2026, 10, 21, 23, 59, 59, 999) };
  const labelled: Countable = { ...frame, tag: 'a', tagsContained: ['a'], set: 'TRAIN' };
  const masked: Countable = {
    ...frame,
    masks: [{ id: 'm', tag: 'a', uri: '' }],
    tagsContained: ['a'],
    date: frame.date + 1,
  };
  const sets = { TRAIN: 0, TEST: 0, VALIDATION: 0, PREDETERMINED: 0, REVIEW: 0 };
  expect(whole(recount([frame, labelled, masked, image([])]))).toEqual({
    images: 4,
    unlabelled: 2,
    sets: { ...sets, TRAIN: 1, PREDETERMINED: 3 },
    tag: { a: { images: 2, annotations: 0, sets: { ...sets, TRAIN: 1, PREDETERMINED: 1 } } },
    group: { 'day-2026-11-21': 2, 'day-2026-11-22': 1, s: 1 },
  });
});

test('a change within its group moves nothing on the timeline, one to another group moves both', () => {
  const before = image([]);
  expect(Object.keys(changeOf(before, { ...before, tag: 'a', set: 'REVIEW' }).group)).toEqual([]);
  const { group } = changeOf(before, { ...before, session: 't' });
  expect({ ...group }).toEqual({ s: { images: -1, moves: 1 }, t: { images: 1, moves: 1 } });
});

test('pages in any order and of any size add up to the whole', () => {
  fc.assert(
    fc.property(fc.array(someImage), fc.array(someImage), (first, second) => {
      const all = whole(recount([...second, ...first]));
      expect(whole(recount(second, recount(first)))).toEqual(all);
      expect(whole(addCounts(recount(first), recount(second)))).toEqual(all);
    }),
  );
});

test('adding and subtracting the same images leaves nothing', () => {
  fc.assert(
    fc.property(fc.array(someImage), (images) => {
      const counts = recount(images);
      for (const each of images) addImage(counts, each, -1);
      expect(isNoChange(counts)).toBe(true);
    }),
  );
});

test('the change from one state to another is their difference', () => {
  fc.assert(
    fc.property(fc.option(someImage), fc.option(someImage), (before, after) => {
      const counts = before ? recount([before]) : noCounts();
      addCounts(counts, changeOf(before, after));
      expect(whole(counts)).toEqual(whole(after ? recount([after]) : noCounts()));
    }),
  );
});
