/**
 * Spec 2.4, 7; Contract 3 and 5: valid encoded URIs, and the answer of each route to invalid ones.
 * @covers Spec 7, Contract 5 invalid encodings
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { picture, records } from '../support/factory.ts';
import { objectNames, openStage, place, readDataUri, type Stage, send } from './image-stage.ts';

const INVALID = { error: 'No defined image gsuri' };
const ROUTES = ['delete', 'detect', 'getb64'] as const;

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ functions: ['image'] });
  await place(stage, 'dataset/bolts/present.jpg', await picture(1));
});
afterAll(() => stage?.close());

const ask = (route: string, encoded: string) => send(stage, `/image/${route}/image/${encoded}`);

describe('invalid, on every route', () => {
  test.each([
    ['empty', ''],
    ['two dots', '..'],
    ['two dots, encoded', '%2e%2e'],
    ['a dot, encoded', '%2E'],
    ['climbing out', 'dataset--..--present.jpg'],
    ['climbing out, encoded', 'dataset--%2e%2e--present.jpg'],
    ['a slash, encoded', 'dataset%2fbolts%2fpresent.jpg'],
    ['a slash, encoded twice', 'dataset%252Fbolts%252Fpresent.jpg'],
    ['a backslash', 'dataset%5cbolts%5cpresent.jpg'],
    ['NUL', 'dataset--bolts--present.jpg%00'],
    ['NUL, encoded twice', 'dataset--bolts--present.jpg%2500'],
    ['a line feed', 'dataset--bolts--present.jpg%0a'],
    ['dots, encoded twice', '%252e%252e'],
    ['3,000 characters', `dataset--bolts--${'x'.repeat(2984)}`],
    ['only dashes', '----'],
    ['an absolute path', '--dataset--bolts--present.jpg'],
    ['a whole uri', 'gs:%2F%2Fbucket%2Fdataset%2Fbolts%2Fpresent.jpg'],
    ["another bucket's uri", 'gs:----elsewhere--dataset--bolts--present.jpg'],
  ])('%s', async (_, encoded) => {
    for (const route of ROUTES) {
      const { status, body } = await ask(route, encoded);
      expect([route, status, body]).toEqual([route, 400, INVALID]);
    }
    expect(await objectNames(stage)).toContain('dataset/bolts/present.jpg');
  });
});

describe('valid, but not an image', () => {
  test.each([
    ['no such object', 'dataset--bolts--never.jpg', 'dataset/bolts/never.jpg'],
    ['a stray percent sign', 'dataset--bolts--100%.jpg', 'dataset/bolts/100%.jpg'],
    ['bytes that are no text', 'dataset--bolts--%ff.jpg', 'dataset/bolts/%ff.jpg'],
    [
      'another bucket by name alone',
      'elsewhere--dataset--bolts--present.jpg',
      'elsewhere/dataset/bolts/present.jpg',
    ],
    ['signs of a query language', `dataset--bolts--'%20OR%20'1'='1`, `dataset/bolts/' OR '1'='1`],
    ['signs of other scripts', encodeURIComponent('dataset--größe--漏れ.jpg'), 'dataset/größe/漏れ.jpg'],
  ])('%s', async (_, encoded, uri) => {
    await expectMissing(encoded, uri);
  });

  test('a file without a record', async () => {
    const { encoded, name } = await place(stage, 'dataset/bolts/csv/1.csv', Buffer.from('TRAIN'), null);
    await expectMissing(encoded, name);
    expect(await objectNames(stage)).toContain(name);
  });

  test('a record whose dataset was deleted', async () => {
    const { stack } = stage;
    const dataset = stack.firestore.doc('dataset/gone');
    const { encoded, name } = await place(stage, 'dataset/gone/a.jpg', await picture(2), { dataset });
    await expectMissing(encoded, name);
  });

  test('a record without a file cannot be read, but can be deleted', async () => {
    const { encoded, name, id } = await place(stage, 'dataset/bolts/lost.jpg', null);
    expect(await ask('getb64', encoded)).toMatchObject({ status: 404, body: missingFile(name) });
    expect(await ask('detect', encoded)).toMatchObject({ status: 404, body: missingFile() });
    expect((await ask('delete', encoded)).status).toBe(200);
    expect((await records(stage.stack, 'image')).has(id)).toBe(false);
  });

  const missingFile = (uri?: string) => ({ error: true, status: 'File not found', ...(uri && { uri }) });

  async function expectMissing(encoded: string, uri: string): Promise<void> {
    const answers = await Promise.all(ROUTES.map((route) => ask(route, encoded)));
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [404, { error: true, status: 'Permission denied or file not found' }],
      [404, missingFile()],
      [404, missingFile(uri)],
    ]);
  }
});

describe('names with dashes: the record decides which image is meant', () => {
  test.each([
    'dataset/bolts/front--left.jpg',
    'dataset/bolts/-a-.jpg',
    'dataset/bolts/a---b.jpg',
    'dataset/bolts/--.jpg',
    'dataset/bolts/deep--er/a--b.jpg',
    'dataset/bolts/50%--off.jpg',
    'dataset/bolts/漏れ--größe 1.jpg',
  ])('%s', async (name) => {
    await expectBothWays(name, 'bolts');
  });

  test.each(['a--b', '--', '-', 'a-', '-b'])('dataset %s', async (id) => {
    await stage.stack.firestore.doc(`dataset/${id}`).set({ name: id, type: 'ANOMALY', tags: [] });
    await expectBothWays(`dataset/${id}/i1.jpg`, id);
  });

  test('of two images with the same encoded form, the one whose path follows the rule', async () => {
    const { stack } = stage;
    await stack.firestore.doc('dataset/x--y').set({ name: 'x--y' });
    await stack.firestore.doc('dataset/x').set({ name: 'x' });
    const [plain, dashed] = [await picture(3), await picture(4)];
    const first = await place(stage, 'dataset/x--y/i.jpg', dashed, { dataset: 'dataset/x--y' });
    await place(stage, 'dataset/x/y/i.jpg', plain, { dataset: 'dataset/x' });
    const read = async () => readDataUri((await ask('getb64', first.encoded)).body.result).bytes;
    expect(await read()).toEqual(plain);
    expect((await ask('delete', first.encoded)).status).toBe(200);
    expect(await read()).toEqual(dashed);
    expect((await ask('delete', first.encoded)).status).toBe(200);
    expect((await ask('delete', first.encoded)).status).toBe(404);
  });

  test('a record of a dashboard, without an encoded form and with paths for references', async () => {
    const fields = { dataset: 'dataset/bolts', encoded: null };
    const { encoded } = await place(stage, 'dataset/bolts/plain.jpg', await picture(5), fields);
    expect((await ask('getb64', encoded)).status).toBe(200);
    expect((await ask('delete', encoded)).status).toBe(200);
  });

  async function expectBothWays(name: string, dataset: string): Promise<void> {
    const bytes = await picture(6);
    const placed = await place(stage, name, bytes, {
      dataset: stage.stack.firestore.doc(`dataset/${dataset}`),
    });
    const encoded = encodeURIComponent(placed.encoded);
    const { status, body } = await ask('getb64', encoded);
    expect(status).toBe(200);
    expect(readDataUri(body.result).bytes).toEqual(bytes);
    expect((await ask('delete', encoded)).body).toEqual({ error: false, status: 'success' });
    expect(await objectNames(stage)).not.toContain(name);
    expect((await records(stage.stack, 'image')).has(placed.id)).toBe(false);
  }
});

test('a path that is not a route, and one with too many segments', async () => {
  for (const path of ['/image', '/image/delete', '/image/delete/image', '/image/getb64/image/a/b']) {
    const { status, body } = await send(stage, path);
    expect([path, status, body]).toEqual([path, 404, { error: true, status: 'Not found' }]);
  }
});
