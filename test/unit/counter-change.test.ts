import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  addCounts,
  addImage,
  type Countable,
  type Counts,
  changeOf,
  isNoChange,
  noCounts,
} from '../../functions/src/common/counter-change.ts';
import type { Annotation } from '../../functions/src/common/model.ts';

const boxes = (...tags: string[]): Annotation[] =>
  tags.map((tag) => ({ type: 'rect', tag, x: 0, y: 0, w: 1, h: 1, labeled: 'manual' }));

const image = (tagsContained: string[], ...annotated: string[]): Countable => ({
  tagsContained,
  tags: boxes(...annotated),
});

const recount = (images: readonly Countable[], counts = noCounts()): Counts =>
  images.reduce((sum, each) => addImage(sum, each), counts);

/** Without the null prototype, and without tags that are back at nothing. */
const plain = ({ images, tag }: Counts) => ({
  images,
  tag: Object.fromEntries(
    Object.entries(tag).filter(([, count]) => count.images !== 0 || count.annotations !== 0),
  ),
});

test('Contract 4: images by what they contain, annotations by what they are', () => {
  const images = [image(['a', 'b'], 'a', 'a'), image(['a']), image([]), image(['a', 'a'], 'b')];
  expect(plain(recount(images))).toEqual({
    images: 4,
    tag: { a: { images: 3, annotations: 2 }, b: { images: 1, annotations: 1 } },
  });
});

test('a reference that leads nowhere counts for no tag', () => {
  expect(plain(recount([image(['', 'a'], '')]))).toEqual({
    images: 1,
    tag: { a: { images: 1, annotations: 0 } },
  });
});

test('no images, no counters', () => {
  expect(plain(recount([]))).toEqual({ images: 0, tag: {} });
});

test('a tag may be called like a property of every object', () => {
  const { tag } = recount([image(['constructor', '__proto__'], 'constructor')]);
  expect(tag.constructor).toEqual({ images: 1, annotations: 1 });
  expect(Object.keys(tag)).toEqual(['constructor', '__proto__']);
});

const id = fc.constantFrom('a', 'b', 'c', '');
const someImage = fc
  .tuple(fc.array(id), fc.array(id))
  .map(([contained, annotated]) => image(contained, ...annotated));

test('pages in any order and of any size add up to the whole', () => {
  fc.assert(
    fc.property(fc.array(someImage), fc.array(someImage), (first, second) => {
      const whole = plain(recount([...second, ...first]));
      expect(plain(recount(second, recount(first)))).toEqual(whole);
      expect(plain(addCounts(recount(first), recount(second)))).toEqual(whole);
    }),
  );
});

test('what is counted and taken away again leaves nothing', () => {
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
      expect(plain(counts)).toEqual(plain(after ? recount([after]) : noCounts()));
    }),
  );
});
