/**
 * Contract 9, what a person has seen: `checked`, "nothing here" and what follows from them in lists and counters.
 * @covers Contract 9 what a person has seen: `checked`, `empty`, taken back by machines, in lists and counters; bodies refuse unknown fields
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { triggerScheduled } from '../../emulators/stack/schedule.ts';
import { call, countedMore, eventually, furnish, shownMore, upload } from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
let next = 1;
let key: string;

beforeAll(async () => {
  stack = await startTestStack({ functions: ['dataset', 'monitor', 'image', 'counters'] });
  await furnish(stack);
  await stack.firestore.doc('dataset/bolts').update({ type: 'imageObjectDetection' });
  key = (await call(stack, '/monitor/line-1/keys', { method: 'POST' })).body.data.key;
});
afterAll(() => stack?.close());

const capture = async (): Promise<string> => (await upload(stack, next++, { tag: null })).body.data.id;

async function change(image: string, fields: object) {
  const changes = [{ image, ...fields }];
  const { body } = await call(stack, '/dataset/bolts/images', { method: 'PATCH', body: { changes } });
  return body.images[0] as { outcome: string; reason?: string };
}

const box = { tag: 'bad', x: 0.1, y: 0.2, w: 0.3, h: 0.4 };

const annotate = (imageID: string, tags: object[], headers: Record<string, string> = {}) =>
  call(stack, '/monitor/updateTags', { body: { dataset: 'bolts', imageID, tags }, headers });

const stored = async (id: string) => (await stack.firestore.doc(`image/${id}`).get()).data()!;

const listed = async (query: string): Promise<string[]> =>
  (await call(stack, `/dataset/bolts/images?${query}`)).body.images.map(({ id }: { id: string }) => id);

/** Shown counters equal the records, and a recount changes nothing. */
async function settled(): Promise<void> {
  expect(await triggerScheduled(stack.functions.counters!)).toBe(200);
  await eventually(async () => expect(await shownMore(stack)).toEqual(await countedMore(stack)));
  await call(stack, '/dataset/bolts/refreshCounters', { method: 'POST' });
  expect(await shownMore(stack)).toEqual(await countedMore(stack));
}

describe('nothing here', () => {
  test('is not the same as not labelled: lists and counters know both', async () => {
    const [empty, untouched] = [await capture(), await capture()];
    await settled();
    const before = (await shownMore(stack)).unlabelled;
    expect(await change(empty, { decision: 'empty' })).toMatchObject({ outcome: 'done' });
    expect(await stored(empty)).toMatchObject({
      checked: true,
      labelled: true,
      review: { decision: 'empty' },
    });
    expect(await listed('labelled=true')).toContain(empty);
    expect(await listed('checked=true')).toEqual(expect.arrayContaining([empty]));
    expect(await listed('labelled=false')).toEqual(expect.arrayContaining([untouched]));
    expect(await listed('checked=false')).not.toContain(empty);
    await settled();
    expect((await shownMore(stack)).unlabelled).toBe(before - 1);
    await change(empty, { checked: false });
    expect(await stored(empty)).toMatchObject({ checked: false, labelled: false });
    await settled();
    expect((await shownMore(stack)).unlabelled).toBe(before);
  });

  test('is refused where there are annotations, and in a dataset of classes', async () => {
    const image = await capture();
    await annotate(image, [box]);
    expect(await change(image, { decision: 'empty' })).toMatchObject({
      ...{ outcome: 'invalid', reason: 'The image has annotations or masks: remove them first' },
    });
    expect((await stored(image)).tags).toHaveLength(1);
    const foreign = (await upload(stack, next++, { dataset: 'other', tag: null })).body.data.id;
    const changes = [{ image: foreign, decision: 'empty' }];
    const { body } = await call(stack, '/dataset/other/images', { method: 'PATCH', body: { changes } });
    expect(body.images[0]).toMatchObject({
      ...{ outcome: 'invalid', reason: 'An image of this dataset needs a class' },
    });
  });
});

describe('annotations', () => {
  test('of a person check the image, of a machine take that back, and accepting makes them manual', async () => {
    const image = await capture();
    await annotate(image, [box]);
    expect(await stored(image)).toMatchObject({ checked: true, tags: [{ labeled: 'inference' }] });
    const machine = await annotate(image, [box], { 'x-device-key': key });
    expect([machine.status, (await stored(image)).checked]).toEqual([200, false]);
    expect(await listed('checked=true')).not.toContain(image);
    await change(image, { decision: 'accept' });
    expect(await stored(image)).toMatchObject({
      checked: true,
      tags: [{ ...{ labeled: 'manual', x: 0.1 } }],
    });
    expect((await stored(image)).tags[0].tag.path).toBe('dataset/bolts/tag/bad');
    await settled();
  });

  test('of which none is left leave the image unchecked', async () => {
    const image = await capture();
    await annotate(image, [box]);
    await annotate(image, []);
    expect(await stored(image)).toMatchObject({ checked: false, labelled: false });
    await settled();
  });
});

test('a mask checks the image, and removing the last one takes that back', async () => {
  const image = await capture();
  const { uri, width, height } = await stored(image);
  const png = await sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  const path = `/image/mask/image/${uri.replace(/^gs:\/\/[^/]*\//, '').replaceAll('/', '--')}?tag=bad`;
  await call(stack, path, { method: 'PUT', body: png, headers: { 'content-type': 'image/png' } });
  expect(await stored(image)).toMatchObject({ checked: true, labelled: true });
  await call(stack, path, { method: 'DELETE' });
  expect(await stored(image)).toMatchObject({ checked: false, labelled: false });
  await settled();
});

test('a tag that is deleted leaves no image that seems to have nothing in it', async () => {
  const made = await call(stack, '/dataset/bolts/tag', { body: { name: 'doomed' } });
  const [alone, together] = [await capture(), await capture()];
  await annotate(alone, [{ ...box, tag: made.body.id }]);
  await annotate(together, [box, { ...box, tag: made.body.id }]);
  await call(stack, `/dataset/bolts/tag/${made.body.id}`, { method: 'DELETE', body: { into: null } });
  await eventually(async () => expect((await stored(alone)).tags).toEqual([]));
  expect(await stored(alone)).toMatchObject({ checked: false, labelled: false });
  expect(await stored(together)).toMatchObject({ checked: true, labelled: true });
  await settled();
});
