/**
 * What the console says of the last command for a camera.
 * @covers Contract 19 the console says of a command: asked, taken, done, failed, not taken
 */
import { expect, test } from '@jest/globals';
import { isNotTaken, type Told, toldIn } from '../../web/src/data/records/told.ts';

const request = { id: 3, command: 'capture', by: 'editor', at: 1_000 };
const requests = (taken?: object) => ({ c3: { ...request, ...(taken && { taken }) } });

test('nothing was asked of a camera', () => {
  for (const action of [undefined, {}, { status: false }, { request: 'x' }])
    expect(toldIn(action)).toBeNull();
});

test.each([
  ['asked', { request, requests: requests() }, ''],
  ['asked', { request, requests: requests(), result: { id: 2, ok: true, at: 1 } }, ''],
  ['taken', { request, requests: requests({ at: 2_000, by: 'press' }), status: true }, ''],
  [
    'done',
    {
      request,
      requests: requests({ at: 2_000, by: 'press' }),
      result: { id: 3, ok: true, message: 'image-1' },
    },
    'image-1',
  ],
  [
    'failed',
    {
      request,
      requests: requests({ at: 2_000, by: 'press' }),
      result: { id: 3, ok: false, message: 'no light' },
    },
    'no light',
  ],
])('%s', (stage, action, message) => {
  expect(toldIn(action)).toEqual({ command: 'capture', at: 1_000, stage, message });
});

test('what nobody takes in 30 seconds is not taken; what is taken late, is', () => {
  const told = toldIn({ request, requests: requests() }) as Told;
  expect([isNotTaken(told, 31_000), isNotTaken(told, 31_001)]).toEqual([false, true]);
  expect(isNotTaken({ ...told, stage: 'taken' }, 99_000)).toBe(false);
});
