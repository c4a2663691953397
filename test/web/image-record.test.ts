/**
 * An image that was read again has its thumbnail, so that no list shows a blank place for it.
 * @covers Contract 12: the console: pages, review by keys, by keys alone, by touch, less motion, roles, axe, themes, languages and sizes
 */
import { expect, test } from '@jest/globals';
import { toListed } from '../../web/src/data/images/read-images.ts';

test('an image that is read alone is as complete as in a list', () => {
  const imageData = { toBase64: () => 'UklGRg==' };
  expect(toListed('i', { imageData, tag: 'tag/one', set: 'TEST', revision: 3 })).toMatchObject({
    thumbnail: 'data:image/webp;base64,UklGRg==',
    tag: 'one',
    set: 'TEST',
    revision: 3,
  });
  expect(toListed('i', {})).not.toHaveProperty('thumbnail');
});
