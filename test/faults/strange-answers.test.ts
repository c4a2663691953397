/** Something that stands before Storage answers 200 with a page of its own: that acknowledges, deletes and shows nothing. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { encodeObjectName } from '../../functions/src/image/encoded-uri.ts';
import { call, furnish, records, upload } from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
let encoded: string;
const HTML = { 'content-type': 'text/html' };

beforeAll(async () => {
  stack = await startTestStack({ functions: ['monitor', 'image'] });
  await furnish(stack);
  const { id } = (await upload(stack, 1)).body.data;
  encoded = encodeObjectName(`dataset/bolts/${id}.jpg`);
  stack.faults.storage.set([{ path: '', status: 200, body: '<html>', headers: HTML }]);
}, 60_000);
afterAll(() => stack?.close());

test('a frame is not acknowledged, an image neither shown nor deleted; afterwards all is as before', async () => {
  const [frame, shown, deleted] = await Promise.all([
    upload(stack, 2),
    call(stack, `/image/getb64/image/${encoded}`),
    call(stack, `/image/delete/image/${encoded}`),
  ]);
  expect([frame.status, shown.status, deleted.status]).toEqual([503, 503, 503]);
  expect((await records(stack, 'image')).size).toBe(1);
  stack.faults.storage.set([]);
  const again = await upload(stack, 2);
  expect(again.status).toBe(200);
  const kept = encodeObjectName(`dataset/bolts/${again.body.data.id}.jpg`);
  for (const each of [encoded, kept])
    expect((await call(stack, `/image/getb64/image/${each}`)).status).toBe(200);
});
