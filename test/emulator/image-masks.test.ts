/**
 * Contract 9: masks of an image, and links with which pages read originals and masks.
 * @covers Contract 9 masks, several of a tag by their ids, and links
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { triggerScheduled } from '../../emulators/stack/schedule.ts';
import {
  call,
  countedMore,
  countedRecords,
  eventually,
  furnish,
  picture,
  sha256,
  shownCounters,
  shownMore,
  upload,
} from '../support/factory.ts';
import { maskPixels, maskPng, pixelsOf } from '../support/mask-png.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const PAGE = 'https://elsewhere.example';

let stack: TestStack;
let next = 1;

beforeAll(async () => {
  stack = await startTestStack({
    functions: ['dataset', 'monitor', 'image', 'counters'],
    env: { CORS_ORIGINS: PAGE },
  });
  await furnish(stack);
});
afterAll(() => stack?.close());

const capture = async (): Promise<string> => (await upload(stack, next++, { tag: null })).body.data.id;

const stored = async (id: string) => (await stack.firestore.doc(`image/${id}`).get()).data();
const pathOf = (id: string, tag: string) => `/image/mask/image/dataset--bolts--${id}.jpg?tag=${tag}`;
const put = (id: string, tag: string, body: Uint8Array, type = 'image/png') =>
  call(stack, pathOf(id, tag), { method: 'PUT', body, headers: { 'content-type': type } });
const remove = (id: string, tag: string) => call(stack, pathOf(id, tag), { method: 'DELETE' });
const links = async (images: string[]) =>
  (await call(stack, '/dataset/bolts/links', { body: { images } })).body;

async function bytesAt(url: string) {
  const response = await fetch(url, { headers: { origin: PAGE } });
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, PAGE]);
  return new Uint8Array(await response.arrayBuffer());
}

/** Names of an image's mask objects. */
const maskObjects = async (id: string): Promise<string[]> => {
  const url = `http://${stack.addresses.storage}/storage/v1/b/${stack.bucket}/o?prefix=dataset/bolts/${id}_mask`;
  const { items = [] } = (await (await fetch(url)).json()) as { items?: { name: string }[] };
  return items.map(({ name }) => name);
};

async function settled(): Promise<void> {
  // By itself, the timeline would be published later.
  expect(await triggerScheduled(stack.functions.counters!)).toBe(200);
  await eventually(async () => {
    expect(await shownCounters(stack)).toEqual(await countedRecords(stack));
    expect(await shownMore(stack)).toEqual(await countedMore(stack));
  });
}

test('a mask is stored as it was painted, and can be read by a page of another origin', async () => {
  const id = await capture();
  const { status, body } = await put(id, 'good', await maskPng(320, 240));
  expect([status, body]).toEqual([
    200,
    { error: false, status: 'success', uri: expect.stringMatching(/^gs:\/\/.*_mask_\d+\.png$/) },
  ]);
  expect(await stored(id)).toMatchObject({ labelled: true, revision: 1 });
  const { links: found, expires } = await links([id]);
  expect(expires).toBeGreaterThan(Date.now());
  expect(sha256(await bytesAt(found[id].url))).toBe(sha256(await picture(next - 1)));
  expect(found[id].masks.map(({ tag }: { tag: string }) => tag)).toEqual(['good']);
  const { pixels, channels } = await pixelsOf(await bytesAt(found[id].masks[0].url));
  expect(channels).toBe(1);
  expect(pixels.equals(maskPixels(320, 240))).toBe(true);
  await settled();
});

test('another mask of the tag replaces it, others stay; without the last one the image is unlabelled', async () => {
  const id = await capture();
  const first = (await put(id, 'good', await maskPng(320, 240))).body.uri;
  const other = (await put(id, 'bad', await maskPng(320, 240))).body.uri;
  const second = (await put(id, 'good', await maskPng(320, 240))).body.uri;
  expect(second).not.toBe(first);
  const uris = (await stored(id))?.masks.map(({ uri }: { uri: string }) => uri);
  expect(new Set(uris)).toEqual(new Set([other, second]));
  expect((await maskObjects(id)).length).toBe(2);
  expect((await remove(id, 'good')).body).toEqual({ error: false, status: 'success' });
  expect((await remove(id, 'good')).status).toBe(200);
  expect((await stored(id))?.revision).toBe(4);
  await remove(id, 'bad');
  expect(await stored(id)).toMatchObject({ masks: [], tagsContained: [], labelled: false });
  expect(await maskObjects(id)).toEqual([]);
  await settled();
});

