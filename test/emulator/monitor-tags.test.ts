/**
 * Spec 4.3 updateTags; Contract 6.
 * @covers Spec 4.3 start, stop, image, updateTags: bodies
 * @covers Contract 6 updateTags, details
 * @covers Contract 9 `seen` of updateTags
 */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { call, countedRecords, eventually, furnish, shownCounters, upload } from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
let imageID: string;
let serial = 0;

beforeAll(async () => {
  stack = await startTestStack({ functions: ['monitor'] });
  await furnish(stack);
});
afterAll(() => stack?.close());
beforeEach(async () => {
  serial += 1;
  imageID = (await upload(stack, serial)).body.data.id;
});

const box = (tag: string, at = 0.1) => ({ tag, x: at, y: 0.2, w: 0.3, h: 0.4 });
const update = (body: object) => call(stack, '/monitor/updateTags', { body });
const stored = async () => (await stack.firestore.doc(`image/${imageID}`).get()).data()!;

test('annotations are replaced, counters change by the difference', async () => {
  const first = await update({ dataset: 'bolts', imageID, tags: [box('bad'), box('bad', 0.5)] });
  expect([first.status, first.body]).toEqual([200, { error: false, status: 'success' }]);
  const again = await update({
    dataset: 'bolts',
    imageID,
    tags: [{ ...box('dataset/bolts/tag/good'), labeled: 'manual' }],
  });
  expect(again.status).toBe(200);
  const record = await stored();
  expect(record.tags).toHaveLength(1);
  expect(record.tags[0]).toMatchObject({ type: 'rect', x: 0.1, y: 0.2, w: 0.3, h: 0.4, labeled: 'manual' });
  expect(record.tags[0].tag.path).toBe('dataset/bolts/tag/good');
  expect(record.tagsContained.map(({ id }: { id: string }) => id)).toEqual(['good']);
  await eventually(async () => expect(await shownCounters(stack)).toEqual(await countedRecords(stack)));
});

test('type defaults to rect and labeled to inference; a point needs no size; an empty list removes all', async () => {
  await update({ dataset: 'bolts', imageID, tags: [box('bad'), { tag: 'bad', type: 'point', x: 1, y: 1 }] });
  expect(
    (await stored()).tags.map(({ type, labeled }: { type: string; labeled: string }) => [type, labeled]),
  ).toEqual([
    ['rect', 'inference'],
    ['point', 'inference'],
  ]);
  await update({ data: { dataset: 'bolts', imageID, tags: [] } });
  expect((await stored()).tags).toEqual([]);
});

test('with seen only the revision that was looked at is changed; who did not see the answer asks again', async () => {
  const changed = [409, { error: 'Failed to update tags', details: 'Image changed' }];
  const ask = async (seen: number, at: number) => {
    const { status, body } = await update({ dataset: 'bolts', imageID, tags: [box('bad', at)], seen });
    return [status, body];
  };
  const done = [200, { error: false, status: 'success' }];
  expect(await ask(1, 0.1)).toEqual(changed);
  expect((await stored()).tags).toEqual([]);
  expect(await ask(0, 0.1)).toEqual(done);
  expect(await ask(0, 0.1)).toEqual(done);
  expect((await stored()).revision).toBe(1);
  expect(await ask(0, 0.2)).toEqual(changed);
  expect(await ask(1, 0.2)).toEqual(done);
  expect(await ask(0, 0.2)).toEqual(changed);
  const { revision, tags } = await stored();
  expect([revision, tags.map(({ x }: { x: number }) => x)]).toEqual([2, [0.2]]);
  await eventually(async () => expect(await shownCounters(stack)).toEqual(await countedRecords(stack)));
});

test('of 20 who saw the same revision one is done', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      update({ dataset: 'bolts', imageID, tags: [box('bad', number / 100)], seen: 0 }),
    ),
  );
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, ...Array(19).fill(409)]);
  const { revision, tags } = await stored();
  expect([revision, tags[0].x]).toEqual([1, answers.findIndex(({ status }) => status === 200) / 100]);
});

