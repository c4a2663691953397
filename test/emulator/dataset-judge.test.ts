/**
 * Contract 9: PATCH images and the trash: effects of a change, retries, two people at once, races with uploads and deletes.
 * @covers Contract 9 PATCH images: outcomes, `seen`, retries, two people at once; trash and restore, races with uploads, tags and recounts
 */
import { FieldValue } from '@google-cloud/firestore';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { triggerScheduled } from '../../emulators/stack/schedule.ts';
import {
  call,
  concurrently,
  countedMore,
  countedRecords,
  eventually,
  frame,
  furnish,
  liveState,
  records,
  shownCounters,
  shownMore,
  upload,
} from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
let next = 1;

beforeAll(async () => {
  stack = await startTestStack({ functions: ['dataset', 'monitor', 'image', 'counters'] });
  await furnish(stack);
});
afterAll(() => stack?.close());

const capture = async (about: object = {}): Promise<string> =>
  (await upload(stack, next++, { tag: null, ...about })).body.data.id;

async function captureMany(count: number): Promise<string[]> {
  const ids: string[] = [];
  await concurrently(count, 10, async () => {
    ids.push(await capture());
  });
  return ids;
}

interface Change {
  image: string;
  seen?: number;
  tag?: string | null;
  set?: string;
  decision?: string;
}

const patch = (changes: Change[], key?: string) =>
  call(stack, '/dataset/bolts/images', {
    method: 'PATCH',
    body: { changes },
    headers: key ? { 'idempotency-key': key } : {},
  });

async function outcomes(changes: Change[], key?: string) {
  const { status, body } = await patch(changes, key);
  expect([status, body.error, body.status]).toEqual([200, false, 'success']);
  return body.images as { image: string; outcome: string; revision: number; reason?: string }[];
}

const restore = async (images: string[]) =>
  (await call(stack, '/dataset/bolts/trash/restore', { body: { images } })).body.images;

const stored = async (id: string) => (await stack.firestore.doc(`image/${id}`).get()).data();
const trashed = async (id: string) => (await stack.firestore.doc(`dataset/bolts/trash/${id}`).get()).data();

/** A record that can be compared: references are replaced by their paths. */
const plain = (fields: object = {}): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(fields, (_, value) =>
      typeof value?.path === 'string' && value.firestore !== undefined ? value.path : value,
    ),
  );

/** All counters equal the records. */
async function settled(): Promise<void> {
  // By itself, the timeline would be published later.
  expect(await triggerScheduled(stack.functions.counters!)).toBe(200);
  await eventually(async () => {
    expect(await shownCounters(stack)).toEqual(await countedRecords(stack));
    expect(await shownMore(stack)).toEqual(await countedMore(stack));
  });
}

