/**
 * `@sightline/client`: lists, changes, trash, links and masks, also if answers are lost.
 * @covers Contract 9 the client on lists, changes, trash, links and masks, also while answers get lost
 */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { Sightline } from '../../client/src/index.ts';
import { furnish, picture, upload } from '../support/factory.ts';
import { type LossyFront, startLossyFront } from '../support/lossy-front.ts';
import { maskPixels, maskPng, pixelsOf } from '../support/mask-png.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
let front: LossyFront;
let sightline: Sightline;
let next = 1;

beforeAll(async () => {
  stack = await startTestStack({ functions: ['dataset', 'monitor', 'image'] });
  await furnish(stack);
  front = await startLossyFront(() => stack.baseUrl);
  sightline = new Sightline({ baseUrl: front.baseUrl, retry: { base: 10, limit: 100 } });
});
afterAll(() => Promise.all([stack?.close(), front?.close()]));
afterEach(() => {
  front.faults.set([]);
  front.requests.length = 0;
});

const images = () => sightline.datasets('bolts').images;
const capture = async (): Promise<string> => (await upload(stack, next++, { tag: null })).body.data.id;
const stored = async (id: string) => (await stack.firestore.doc(`image/${id}`).get()).data();
const loseAnswers = (path: string) => front.faults.set([{ path, reset: 'after', times: 2 }]);

test('pages of a list, by filter', async () => {
  const made = [await capture(), await capture(), await capture()];
  const first = await images().list({
    ...{ labelled: false, monitor: 'line-1', limit: 2, thumbnails: true },
  });
  expect(first.images.map(({ id }) => id)).toEqual([made[2], made[1]]);
  expect(first.images[0]).toMatchObject({ revision: 0, set: 'PREDETERMINED', setBefore: null, review: null });
  expect(first.images[0]?.thumbnail).toMatch(/^data:image\/webp;base64,/);
  const second = await images().list({ labelled: false, limit: 2, after: first.next as string });
  expect(second.images.map(({ id }) => id)).toEqual([made[0]]);
});

test('a change is made once, even if its answer is lost several times', async () => {
  const image = await capture();
  loseAnswers('/images');
  const outcomes = await images().change([{ image, tag: 'good', decision: 'review' }]);
  expect(outcomes).toEqual([{ image, outcome: 'done', revision: 1 }]);
  const keys = front.requests.map(({ headers }) => headers['idempotency-key']);
  expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
  expect((await stored(image))?.revision).toBe(1);
});

test('images are rejected and restored', async () => {
  const image = await capture();
  await images().change([{ image, seen: 0, decision: 'reject' }]);
  const [lying] = (await images().trash({ limit: 1 })).images;
  expect(lying).toMatchObject({ id: image, by: '', revision: 1 });
  expect((lying?.until ?? 0) - (lying?.at ?? 0)).toBe(7 * 86_400_000);
  loseAnswers('/restore');
  expect(await images().restore([image])).toEqual([{ image, outcome: 'done', revision: 2 }]);
  await images().change([{ image, decision: 'reject' }]);
  expect(await images().deleteTrashed([image])).toEqual([{ image, outcome: 'done', revision: 0 }]);
  loseAnswers('/trash');
  expect(await images().deleteTrashed([image])).toEqual([{ image, outcome: 'not found', revision: 0 }]);
});

test('all images of a filter are changed and taken back, once each, even if answers are lost', async () => {
  const made = [await capture(), await capture(), await capture()];
  const filter = { labelled: false, monitor: 'line-1' };
  const { at } = await images().list({ ...filter, limit: 1 });
  const { count } = (
    await stack.firestore.collection('image').where('labelled', '==', false).count().get()
  ).data();
  loseAnswers('/images');
  const { change, ...numbers } = await images().changeAll({ ...filter, shown: count, at }, { tag: 'good' });
  expect(numbers).toMatchObject({ found: count, done: count, stale: 0 });
  const keys = front.requests
    .filter(({ method }) => method === 'PATCH')
    .map(({ headers }) => headers['idempotency-key']);
  expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
  loseAnswers('/images');
  expect(await images().undo(change)).toMatchObject({ restored: count, changed: 0 });
  for (const id of made) expect(await stored(id)).toMatchObject({ tag: null, revision: 2 });
});

test('masks are stored and removed; links serve the stored bytes', async () => {
  const id = await capture();
  const handle = sightline.images(String((await stored(id))?.uri));
  loseAnswers('/mask');
  const uri = await handle.putMask('good', await maskPng(320, 240));
  const { links, expires } = await images().links([id, 'nothing']);
  expect([Object.keys(links), expires > Date.now()]).toEqual([[id], true]);
  const link = links[id];
  expect(link?.masks.map(({ tag }) => tag)).toEqual(['good']);
  expect((await stored(id))?.masks.map((mask: { uri: string }) => mask.uri)).toEqual([uri]);
  const original = Buffer.from(await (await fetch(link?.url ?? '')).arrayBuffer());
  expect(original.equals(await picture(next - 1))).toBe(true);
  const mask = new Uint8Array(await (await fetch(link?.masks[0]?.url ?? '')).arrayBuffer());
  expect((await pixelsOf(mask)).pixels.equals(maskPixels(320, 240))).toBe(true);
  await handle.deleteMask('good');
  await handle.deleteMask('good');
  expect((await stored(id))?.masks).toEqual([]);
});
