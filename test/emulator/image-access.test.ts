/**
 * Contract 8 on the image routes: who has access, and the answers to all others.
 * @covers Contract 8 who has access to the image routes, and what others are told
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { hashKey } from '../../functions/src/common/access/keys.ts';
import { picture, records } from '../support/factory.ts';
import { tokenOf } from '../support/people.ts';
import { objectNames, openStage, type Placed, place, type Stage, send } from './image-stage.ts';

const DENIED = { error: true, status: 'Permission denied' };
const MISSING = {
  delete: { error: true, status: 'Permission denied or file not found' },
  detect: { error: true, status: 'File not found' },
};

let accounts: Server;
let stage: Stage;
let image: Placed;
let next = 0;

beforeAll(async () => {
  accounts = createServer(lookUp).listen(0, '127.0.0.1');
  await once(accounts, 'listening');
  const { port } = accounts.address() as AddressInfo;
  // With this variable, firebase-admin accepts unsigned tokens, and asks this server whether the account
  // exists.
  const env = { ACCESS: 'required', FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${port}` };
  stage = await openStage({ functions: ['image'], env });
  const { firestore } = stage.stack;
  await firestore.doc('dataset/other').update({ owner: 'stranger', members: { alien: 'editor' } });
});
afterAll(async () => {
  await stage?.close();
  accounts.closeAllConnections();
  accounts.close();
});
beforeEach(async () => {
  image = await place(stage, `dataset/bolts/a${next++}.jpg`, await picture(next));
});

/** Every account that is looked up exists. */
async function lookUp(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { localId } = (await json(request)) as { localId: string[] };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ users: localId.map((id) => ({ localId: id, validSince: '0' })) }));
}

type Route = 'delete' | 'detect' | 'getb64';

async function ask(route: Route, headers: Record<string, string>, encoded = image.encoded) {
  const { status, body } = await send(stage, `/image/${route}/image/${encoded}`, { headers });
  return [status, body];
}

const as = (uid: string, claims = {}) => ({
  authorization: `Bearer ${tokenOf(uid, stage.stack.projectId, claims)}`,
});

const expectUntouched = async () => {
  expect((await records(stage.stack, 'image')).has(image.id)).toBe(true);
  expect(await objectNames(stage)).toContain(image.name);
};

describe('missing or invalid credentials: 401', () => {
  test.each<[string, () => Record<string, string>]>([
    ['none', () => ({})],
    ['an empty header', () => ({ authorization: '' })],
    ['another scheme', () => ({ authorization: 'Basic b3duZXI6' })],
    ['no token', () => ({ authorization: 'Bearer nonsense' })],
    ['an expired token', () => as('owner', { exp: 1_700_000_000 })],
    ["another project's token", () => ({ authorization: `Bearer ${tokenOf('owner', 'elsewhere')}` })],
  ])('%s', async (_, headers) => {
    for (const route of ['delete', 'detect', 'getb64'] as const) {
      expect([route, ...(await ask(route, headers()))]).toEqual([route, 401, DENIED]);
    }
    await expectUntouched();
  });

  test('also for missing images and invalid URIs', async () => {
    for (const encoded of ['dataset--bolts--never.jpg', '..', '']) {
      expect(await ask('getb64', {}, encoded)).toEqual([401, DENIED]);
    }
  });
});

test('members of another dataset get exactly the answer for a missing image', async () => {
  for (const uid of ['stranger', 'alien', 'nobody']) {
    const headers = as(uid);
    expect(await ask('delete', headers)).toEqual([404, MISSING.delete]);
    expect(await ask('detect', headers)).toEqual([404, MISSING.detect]);
    expect(await ask('getb64', headers)).toEqual([404, { ...MISSING.detect, uri: image.name }]);
    expect(await ask('delete', headers, 'dataset--bolts--never.jpg')).toEqual([404, MISSING.delete]);
  }
  expect(stage.stack.vision.calls()).toBe(0);
  await expectUntouched();
});

test('a device key has no access to image routes', async () => {
  const key = `slk_${'a'.repeat(43)}`;
  const { firestore } = stage.stack;
  const fields = { monitor: firestore.doc('monitor/line-1'), created: new Date() };
  await firestore.doc(`deviceKey/${hashKey(key)}`).set(fields);
  expect(await ask('delete', { 'x-device-key': key })).toEqual([404, MISSING.delete]);
  await expectUntouched();
});

test('a viewer may look but not delete', async () => {
  expect((await ask('getb64', as('viewer')))[0]).toBe(200);
  expect((await ask('detect', as('viewer')))[0]).toBe(200);
  expect(await ask('delete', as('viewer'))).toEqual([403, DENIED]);
  await expectUntouched();
});

test.each(['owner', 'editor', 'an admin'])('%s may do everything', async (who) => {
  const headers = who === 'an admin' ? as('somebody', { admin: true }) : as(who);
  expect((await ask('getb64', headers))[0]).toBe(200);
  expect((await ask('detect', headers))[0]).toBe(200);
  expect(await ask('delete', headers)).toEqual([200, { error: false, status: 'success' }]);
  expect(await ask('delete', headers)).toEqual([404, MISSING.delete]);
});

test("only the dataset's editors can complete an interrupted delete", async () => {
  const { firestore } = stage.stack;
  const fields = { encoded: image.encoded, dataset: 'bolts', monitor: null, session: '' };
  await firestore.doc(`image/${image.id}`).delete();
  await firestore.doc(`removal/${image.id}`).set(fields);
  expect(await ask('delete', as('stranger'))).toEqual([404, MISSING.delete]);
  expect(await ask('delete', as('viewer'))).toEqual([403, DENIED]);
  expect((await records(stage.stack, 'removal')).size).toBe(1);
  expect(await ask('delete', as('editor'))).toEqual([200, { error: false, status: 'success' }]);
  expect((await records(stage.stack, 'removal')).size).toBe(0);
});