describe('a change', () => {
  test('sets the class of an unlabelled image, and removes it', async () => {
    const image = await capture();
    expect(await outcomes([{ image, seen: 0, tag: 'good' }])).toEqual([
      { image, outcome: 'done', revision: 1 },
    ]);
    expect(await stored(image)).toMatchObject({ labelled: true, revision: 1, set: 'PREDETERMINED' });
    expect((await stored(image))?.tagsContained.map(({ path }: { path: string }) => path)).toEqual([
      'dataset/bolts/tag/good',
    ]);
    await outcomes([{ image, tag: null }]);
    expect(await stored(image)).toMatchObject({ tag: null, tagsContained: [], labelled: false, revision: 2 });
    await settled();
  });

  test('review remembers the set, accept restores it', async () => {
    const image = await capture();
    await outcomes([{ image, set: 'TRAIN' }]);
    await outcomes([{ image, decision: 'review' }]);
    expect(await stored(image)).toMatchObject({
      set: 'REVIEW',
      setBefore: 'TRAIN',
      revision: 2,
      review: { by: '', decision: 'review' },
    });
    await outcomes([{ image, decision: 'accept', tag: 'bad' }]);
    const record = await stored(image);
    expect(record).toMatchObject({ set: 'TRAIN', review: { decision: 'accept' }, revision: 3 });
    expect(record).not.toHaveProperty('setBefore');
    await settled();
  });

  test('of an image that somebody else has changed is stale and changes nothing', async () => {
    const image = await capture();
    await outcomes([{ image, tag: 'good' }]);
    expect(await outcomes([{ image, seen: 0, tag: 'bad' }])).toEqual([
      { image, outcome: 'stale', revision: 1 },
    ]);
    expect((await stored(image))?.tag.id).toBe('good');
    const box = { tag: 'bad', x: 0, y: 0, w: 1, h: 1 };
    await call(stack, '/monitor/updateTags', { body: { dataset: 'bolts', imageID: image, tags: [box] } });
    expect(await outcomes([{ image, seen: 1, tag: 'bad' }])).toMatchObject([
      { outcome: 'stale', revision: 2 },
    ]);
  });

  test('is answered in order, independent of the others', async () => {
    const [a, b] = (await captureMany(2)) as [string, string];
    const foreign = await capture({ dataset: 'other' });
    const answered = await outcomes([
      { image: 'nothing', tag: 'good' },
      { image: a, tag: 'missing' },
      { image: b, tag: 'good' },
      { image: b, tag: 'bad' },
      { image: foreign, tag: 'good' },
      { image: 'a/b', decision: 'accept' },
      { image: 'x'.repeat(300) },
    ]);
    expect(answered).toEqual([
      { image: 'nothing', outcome: 'not found', revision: 0 },
      { image: a, outcome: 'invalid', revision: 0, reason: 'Tag with ID "missing" not found' },
      { image: b, outcome: 'done', revision: 1 },
      { image: b, outcome: 'invalid', revision: 0, reason: 'The image is named twice' },
      { image: foreign, outcome: 'not found', revision: 0 },
      { image: 'a/b', outcome: 'not found', revision: 0 },
      { image: 'x'.repeat(300), outcome: 'not found', revision: 0 },
    ]);
    expect(await outcomes([{ image: a }, { image: b, set: 'REVIEW', decision: 'accept' }])).toMatchObject([
      { outcome: 'invalid', reason: 'Nothing to change: tag, set or decision is required' },
      { outcome: 'invalid', reason: 'An accepted image leaves REVIEW' },
    ]);
  });

  test.each([
    [{}, 'changes must be a list of 1 to 500'],
    [{ changes: [] }, 'changes must be a list of 1 to 500'],
    [{ changes: Array(501).fill({ image: 'a', tag: null }) }, 'changes must be a list of 1 to 500'],
    [{ changes: [7] }, 'a change must be an object'],
    [{ changes: [{ tag: 'good' }] }, 'image must be an image id'],
    [{ changes: [{ image: 'a', seen: -1 }] }, 'seen must be a revision: a whole number, 0 or more'],
    [{ changes: [{ image: 'a', tag: 7 }] }, 'tag must be a tag id or null'],
    [
      { changes: [{ image: 'a', set: 'train' }] },
      'set must be one of TRAIN, TEST, VALIDATION, PREDETERMINED, REVIEW',
    ],
    [
      { changes: [{ image: 'a', decision: 'maybe' }] },
      'decision must be one of accept, review, reject, empty',
    ],
  ])('body %# is refused', async (body, reason) => {
    const { status, body: answer } = await call(stack, '/dataset/bolts/images', { method: 'PATCH', body });
    expect([status, answer]).toEqual([400, { error: true, result: `Bad request: ${reason}` }]);
  });
});

describe('a retry of a request', () => {
  test('is recognized by its key, and changes nothing', async () => {
    const image = await capture();
    const change = [{ image, decision: 'review' }];
    const first = await outcomes(change, 'try-1');
    expect(await outcomes(change, 'try-1')).toEqual(first);
    expect((await stored(image))?.revision).toBe(1);
    expect(await outcomes(change, 'try-2')).toMatchObject([{ outcome: 'done', revision: 2 }]);
  });

  test('without a key is recognized by the seen revisions', async () => {
    const image = await capture();
    const change = [{ image, seen: 0, tag: 'good' }];
    expect(await outcomes(change)).toEqual(await outcomes(change));
    expect((await stored(image))?.revision).toBe(1);
  });

  test('with a key of other changes is refused', async () => {
    const image = await capture();
    await outcomes([{ image, tag: 'good' }], 'used');
    const { status, body } = await patch([{ image, tag: 'bad' }], 'used');
    expect([status, body.result]).toEqual([400, 'Bad request: Idempotency-Key was used for another request']);
    expect((await stored(image))?.tag.id).toBe('good');
  });

  test('20 at once have one effect', async () => {
    const images = await captureMany(30);
    const changes = images.map((image) => ({ image, decision: 'review' }));
    const answers = await Promise.all(Array.from({ length: 20 }, () => outcomes(changes, 'at-once')));
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1);
    const revisions = await Promise.all(images.map(async (image) => (await stored(image))?.revision));
    expect(new Set(revisions)).toEqual(new Set([1]));
    await settled();
  });
});