test('20 simultaneous updates leave correct counters', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, number) =>
      update({ dataset: 'bolts', imageID, tags: Array.from({ length: number % 5 }, () => box('bad')) }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await eventually(async () => expect(await shownCounters(stack)).toEqual(await countedRecords(stack)));
});

test.each<[string, (id: string) => object, number, string]>([
  ['no dataset', (id) => ({ imageID: id, tags: [] }), 404, 'Dataset reference invalid'],
  [
    'an unknown dataset',
    (id) => ({ dataset: 'nowhere', imageID: id, tags: [] }),
    404,
    'Dataset reference invalid',
  ],
  [
    'a hostile dataset id',
    (id) => ({ dataset: '../x', imageID: id, tags: [] }),
    404,
    'Dataset reference invalid',
  ],
  ['another dataset', (id) => ({ dataset: 'other', imageID: id, tags: [] }), 404, 'Image not found'],
  ['no image', () => ({ dataset: 'bolts', tags: [] }), 404, 'Image not found'],
  ['an unknown image', () => ({ dataset: 'bolts', imageID: 'nope', tags: [] }), 404, 'Image not found'],
  ['a reserved image id', () => ({ dataset: 'bolts', imageID: '__x__', tags: [] }), 404, 'Image not found'],
  [
    'an unknown tag',
    (id) => ({ dataset: 'bolts', imageID: id, tags: [box('purple')] }),
    404,
    'Tag reference invalid',
  ],
  [
    'a tag of another dataset',
    (id) => ({ dataset: 'bolts', imageID: id, tags: [box('dataset/other/tag/foreign')] }),
    404,
    'Tag reference invalid',
  ],
  [
    'a tag that is null',
    (id) => ({ dataset: 'bolts', imageID: id, tags: [{ ...box('bad'), tag: null }] }),
    404,
    'Tag reference invalid',
  ],
  [
    'a negative width',
    (id) => ({ dataset: 'bolts', imageID: id, tags: [{ ...box('bad'), w: -0.1 }] }),
    400,
    'Coordinates out of range',
  ],
  [
    'a negative height',
    (id) => ({ dataset: 'bolts', imageID: id, tags: [{ ...box('bad'), h: -1 }] }),
    400,
    'Coordinates out of range',
  ],
  [
    'x over 1',
    (id) => ({ dataset: 'bolts', imageID: id, tags: [{ ...box('bad'), x: 1.5 }] }),
    400,
    'Coordinates out of range',
  ],
  [
    'a box that leaves the image',
    (id) => ({ dataset: 'bolts', imageID: id, tags: [{ ...box('bad'), x: 0.9 }] }),
    400,
    'Coordinates out of range',
  ],
  [
    'text for a number',
    (id) => ({ dataset: 'bolts', imageID: id, tags: [{ ...box('bad'), x: '0.1' }] }),
    400,
    'Coordinates out of range',
  ],
  [
    'tags that are no list',
    (id) => ({ dataset: 'bolts', imageID: id, tags: {} }),
    400,
    'tags is not an array',
  ],
  [
    'a revision that is none',
    (id) => ({ dataset: 'bolts', imageID: id, tags: [], seen: -1 }),
    400,
    'seen must be a revision: a whole number, 0 or more',
  ],
  [
    'a field that is none',
    (id) => ({ dataset: 'bolts', imageID: id, tags: [{ ...box('bad'), score: 0.9 }] }),
    400,
    'Unknown field "score"; the fields are tag, type, labeled, x, y, w, h',
  ],
  [
    'an unknown type',
    (id) => ({ dataset: 'bolts', imageID: id, tags: [{ ...box('bad'), type: 'circle' }] }),
    400,
    'type is not rect, mask or point',
  ],
])('%s: the details say so, and nothing changes', async (_, body, status, details) => {
  const before = await stored();
  const answer = await update(body(imageID));
  expect([answer.status, answer.body]).toEqual([status, { error: 'Failed to update tags', details }]);
  expect(await stored()).toEqual(before);
});