test('a tag has several masks by their ids: each is put, replaced, relabelled and removed by itself', async () => {
  const id = await capture();
  const of = (mask: string, tag = 'good') => `${tag}&mask=${mask}`;
  const masks = async () =>
    ((await stored(id))?.masks ?? []).map((each: { id: string; tag: { id: string } }) => [
      each.id,
      each.tag.id,
    ]);
  await put(id, of('left'), await maskPng(320, 240));
  await put(id, of('right'), await maskPng(320, 240, 3));
  // A retry counts once.
  await put(id, of('right'), await maskPng(320, 240, 3));
  expect(await masks()).toEqual([
    ['left', 'good'],
    ['right', 'good'],
  ]);
  expect((await maskObjects(id)).length).toBe(2);
  const refused = { error: true, status: 'The image has several masks of this tag: name one' };
  for (const answer of [await put(id, 'good', await maskPng(320, 240)), await remove(id, 'good')])
    expect([answer.status, answer.body]).toEqual([409, refused]);
  expect((await put(id, of('no/id'), await maskPng(320, 240))).status).toBe(400);
  expect((await links([id])).links[id].masks).toMatchObject([
    { id: 'left', tag: 'good' },
    { id: 'right', tag: 'good' },
  ]);
  await put(id, of('left', 'bad'), await maskPng(320, 240));
  expect(await masks()).toEqual([
    ['right', 'good'],
    ['left', 'bad'],
  ]);
  // Now it is the only one of its tag.
  expect((await put(id, 'good', await maskPng(320, 240))).status).toBe(200);
  expect((await remove(id, of('left', 'bad'))).status).toBe(200);
  expect((await remove(id, of('left', 'bad'))).status).toBe(200);
  expect(await masks()).toEqual([['right', 'good']]);
  expect((await maskObjects(id)).length).toBe(1);
  await settled();
});

test('masks that were stored without an id have the number in their name', async () => {
  const id = await capture();
  const { uri } = (await put(id, 'good', await maskPng(320, 240))).body;
  const number = /_mask_(\d+)/.exec(uri)?.[1];
  const [{ id: _, ...before }] = (await stored(id))?.masks ?? [];
  await stack.firestore.doc(`image/${id}`).update({ masks: [before] });
  expect((await links([id])).links[id].masks).toMatchObject([{ id: number }]);
  expect((await remove(id, `good&mask=${number}`)).status).toBe(200);
  expect((await stored(id))?.masks).toEqual([]);
  await settled();
});

test('an object that masks of two tags share stays until the last of them is replaced', async () => {
  const id = await capture();
  const { uri } = (await put(id, 'good', await maskPng(320, 240))).body;
  await put(id, 'bad', await maskPng(320, 240));
  // As imports once stored masks of equal pixels.
  const masks = (await stored(id))?.masks.map((mask: object) => ({ ...mask, uri }));
  await stack.firestore.doc(`image/${id}`).update({ masks });
  const name = uri.replace(`gs://${stack.bucket}/`, '');
  await put(id, 'good', await maskPng(320, 240, 3));
  expect(await maskObjects(id)).toContain(name);
  await remove(id, 'bad');
  expect(await maskObjects(id)).not.toContain(name);
  await settled();
});

test('a mask that rests on another revision changes nothing; one that is sent again after its answer was lost is done', async () => {
  const id = await capture();
  const [png, other] = [await maskPng(320, 240), await maskPng(320, 240, 3)];
  const first = await put(id, 'good&seen=0', png);
  expect(first.status).toBe(200);
  expect((await put(id, 'good&seen=0', png)).body).toEqual(first.body);
  const changed = { error: true, status: 'Image changed' };
  for (const stale of [
    await put(id, 'good&seen=0', other),
    await put(id, 'bad&seen=0', png),
    await put(id, 'good&seen=2', other),
    await remove(id, 'good&seen=0'),
  ])
    expect([stale.status, stale.body]).toEqual([409, changed]);
  expect(await maskObjects(id)).toEqual([first.body.uri.split('/').slice(3).join('/')]);
  expect(await stored(id)).toMatchObject({ revision: 1, tagsContained: [expect.anything()] });
  expect((await put(id, 'good&seen=1', other)).status).toBe(200);
  expect((await remove(id, 'good&seen=2')).status).toBe(200);
  expect((await remove(id, 'good&seen=2')).status).toBe(200);
  expect((await stored(id))?.revision).toBe(3);
  for (const seen of ['-1', '1.5', 'x', ''])
    expect((await put(id, `good&seen=${seen}`, png)).status).toBe(400);
});