test('two people judge the same images at once: each has one of the decisions that were answered done', async () => {
  const images = await captureMany(120);
  const judging = ['good', 'bad'].map(async (tag) => {
    const order = tag === 'good' ? images : [...images].reverse();
    const parts = [order.slice(0, 60), order.slice(60)];
    const done: string[] = [];
    for (const part of parts)
      for (const { image, outcome } of await outcomes(part.map((image) => ({ image, seen: 0, tag }))))
        if (outcome === 'done') done.push(image);
    return done;
  });
  const [good, bad] = (await Promise.all(judging)) as [string[], string[]];
  expect([...good, ...bad].sort()).toEqual([...images].sort());
  for (const image of images) {
    const record = await stored(image);
    expect([record?.revision, record?.tag.id]).toEqual([1, good.includes(image) ? 'good' : 'bad']);
  }
  await settled();
});

describe('the trash', () => {
  test('stores the complete record, and restores it with the next revision', async () => {
    const image = await capture({ tag: 'good' });
    await outcomes([{ image, decision: 'review' }]);
    const before = await stored(image);
    expect(await outcomes([{ image, seen: 1, decision: 'reject' }])).toMatchObject([
      { outcome: 'done', revision: 2 },
    ]);
    expect(await stored(image)).toBeUndefined();
    const lying = await trashed(image);
    expect(lying).toMatchObject({ set: 'REVIEW', setBefore: 'PREDETERMINED', by: '', uri: before?.uri });
    expect(lying?.until.toMillis() - lying?.at.toMillis()).toBe(7 * 86_400_000);
    await settled();

    const { body } = await call(stack, '/dataset/bolts/trash?limit=1&thumbnails=true');
    expect(body.images).toEqual([
      expect.objectContaining({
        id: image,
        by: '',
        at: lying?.at.toMillis(),
        until: lying?.until.toMillis(),
        tag: 'good',
        thumbnail: expect.stringMatching(/^data:image\/webp;base64,/),
      }),
    ]);
    expect(await restore([image, 'nothing', image])).toEqual([
      { image, outcome: 'done', revision: 3 },
      { image: 'nothing', outcome: 'not found', revision: 0 },
      { image, outcome: 'done', revision: 3 },
    ]);
    // The answer was lost, so the request is repeated.
    expect(await restore([image])).toEqual([{ image, outcome: 'done', revision: 3 }]);
    // A frame that came soon after others has a tally, out of which it was taken.
    const { updatedAt: _, revision: __, review: ___, tally: ____, tallied: _____, ...same } = before ?? {};
    const restored = await stored(image);
    expect(plain(restored)).toMatchObject({ ...plain(same), revision: 3 });
    expect([restored?.tally, restored?.tallied]).toEqual([undefined, undefined]);
    expect(await trashed(image)).toBeUndefined();
    await settled();
  });

  test('a rejected image is not in lists, ZIP, crops, base64 or exports, and cannot be changed', async () => {
    const image = await capture({ tag: 'bad' });
    const uri = (await stored(image))?.uri as string;
    await outcomes([{ image, decision: 'reject' }]);
    const encoded = uri.split('/').slice(3).join('--');
    expect((await call(stack, `/image/getb64/image/${encoded}`)).status).toBe(404);
    expect((await call(stack, `/image/delete/image/${encoded}`)).status).toBe(404);
    expect((await call(stack, '/dataset/bolts/downloadZip', { body: { images: [image] } })).status).toBe(404);
    const listed = (await call(stack, '/dataset/bolts/images?tag=bad&limit=200')).body.images;
    expect(listed.map(({ id }: { id: string }) => id)).not.toContain(image);
    expect(await outcomes([{ image, tag: 'good' }])).toMatchObject([{ outcome: 'not found' }]);
    expect(await restore([image])).toMatchObject([{ outcome: 'done' }]);
    expect((await call(stack, `/image/getb64/image/${encoded}`)).status).toBe(200);
  });

  test('an image of an earlier version comes back where lists find it', async () => {
    const image = await capture({ tag: 'good' });
    const { shard, labelled, monitor } = (await stored(image)) ?? {};
    const gone = FieldValue.delete();
    await stack.firestore.doc(`image/${image}`).update({
      shard: gone,
      labelled: gone,
      monitor: monitor.path,
      tagsContained: ['dataset/bolts/tag/good'],
    });
    await outcomes([{ image, decision: 'reject' }]);
    await restore([image]);
    expect(await stored(image)).toMatchObject({ shard, labelled, monitor: { path: monitor.path } });
    const { body } = await call(stack, '/dataset/bolts/images?tag=good&monitor=line-1&labelled=true');
    expect(body.images.map(({ id }: { id: string }) => id)).toContain(image);
  });

  test('page by page, most recently rejected first', async () => {
    const images = await captureMany(5);
    for (const image of images) await outcomes([{ image, decision: 'reject' }]);
    const seen: string[] = [];
    for (let after = ''; seen.length < 5; ) {
      const { body } = await call(stack, `/dataset/bolts/trash?limit=2${after && `&after=${after}`}`);
      seen.push(...body.images.map(({ id }: { id: string }) => id));
      after = body.next;
    }
    expect(seen.slice(0, 5)).toEqual(images.reverse());
    await restore(images);
  });

  test('the same frame sent again stays in the trash, and counts once', async () => {
    const number = next;
    const image = await capture();
    await outcomes([{ image, decision: 'reject' }]);
    expect((await upload(stack, number, { tag: null })).body.data.id).toBe(image);
    expect([await stored(image), (await trashed(image))?.revision]).toEqual([undefined, 1]);
    await settled();
    await restore([image]);
    expect((await upload(stack, number, { tag: null })).body.data.id).toBe(image);
    expect(await trashed(image)).toBeUndefined();
    await settled();
  });

  test('a session does not count rejected images, and the live state does not show them', async () => {
    await call(stack, '/monitor/line-1/start');
    const images = [await capture(), await capture(), await capture()];
    await eventually(() => expect(liveState(stack, 'line-1').totalCounter).toBe(3));
    const last = images[2] as string;
    await eventually(() => expect(liveState(stack, 'line-1').image.id).toBe(last));
    await outcomes([{ image: last, decision: 'reject' }]);
    await eventually(() => {
      expect(liveState(stack, 'line-1')).toMatchObject({ totalCounter: 2 });
      expect(liveState(stack, 'line-1').image?.id).not.toBe(last);
    });
    const { session } = (await stored(images[0] as string)) ?? {};
    await call(stack, '/monitor/line-1/stop');
    const total = async () =>
      (await stack.firestore.doc(`session/${session}`).get()).get('data.totalCounter');
    expect(await total()).toBe(2);
    await restore([last]);
    expect(await total()).toBe(3);
    expect(await records(stack, 'removal')).toEqual(new Map());
  });

  test('reject, restore, uploads of the same frames, tags and recounts at once: each record exists exactly once', async () => {
    const numbers = Array.from({ length: 12 }, () => next++);
    const send = async (number: number) =>
      (await call(stack, '/monitor/line-1/image', { body: await frame(number, { tag: 'good' }) })).body.data
        .id;
    const images = await Promise.all(numbers.map(send));
    await concurrently(120, 12, async (at) => {
      const [image, number] = [images[at % 12], numbers[at % 12] as number];
      const box = { tag: 'bad', x: 0, y: 0, w: 1, h: 1 };
      if (at % 5 === 0) await outcomes(images.map((each) => ({ image: each, decision: 'reject' })));
      else if (at % 5 === 1) await restore(images);
      else if (at % 5 === 2) expect(await send(number)).toBe(image);
      else if (at % 5 === 3)
        await call(stack, '/monitor/updateTags', { body: { dataset: 'bolts', imageID: image, tags: [box] } });
      else if (at % 20 === 4) await call(stack, '/dataset/bolts/refreshCounters', { method: 'POST' });
    });
    for (const image of images) {
      const places = [await stored(image), await trashed(image)].filter((each) => each !== undefined);
      expect(places.length).toBe(1);
    }
    await settled();
  });
});
