/**
 * Contract 17: programs that call as a service account of Google, and tokens that are none; access.test.ts asks each route.
 * @covers Contract 17 Programs: service accounts, by Google's ID tokens for this deployment; forged, foreign and old tokens
 */
import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { call, eventually } from '../support/factory.ts';
import { addressOf, type Google, startGoogle } from '../support/google-tokens.ts';
import { type Ask, type ManageStage, openManageStage } from './manage-stage.ts';

const TRAINER = 'trainer@parts.iam.gserviceaccount.com';
const MEMBER = `/dataset/bolts/members/${TRAINER}`;

let stage: ManageStage;
let google: Google;
beforeAll(async () => {
  google = await startGoogle();
  stage = await openManageStage(['dataset', 'monitor', 'service-git', 'people-dataset'], google.env);
});
afterAll(async () => {
  await stage?.close();
  await google?.close();
});

const token = (claims: object = {}, header: object = {}, email = TRAINER): string =>
  google.token(email, stage.stack.projectId, claims, header);
const send = (credentials: string, path: string, ask: Ask = {}) =>
  call(stage.stack, path, { ...ask, headers: { authorization: `Bearer ${credentials}` } });
const asTrainer = (path: string, ask: Ask = {}) => send(token(), path, ask);
const admit = (role: string, ask: Ask = {}, path = MEMBER) =>
  stage.as('owner', path, { method: 'PUT', body: { role }, ...ask });

