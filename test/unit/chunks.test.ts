/** @covers Memory of pictures and crops, leaving */
import { expect, test } from '@jest/globals';
import { chunks } from '../../functions/src/common/chunks.ts';

test.each([
  ['nothing', [], []],
  ['less than one', [1], [[1]]],
  ['exactly one', [1, 2], [[1, 2]]],
  ['more than one', [1, 2, 3], [[1, 2], [3]]],
])('%s', (_, all, parts) => {
  expect([...chunks(all, 2)]).toEqual(parts);
});
