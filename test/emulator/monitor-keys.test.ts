/**
 * Contract 9: routes for device keys; Contract 8: what a key may do.
 * @covers Contract 8, 9 device keys by route; their last use
 * @covers A revoked key and a removed person are refused within seconds, while frames keep coming
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hashKey } from '../../functions/src/common/access/keys.ts';
import { deviceKey } from '../support/device-key.ts';
import { call, eventually, frame } from '../support/factory.ts';
import { type ManageStage, openManageStage } from './manage-stage.ts';

let stage: ManageStage;
beforeAll(async () => {
  stage = await openManageStage(['monitor']);
});
afterAll(() => stage?.close());

const KEYS = '/monitor/line-1/keys';
const make = (uid = 'editor') => stage.as(uid, KEYS, { method: 'POST' });
const list = async () => (await stage.as('editor', KEYS)).body.data.keys;
const revoke = (hash: string) => stage.as('editor', `${KEYS}/${hash}`, { method: 'DELETE' });
const start = (key: string) =>
  call(stage.stack, '/monitor/line-1/start', { headers: { 'x-device-key': key } });

test('a key is shown once, works, is listed by its hash, and can be revoked', async () => {
  const before = Date.now();
  const { status, body } = await make();
  const { key, hash } = body.data;
  expect([status, body]).toEqual([200, { data: { error: false, key, hash: hashKey(key).slice(0, 12) } }]);
  expect(await list()).toEqual([
    { hash, made: expect.any(Number), by: 'editor', holder: 'editor', lastUsed: null },
  ]);
  expect((await list())[0].made).toBeGreaterThanOrEqual(before - 60_000);
  expect((await start(key)).status).toBe(200);
  expect(
    (await call(stage.stack, '/monitor/line-2/start', { headers: { 'x-device-key': key } })).status,
  ).toBe(404);
  // A key can run its monitor, but not create keys.
  const own = await call(stage.stack, KEYS, { method: 'POST', headers: { 'x-device-key': key } });
  expect(own.status).toBe(404);
  await eventually(async () =>
    expect((await list())[0].lastUsed).toBe(new Date().toISOString().slice(0, 10)),
  );
  expect((await revoke(hash)).status).toBe(200);
  expect((await revoke(hash)).status).toBe(200);
  expect(await list()).toEqual([]);
  await eventually(async () => expect((await start(key)).status).toBe(401));
  const stored = await stage.stack.firestore.doc(`deviceKey/${hashKey(key)}`).get();
  expect(stored.data()).toMatchObject({ createdBy: 'editor', revokedBy: 'editor' });
  expect(JSON.stringify(stored.data())).not.toContain(key);
});

test('a camera that sends all the time is refused within seconds of a revocation by another process', async () => {
  const { body } = await make();
  const { key, hash } = body.data;
  expect((await start(key)).status).toBe(409);
  let number = 0;
  const send = async () => {
    number += 1;
    const options = { body: await frame(number), headers: { 'x-device-key': key } };
    return (await call(stage.stack, '/monitor/line-1/image', options)).status;
  };
  // Longer than a key is remembered without its monitor.
  await sleep(3_100);
  expect(await send()).toBe(200);
  await deviceKey(stage.stack, 'revoke', '--monitor', 'line-1', '--key', hash);
  await eventually(async () => expect(await send()).toBe(401));
  expect(await list()).toEqual([]);
});

test('at most two keys are live, however many are requested at once', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => make()));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body.data.result).toBe('Error: two keys are live already: revoke one first');
  const [one] = await list();
  expect((await revoke(one.hash)).status).toBe(200);
  expect((await make()).status).toBe(200);
  // The project's command shows the same keys.
  const { stdout } = await deviceKey(stage.stack, 'list', '--monitor', 'line-1');
  for (const { hash } of await list()) expect(stdout).toContain(`${hash}  made `);
});

test.each(['0123456789ab', 'short', 'A'.repeat(64)])('no key %s', async (hash) => {
  expect((await revoke(hash)).status).toBe(404);
});

test('its use is written once a day, by whichever process is first', async () => {
  const { firestore, functions } = stage.stack;
  const made = await stage.as('owner', '/monitor/line-2/keys', { method: 'POST' });
  const { key } = made.body.data;
  const reference = firestore.doc(`deviceKey/${hashKey(key)}`);
  const use = () => call(stage.stack, '/monitor/line-2/stop', { headers: { 'x-device-key': key } });
  const restart = async () => {
    await functions.monitor!.kill();
    await functions.monitor!.restart();
  };
  await Promise.all(Array.from({ length: 20 }, use));
  await eventually(async () => expect((await reference.get()).get('lastUsed')).toBeDefined());
  const { updateTime: written } = await reference.get();
  for (let restarts = 0; restarts < 3; restarts += 1) {
    await restart();
    await Promise.all(Array.from({ length: 5 }, use));
  }
  expect((await reference.get()).updateTime).toEqual(written);
  await reference.update({ lastUsed: '2020-01-01' });
  await restart();
  await use();
  await eventually(async () => expect((await reference.get()).get('lastUsed')).not.toBe('2020-01-01'));
});

test('no key is in the log', async () => {
  const { body } = await stage.as('owner', '/monitor/line-2/keys', { method: 'POST' });
  const output = await eventually(() => {
    const written = stage.stack.functions.monitor!.output();
    expect(written).toContain('"action":"key make"');
    return written;
  });
  expect(output).toContain(body.data.hash);
  expect(output).not.toContain(body.data.key);
  expect(output).not.toMatch(/slk_/);
});