test('while Google’s certificates cannot be had it is 503, at once for most of many calls, and they are asked for once', async () => {
  google.isAway = true;
  const answers = await Promise.all(Array.from({ length: 30 }, () => asTrainer('/dataset')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  expect(answers[0]!.body).toEqual({ error: true, result: 'Service temporarily unavailable' });
  // One call, with the library's own three retries.
  expect(google.asked).toBeLessThanOrEqual(4);
  expect((await asTrainer('/dataset')).status).toBe(503);
  expect(google.asked).toBeLessThanOrEqual(4);
  google.isAway = false;
  await eventually(async () => expect((await asTrainer('/dataset')).status).toBe(401), 15_000);
});

test('as nobody’s member it is nobody: its body is not read, and many such calls are too many; a role counts at once', async () => {
  const { body, status } = await asTrainer('/dataset', { body: { name: 'x'.repeat(9) } });
  expect([status, body]).toEqual([401, { error: true, result: 'Unauthorized' }]);
  const flood = Array.from({ length: 150 }, (_, at) => {
    const email = `stranger-${at}@elsewhere.iam.gserviceaccount.com`;
    const headers = { authorization: `Bearer ${token({}, {}, email)}`, 'x-forwarded-for': '192.0.2.7' };
    return call(stage.stack, '/dataset', { headers });
  });
  const statuses = (await Promise.all(flood)).map((each) => each.status);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
  expect((await admit('viewer')).status).toBe(200);
  expect((await asTrainer('/dataset')).status).toBe(200);
  expect((await stage.as('owner', MEMBER, { method: 'DELETE' })).status).toBe(200);
  expect((await asTrainer('/dataset/bolts/images')).status).toBe(404);
});

test('with a role it has that role in this dataset, and no more than a job', async () => {
  expect((await admit('viewer')).status).toBe(200);
  expect((await asTrainer('/dataset')).body.datasets).toEqual([
    expect.objectContaining({ id: 'bolts', role: 'viewer' }),
  ]);
  expect((await asTrainer('/dataset/bolts/images')).status).toBe(200);
  const run = { body: { name: 'Nightly', live: true } };
  expect((await asTrainer('/dataset/bolts/run', run)).status).toBe(403);

  expect((await admit('editor')).status).toBe(200);
  const made = await asTrainer('/dataset/bolts/run', run);
  expect(made.status).toBe(200);
  const shown = await stage.as('viewer', `/dataset/bolts/run/${made.body.number}`);
  expect(shown.body).toMatchObject({ by: TRAINER });
  await eventually(() =>
    expect(stage.stack.functions.dataset!.output()).toMatch(
      new RegExp(`"action":"run make"[^\\n]*"caller":"service","userId":"${TRAINER}"`),
    ),
  );
  for (const path of ['/dataset/bolts/members', '/dataset/bolts/keys', '/monitor'])
    expect((await asTrainer(path)).status).toBe(403);
  expect((await asTrainer('/monitor/line-1/keys')).status).toBe(404);
  expect((await asTrainer('/dataset/bolts/monitors/line-1', { method: 'PUT' })).status).toBe(403);
  expect((await asTrainer(MEMBER, { method: 'DELETE' })).status).toBe(403);
  expect((await asTrainer('/dataset', { body: { name: 'Mine', type: 'ANOMALY' } })).status).toBe(403);
  const status = await asTrainer('/service-git/status', { body: {} });
  expect([status.status, status.body.code]).toEqual([403, 'forbidden']);
});

test('what it labels nobody has checked', async () => {
  const { firestore } = stage.stack;
  const [dataset, image] = [firestore.doc('dataset/bolts'), firestore.doc('image/seen')];
  const fields = {
    uri: 'gs://b/seen.jpg',
    date: new Date(),
    set: 'TRAIN',
    tags: [],
    masks: [],
    checked: true,
  };
  await image.set({ ...fields, dataset, tag: dataset.collection('tag').doc('bad') });
  const ask = { method: 'PATCH', body: { changes: [{ image: 'seen', tag: 'good' }] } };
  expect((await asTrainer('/dataset/bolts/images', ask)).body.images).toEqual([
    expect.objectContaining({ outcome: 'done' }),
  ]);
  expect((await image.get()).get('checked')).toBe(false);
});

test('it is listed with its address, is never an owner nor of a monitor, and is gone at once when it is removed', async () => {
  expect((await stage.as('owner', '/dataset/bolts/members')).body).toMatchObject({
    people: expect.arrayContaining([{ uid: TRAINER, role: 'editor', name: '', address: TRAINER }]),
    invitations: [],
  });
  const { members, people } = (await stage.stack.firestore.doc('dataset/bolts').get()).data()!;
  expect([members[TRAINER], people]).toEqual(['editor', expect.arrayContaining([TRAINER])]);
  const owner = await admit('owner');
  expect([owner.status, owner.body.result]).toEqual([404, `Person "${TRAINER}" not found`]);
  const monitor = await admit('viewer', {}, `/monitor/line-1/members/${TRAINER}`);
  expect([monitor.status, monitor.body.data.result]).toEqual([
    400,
    expect.stringContaining('a service account can be a member of datasets only'),
  ]);
  expect((await stage.as('owner', MEMBER, { method: 'DELETE' })).status).toBe(200);
  expect((await asTrainer('/dataset/bolts/images')).status).toBe(404);
  expect((await stage.stack.firestore.doc('dataset/bolts').get()).get('people')).not.toContain(TRAINER);
});

test('no other token counts, and none makes us ask for certificates again', async () => {
  await admit('editor');
  const { asked } = google;
  const now = Math.floor(Date.now() / 1000);
  const { projectId } = stage.stack;
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const [head, body, signature] = token().split('.') as [string, string, string];
  const admin = Buffer.from(
    JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), email: 'x' }),
  );
  const forged: Record<string, string> = {
    'another audience': token({ aud: 'https://example.com' }),
    'a function of the deployment': token({ aud: `${addressOf(projectId)}/dataset` }),
    'a list of audiences': token({ aud: [addressOf(projectId)] }),
    'no audience': token({ aud: undefined }),
    'another issuer': token({ iss: 'https://accounts.google.com.example.com' }),
    'an issuer that is Firebase': token({ iss: `https://securetoken.google.com/${projectId}`, sub: 'owner' }),
    'an old one': token({ iat: now - 7_200, exp: now - 3_600 }),
    'one of tomorrow': token({ iat: now + 3_600, exp: now + 7_200 }),
    'one for years': token({ exp: now + 1e8 }),
    'one without an end': token({ exp: undefined }),
    'an unsigned one': token({}, { alg: 'none' }),
    'one signed with the public key': token({}, { alg: 'HS256' }),
    'another algorithm': token({}, { alg: 'ES256' }),
    'an unknown key': token({}, { kid: 'unknown' }),
    'a key of the language': token({}, { kid: '__proto__' }),
    'another key': `${head}.${body}.${sign('sha256', Buffer.from(`${head}.${body}`), stranger).toString('base64url')}`,
    'another body': `${head}.${admin.toString('base64url')}.${signature}`,
    'a person': token({}, {}, 'ada@example.org'),
    'a person of a like domain': token({}, {}, 'ada@iam.xgserviceaccount.com'),
    'a person of a longer domain': token({}, {}, `${TRAINER}.example.org`),
    'an unverified address': token({ email_verified: false }),
    'an address that says it is verified': token({ email_verified: 'true' }),
    'no address': token({ email: undefined }),
    'several addresses': token({ email: [TRAINER] }),
    'no object': `${head}.${Buffer.from('null').toString('base64url')}.${signature}`,
  };
  for (const [name, each] of Object.entries(forged))
    expect([name, (await send(each, '/dataset/bolts/images')).status]).toEqual([name, 401]);
  expect(google.asked).toBe(asked);
  // The framework refuses headers of that size.
  expect((await send(token({ more: 'x'.repeat(1e6) }), '/dataset')).status).toBe(431);
  expect((await asTrainer('/dataset/bolts/images')).status).toBe(200);
  expect((await send(token({ iss: 'accounts.google.com' }), '/dataset/bolts/images')).status).toBe(200);
  expect(stage.stack.functions.dataset!.output()).not.toContain(head);
});
