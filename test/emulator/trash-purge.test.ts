/**
 * Contract 9: after 7 days a rejected image is deleted with its objects, masks and detections, even if calls are
 * interrupted; until then the sweep keeps it.
 * @covers Contract 9 the trash is purged after 7 days, resumably, or by hand; the sweep leaves it
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { triggerScheduled } from '../../emulators/stack/schedule.ts';
import {
  call,
  countedRecords,
  eventually,
  furnish,
  records,
  shownCounters,
  upload,
} from '../support/factory.ts';
import { maskPng } from '../support/mask-png.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import type { Stage } from './image-stage.ts';
import { runSweep } from './sweep-stage.ts';

let stack: TestStack;
let next = 1;

beforeAll(async () => {
  stack = await startTestStack({ functions: ['dataset', 'monitor', 'image', 'counters'] });
  await furnish(stack);
});
afterAll(() => stack?.close());

const send = (number: number) => upload(stack, number, { tag: 'good' });
const trashed = (id: string) => stack.firestore.doc(`dataset/bolts/trash/${id}`);
const restore = async (images: string[]) =>
  (await call(stack, '/dataset/bolts/trash/restore', { body: { images } })).body.images;

async function objectNames(): Promise<string[]> {
  const url = `http://${stack.addresses.storage}/storage/v1/b/${stack.bucket}/o?prefix=dataset/bolts/`;
  const { items = [] } = (await (await fetch(url)).json()) as { items?: { name: string }[] };
  return items.map(({ name }) => name);
}

/** Rejected images, each with a mask and a detection. */
async function rejectMany(count: number): Promise<{ numbers: number[]; images: string[] }> {
  const numbers = Array.from({ length: count }, () => next++);
  const images: string[] = await Promise.all(numbers.map(async (each) => (await send(each)).body.data.id));
  const body = await maskPng(320, 240);
  for (const id of images) {
    const path = `/image/mask/image/dataset--bolts--${id}.jpg?tag=good`;
    await call(stack, path, { method: 'PUT', body, headers: { 'content-type': 'image/png' } });
    await stack.firestore.doc(`detection/${id}`).set({ generation: '1', found: [] });
  }
  const changes = images.map((image) => ({ image, decision: 'reject' }));
  await call(stack, '/dataset/bolts/images', { method: 'PATCH', body: { changes } });
  return { numbers, images };
}

/** As if 7 days had passed. */
const makeDue = (images: string[]) =>
  Promise.all(images.map((id) => trashed(id).update({ until: new Date(Date.now() - 1000) })));

test('due images are deleted, whenever a process is killed; all others stay', async () => {
  const kept = (await rejectMany(2)).images;
  const { images } = await rejectMany(20);
  const counters = stack.functions.counters!;
  expect(await triggerScheduled(counters)).toBe(200);
  expect((await objectNames()).length).toBe(44);
  await makeDue(images);
  for (let kills = 0; kills < 3; kills += 1) {
    void triggerScheduled(counters).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 60 * (kills + 1)));
    await counters.kill();
    await counters.restart();
  }
  expect(await triggerScheduled(counters)).toBe(200);
  const left = (await stack.firestore.collection('dataset/bolts/trash').get()).docs.map(({ id }) => id);
  expect(left.sort()).toEqual(kept.sort());
  expect((await objectNames()).length).toBe(4);
  expect([...(await records(stack, 'detection')).keys()].sort()).toEqual(kept);
  expect((await restore(kept)).map(({ outcome }: { outcome: string }) => outcome)).toEqual(['done', 'done']);
  await eventually(async () => expect(await shownCounters(stack)).toEqual(await countedRecords(stack)));
});

test('an image that is added again during an interrupted purge keeps its new objects', async () => {
  const { numbers, images } = await rejectMany(1);
  const [id, number] = [images[0] as string, numbers[0] as number];
  const original = `dataset/bolts/${id}.jpg`;
  const url = `http://${stack.addresses.storage}/storage/v1/b/${stack.bucket}/o/${encodeURIComponent(original)}`;
  const { generation } = (await (await fetch(url)).json()) as { generation: string };
  // The purge has noted which object it removes, has removed it, and was killed.
  await makeDue(images);
  await trashed(id).update({ purging: generation });
  await fetch(url, { method: 'DELETE' });
  expect(await restore([id])).toEqual([{ image: id, outcome: 'not found', revision: 0 }]);
  expect((await send(number)).body.data.id).toBe(id);
  // An import names masks by their pixels, so that they have the same names again.
  const masks = (await trashed(id).get()).get('masks');
  await stack.firestore.doc(`image/${id}`).update({ masks });
  expect(await triggerScheduled(stack.functions.counters!)).toBe(200);
  expect((await trashed(id).get()).exists).toBe(false);
  expect((await stack.firestore.doc(`image/${id}`).get()).exists).toBe(true);
  const mask = masks[0].uri.replace(`gs://${stack.bucket}/`, '');
  expect(await objectNames()).toEqual(expect.arrayContaining([original, mask]));
});

test('an image that was restored and rejected again is kept for 7 days again', async () => {
  const { images } = await rejectMany(1);
  const [id] = images as [string];
  await makeDue(images);
  await restore(images);
  await call(stack, '/dataset/bolts/images', {
    method: 'PATCH',
    body: { changes: [{ image: id, decision: 'reject' }] },
  });
  await triggerScheduled(stack.functions.counters!);
  expect((await trashed(id).get()).get('until').toMillis()).toBeGreaterThan(Date.now());
  expect(await objectNames()).toContain(`dataset/bolts/${id}.jpg`);
});

test('the sweep keeps the objects of rejected images', async () => {
  await rejectMany(3);
  const before = await objectNames();
  const { text } = await runSweep({ stack } as Stage, ['--older-than=0s', '--force']);
  expect(text).not.toMatch(/object without record|mask without record/);
  expect(await objectNames()).toEqual(before);
});

test('by hand for good before their time, what is in the trash alone, and once', async () => {
  const { images } = await rejectMany(3);
  const [first, second, third] = images as [string, string, string];
  const standing = (await send(next++)).body.data.id as string;
  const remove = async (ids: string[]) =>
    (await call(stack, '/dataset/bolts/trash', { method: 'DELETE', body: { images: ids } })).body.images;
  const before = (await objectNames()).length;
  expect(await remove([second, standing, first, second, '../x'])).toEqual([
    { image: second, outcome: 'done', revision: 0 },
    { image: standing, outcome: 'not found', revision: 0 },
    { image: first, outcome: 'done', revision: 0 },
    { image: second, outcome: 'done', revision: 0 },
    { image: '../x', outcome: 'not found', revision: 0 },
  ]);
  // Of each its original and its mask.
  expect((await objectNames()).length).toBe(before - 4);
  expect((await stack.firestore.doc(`detection/${first}`).get()).exists).toBe(false);
  expect((await stack.firestore.doc(`image/${standing}`).get()).exists).toBe(true);
  expect((await remove([first]))[0].outcome).toBe('not found');
  expect((await restore([first, third])).map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    'not found',
    'done',
  ]);
  await eventually(async () => expect(await shownCounters(stack)).toEqual(await countedRecords(stack)));
});
