/**
 * A proxy in front of Storage answers 200 with a page of its own: such an answer must not acknowledge, delete or show
 * anything.
 * @covers Faults of each dependency, the flow editor too; answers that are not the dependency's own
 */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { encodeObjectName } from '../../functions/src/common/storage/object-name.ts';
import { call, furnish, records, upload } from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
let id: string;
let encoded: string;
const HTML = { 'content-type': 'text/html' };

beforeAll(async () => {
  stack = await startTestStack({ functions: ['monitor', 'image', 'dataset'] });
  await furnish(stack);
  id = (await upload(stack, 1)).body.data.id;
  encoded = encodeObjectName(`dataset/bolts/${id}.jpg`);
});
beforeEach(() => stack.faults.storage.set([{ path: '', status: 200, body: '<html>', headers: HTML }]));
afterAll(() => stack?.close());

/** Every request, or only the upload. Pieces of a long one: `emulator/object-writer`. */
test.each(['', 'uploadType=multipart'])('no training file is reported as written (at "%s")', async (path) => {
  stack.faults.storage.set([{ path, status: 200, body: '<html>', headers: HTML }]);
  expect((await call(stack, '/dataset/bolts/csv')).status).toBe(503);
  stack.faults.storage.set([]);
  const { body } = await call(stack, '/dataset/bolts/csv');
  expect(body.status).toBe('success');
});

test('an archive is not started without its image', async () => {
  expect((await call(stack, '/dataset/bolts/downloadZip', { body: { images: [id] } })).status).toBe(503);
});

test('a frame is not acknowledged, an image neither shown nor deleted; afterwards everything works', async () => {
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
