/**
 * Which labelled pictures are of one part, so that accuracy is not said of copies.
 * @covers Contract 15: accuracy leaves out near copies together, whatever session they are in
 */
import { expect, test } from '@jest/globals';
import { partsOf } from '../../packages/look/src/parts.ts';
import { MemorySuggest, photographed } from '../support/memory-suggest.ts';

/** For each image, the first one that shares its number. */
const shared = (parts: readonly number[] | null) => parts?.map((part) => parts.indexOf(part));

test('bursts that have near copies in common are one part, over several of them too', () => {
  const bursts = [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9];
  const copies = [0, 1, 1, 2, 2, 3, 4, 5, 6, 6, 7, 8];
  const labels = [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1];
  expect(shared(partsOf(bursts, copies, labels))).toEqual([0, 0, 0, 3, 3, 5, 6, 7, 8, 8, 10, 10]);
});

test('near copies with different classes, as often as by chance, are other parts before a fixed camera', () => {
  const bursts = [0, 1, 2, 3, 4, 5, 6, 7];
  const labels = [0, 1, 0, 1, 0, 1, 0, 1];
  expect(partsOf(bursts, [0, 0, 1, 1, 2, 2, 3, 3], labels)).toBeNull();
});

test('what most images of a class have in common is how they are taken: something of it must be left', () => {
  const bursts = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const labels = [0, 0, 0, 0, 1, 1, 1, 1, 1, 1];
  // Three of four, and three of six.
  const copies = [0, 0, 0, 1, 2, 2, 2, 3, 4, 5];
  expect(shared(partsOf(bursts, copies, labels))).toEqual([0, 1, 2, 3, 4, 4, 4, 7, 8, 9]);
  // So few are one part, whatever they are of a class.
  expect(shared(partsOf(bursts, copies, labels, 4))).toEqual([0, 0, 0, 3, 4, 4, 4, 7, 8, 9]);
});

test('a part that is photographed three times does not vouch for itself', async () => {
  const dataset = new MemorySuggest();
  // Nothing about a part tells its class.
  for (let part = 0; part < 24; part += 1)
    for (const light of [0, 8, 16]) {
      const tag = part % 2 === 0 ? 'dark' : 'light';
      const id = `${part}-${light}`;
      dataset.memory.add(id, { originalFormat: 'png', tag }, await photographed(part, light));
      dataset.memory.dataset.imageCounter += 1;
    }
  await dataset.addVectors();
  const { accuracy, ready } = await dataset.show();
  expect(accuracy).toBeLessThan(0.7);
  expect(ready).toEqual({ dark: false, light: false });
});
