/**
 * Spec 4.2 delete, 7; Contract 3 and 5: everything that is deleted with an image, and what a call must not change.
 * @covers Spec 4.2, Contract 5 delete, its twin, kills, 20 at once
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  call,
  countedRecords,
  eventually,
  liveState,
  picture,
  records,
  shownCounters,
  upload,
} from '../support/factory.ts';
import { objectNames, openStage, place, type Stage, send } from './image-stage.ts';

const REFUSED = { error: true, status: 'Permission denied or file not found' };

let stage: Stage;
let next = 1;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage?.close());
beforeEach(() => call(stage.stack, '/monitor/line-1/start'));

/** Uploads a frame; its encoded URI is that of Contract 2. */
async function capture(): Promise<{ id: string; encoded: string; name: string }> {
  const { body } = await upload(stage.stack, next++);
  const { id } = body.data;
  return { id, encoded: `dataset--bolts--${id}.jpg`, name: `dataset/bolts/${id}.jpg` };
}

const remove = (encoded: string, sent = {}) => send(stage, `/image/delete/image/${encoded}`, sent);

const annotate = (id: string) => {
  const tags = ['good', 'bad', 'bad'].map((tag) => ({ tag, x: 0.1, y: 0.1, w: 0.2, h: 0.2 }));
  return call(stage.stack, '/monitor/updateTags', { body: { dataset: 'bolts', imageID: id, tags } });
};

const sessionId = async (): Promise<string> => {
  const monitor = await stage.stack.firestore.doc('monitor/line-1').get();
  return monitor.get('session') || monitor.get('lastSession').id;
};

const session = async () => (await stage.stack.firestore.doc(`session/${await sessionId()}`).get()).data()!;

async function expectCountedSession(): Promise<void> {
  const { stack } = stage;
  const id = await sessionId();
  const counted = [...(await records(stack, 'image')).values()].filter(
    (image) => image.session === id,
  ).length;
  expect((await session()).data.totalCounter).toBe(counted);
  // A process that gets the session's frames remembers their number for some seconds.
  await eventually(() => expect(liveState(stack, 'line-1').totalCounter).toBe(counted));
}

test('object, masks, record and detections are deleted, and every counter is updated', async () => {
  const { stack, bucket } = stage;
  const [kept, gone] = [await capture(), await capture()];
  await Promise.all([annotate(kept.id), annotate(gone.id)]);
  const masks = [1, 2].map((number) => `dataset/bolts/${gone.id}_mask_${number}.png`);
  for (const name of masks) await bucket.file(name).save('mask', { resumable: false });
  await stack.firestore.doc(`image/${gone.id}`).update({
    masks: masks.map((name) => ({ uri: `gs://${stack.bucket}/${name}`, tag: 'dataset/bolts/tag/bad' })),
  });
  expect((await send(stage, `/image/detect/image/${gone.encoded}`)).status).toBe(200);
  await eventually(() => expect(liveState(stack, 'line-1')).toMatchObject({ totalCounter: 2 }));
  expect((await records(stack, 'detection')).size).toBe(1);

  const { status, body, headers } = await remove(gone.encoded);

  expect([status, body]).toEqual([200, { error: false, status: 'success' }]);
  expect(headers.get('cache-control')).toBe('no-store');
  expect([...(await records(stack, 'image')).keys()]).toEqual([kept.id]);
  expect(await objectNames(stage)).toEqual([kept.name]);
  expect((await records(stack, 'detection')).size).toBe(0);
  expect((await records(stack, 'removal')).size).toBe(0);
  expect(liveState(stack, 'line-1')).toMatchObject({ status: true, totalCounter: 1 });
  expect(liveState(stack, 'line-1').image?.id).not.toBe(gone.id);
  expect((await session()).data.totalCounter).toBe(1);
  const counted = { images: 1, tag: { good: [1, 1], bad: [1, 2] } };
  await eventually(async () => expect(await shownCounters(stack)).toEqual(counted));
});

test('an ended session and the stopped live state count without it', async () => {
  const { stack } = stage;
  await call(stack, '/monitor/line-1/stop');
  await call(stack, '/monitor/line-1/start');
  const frames = [await capture(), await capture(), await capture()];
  await call(stack, '/monitor/line-1/stop');
  expect((await session()).data.totalCounter).toBe(3);
  await remove(frames[1]!.encoded);
  expect((await session()).data.totalCounter).toBe(2);
  expect(liveState(stack, 'line-1')).toMatchObject({ status: false, session: '', totalCounter: 2 });
});

test('the live state no longer shows a deleted frame, but still shows another one', async () => {
  const [first, second] = [await capture(), await capture()];
  await eventually(() => expect(liveState(stage.stack, 'line-1').image.id).toBe(second.id));
  await remove(first.encoded);
  expect(liveState(stage.stack, 'line-1').image.id).toBe(second.id);
  await remove(second.encoded);
  expect(liveState(stage.stack, 'line-1').image).toBeUndefined();
});

test('a second delete is the documented error, also for an image that never existed', async () => {
  const { encoded } = await capture();
  expect((await remove(encoded)).status).toBe(200);
  for (const missing of [encoded, 'dataset--bolts--never.jpg', 'dataset--nowhere--x.jpg', 'x.jpg']) {
    const { status, body } = await remove(missing);
    expect([missing, status, body]).toEqual([missing, 404, REFUSED]);
  }
});