test('20 simultaneous uploads leave one mask, and its object', async () => {
  const id = await capture();
  const png = await maskPng(320, 240);
  const answers = await Promise.all(Array.from({ length: 20 }, () => put(id, 'good', png)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const [mask, ...more] = (await stored(id))?.masks ?? [];
  expect(more).toEqual([]);
  expect(await maskObjects(id)).toEqual([mask.uri.split('/').slice(3).join('/')]);
});

const raw = (channels: 1 | 2 | 3 | 4, pixel: number[]) =>
  sharp(Buffer.from(Array.from({ length: 320 * 240 }, () => pixel).flat()), {
    raw: { width: 320, height: 240, channels },
  });

describe('what is converted', () => {
  test.each([
    ['gray of three channels keeps its value', 3, [7, 7, 7], 7],
    ['a color is the tag', 3, [0, 128, 0], 128],
    ['what is transparent is not the tag', 4, [255, 255, 255, 0], 0],
    ['what is opaque is', 4, [255, 0, 0, 255], 255],
    ['gray with alpha', 2, [9, 255], 9],
  ] as const)('%s', async (_, channels, pixel, expected) => {
    const id = await capture();
    expect(
      (
        await put(
          id,
          'good',
          await raw(channels, [...pixel])
            .png()
            .toBuffer(),
        )
      ).status,
    ).toBe(200);
    const found = (await links([id])).links[id];
    const { pixels, channels: stored } = await pixelsOf(await bytesAt(found.masks[0].url));
    expect([stored, new Set(pixels)]).toEqual([1, new Set([expected])]);
  });

  test('a PNG with a palette is stored with its colors as values, not its indices', async () => {
    const id = await capture();
    const png = await raw(3, [0, 0, 255]).png({ palette: true }).toBuffer();
    expect((await put(id, 'good', png)).status).toBe(200);
    const found = (await links([id])).links[id];
    expect(new Set((await pixelsOf(await bytesAt(found.masks[0].url))).pixels)).toEqual(new Set([255]));
  });
});

describe('refused, and nothing changes', () => {
  test.each([
    [
      'another size',
      async () => maskPng(10, 10),
      'image/png',
      400,
      'Bad request: The mask is 10 x 10, the image 320 x 240 pixels',
    ],
    [
      '16 bits',
      async () => raw(1, [5]).toColourspace('grey16').png().toBuffer(),
      'image/png',
      400,
      'Bad request: The mask has more than 8 bits a channel',
    ],
    [
      'cut off',
      async () => (await maskPng(320, 240)).subarray(0, 150),
      'image/png',
      400,
      'Bad request: The mask cannot be decoded',
    ],
    ['a JPEG', () => picture(1), 'image/png', 415, 'Unsupported media type'],
    ['no image', async () => Buffer.from('{}'), 'application/json', 415, 'Unsupported media type'],
    ['nothing', async () => Buffer.alloc(0), 'image/png', 415, 'Unsupported media type'],
  ])('%s', async (_, make, type, status, text) => {
    const id = await capture();
    const answer = await put(id, 'good', await make(), type);
    expect([answer.status, answer.body]).toEqual([status, { error: true, status: text }]);
    expect([(await stored(id))?.masks ?? [], await maskObjects(id)]).toEqual([[], []]);
  });

  test('a missing tag or image', async () => {
    const id = await capture();
    const png = await maskPng(320, 240);
    expect((await put(id, 'nothing', png)).body).toEqual({
      error: true,
      status: 'Tag with ID "nothing" not found',
    });
    expect((await put('nothing', 'good', png)).status).toBe(404);
    const without = await call(stack, pathOf(id, '').replace('?tag=', ''), { method: 'DELETE' });
    expect([without.status, without.body.status]).toEqual([400, 'Bad request: tag is required']);
  });
});

test('links are only for images of this dataset that are not in the trash', async () => {
  const [own, rejected] = [await capture(), await capture()];
  const foreign = (await upload(stack, next++, { dataset: 'other', tag: null })).body.data.id;
  await call(stack, '/dataset/bolts/images', {
    method: 'PATCH',
    body: { changes: [{ image: rejected, decision: 'reject' }] },
  });
  const { links: found } = await links([own, rejected, foreign, 'nothing', 'a/b', own]);
  expect(Object.keys(found)).toEqual([own]);
});