test('20 simultaneous deletes change the counters once', async () => {
  const { stack } = stage;
  const [first, second] = [await capture(), await capture()];
  await annotate(first.id);
  const answers = await Promise.all(Array.from({ length: 20 }, () => remove(first.encoded)));
  expect(answers[0]?.status).toBe(200);
  for (const { status, body } of answers) {
    expect([status, body]).toEqual(
      status === 200 ? [200, { error: false, status: 'success' }] : [404, REFUSED],
    );
  }
  await eventually(async () => expect(await shownCounters(stack)).toEqual(await countedRecords(stack)));
  await expectCountedSession();
  expect((await records(stack, 'removal')).size).toBe(0);
  expect(await objectNames(stage)).toContain(second.name);
});

test('many at the same time: each counts once', async () => {
  const { stack } = stage;
  const frames = await Promise.all(Array.from({ length: 30 }, capture));
  const answers = await Promise.all(frames.map(({ encoded }) => remove(encoded)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await eventually(async () => expect(await shownCounters(stack)).toEqual(await countedRecords(stack)));
  await expectCountedSession();
  expect((await records(stack, 'removal')).size).toBe(0);
});

test('DELETE does the same as GET', async () => {
  const { encoded, id } = await capture();
  const { status, body } = await remove(encoded, { method: 'DELETE' });
  expect([status, body]).toEqual([200, { error: false, status: 'success' }]);
  expect((await records(stage.stack, 'image')).has(id)).toBe(false);
  expect((await remove(encoded, { method: 'DELETE' })).body).toEqual(REFUSED);
});

describe('nothing changes', () => {
  test.each([
    ['HEAD', { method: 'HEAD' }, 405],
    ['POST', { method: 'POST' }, 405],
    ['Purpose: prefetch', { headers: { purpose: 'prefetch' } }, 403],
    ['Sec-Purpose: prefetch;prerender', { headers: { 'sec-purpose': 'prefetch;prerender' } }, 403],
  ])('%s', async (_, sent, status) => {
    const { encoded, id, name } = await capture();
    const answer = await remove(encoded, sent);
    expect(answer.status).toBe(status);
    if (status === 405) expect(answer.headers.get('allow')).toBe('GET, DELETE');
    expect((await records(stage.stack, 'image')).has(id)).toBe(true);
    expect(await objectNames(stage)).toContain(name);
  });
});

describe('a record gives access only to its own dataset', () => {
  test.each([
    ["another dataset's object", 'dataset/other/secret.jpg'],
    ['a dataset whose name begins alike', 'dataset/bolts-2/secret.jpg'],
    ['the top of the bucket', 'secret.jpg'],
  ])('%s stays, and cannot be read', async (_, name) => {
    const bytes = await picture(5);
    const bait = await place(stage, name, bytes);
    for (const route of ['delete', 'getb64', 'detect']) {
      expect((await send(stage, `/image/${route}/image/${bait.encoded}`)).status).toBe(404);
    }
    const [exists] = await stage.bucket.file(name).exists();
    expect(exists).toBe(true);
    await stage.stack.firestore.doc(`image/${bait.id}`).delete();
  });

  test('masks of other datasets stay', async () => {
    const { stack, bucket } = stage;
    const mine = await place(stage, 'dataset/bolts/mine.jpg', await picture(6));
    const others = ['dataset/other/m.png', 'm.png', 'dataset/bolts-2/m.png'];
    for (const name of others) await bucket.file(name).save('mask', { resumable: false });
    const uris = [
      ...others.map((name) => `gs://${stack.bucket}/${name}`),
      'gs://elsewhere/dataset/bolts/m.png',
    ];
    await stack.firestore
      .doc(`image/${mine.id}`)
      .update({ masks: uris.map((uri) => ({ uri, tag: 'dataset/bolts/tag/bad' })) });
    expect((await remove(mine.encoded)).status).toBe(200);
    for (const name of others) expect(await bucket.file(name).exists()).toEqual([true]);
  });

  test('a record that claims the encoded path of another image does not hide that image', async () => {
    const mine = await place(stage, 'dataset/bolts/real.jpg', await picture(7));
    const decoys = Array.from({ length: 6 }, (_, index) =>
      place(stage, `dataset/bolts/decoy-${index}.jpg`, null, { encoded: mine.encoded }),
    );
    await Promise.all(decoys);
    expect((await remove(mine.encoded)).status).toBe(200);
    expect((await records(stage.stack, 'image')).has(mine.id)).toBe(false);
    expect((await remove(mine.encoded)).status).toBe(404);
    for (const decoy of decoys)
      expect((await records(stage.stack, 'image')).has((await decoy).id)).toBe(true);
  });

  test('a record in another bucket is not ours', async () => {
    const { encoded } = await place(stage, 'dataset/bolts/abroad.jpg', await picture(8), {
      uri: 'gs://elsewhere/dataset/bolts/abroad.jpg',
    });
    expect((await remove(encoded)).body).toEqual(REFUSED);
    expect(await objectNames(stage)).toContain('dataset/bolts/abroad.jpg');
  });
});
