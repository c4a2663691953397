/** @covers Embedded Realtime Database */
import { beforeEach, describe, expect, test } from '@jest/globals';
import * as web from 'firebase/database';
import { until, useClients } from './database/stage.ts';
import { targets } from './database/target.ts';
import { idToken } from './database/token.ts';

const MEMBER = { sub: 'member-1' };
const STRANGER = { sub: 'stranger' };
const ADMIN_CLAIM = { sub: 'boss', admin: true };
const DENIED = /permission.denied/i;

const listens = (query: web.Query): Promise<unknown> =>
  new Promise((resolve, reject) => web.onValue(query, (snapshot) => resolve(snapshot.val()), reject));

describe.each(targets)('rules/database.rules.json, $name', (target) => {
  const stage = useClients(target);
  beforeEach(async () => {
    await stage.get().close();
    const state = { status: true, totalCounter: 3 };
    await stage
      .get()
      .admin()
      .ref('/')
      .set({
        monitor: { 'line-1': state, 'line-2': state },
        member: { 'line-1': { 'member-1': 'viewer' } },
      });
  });
  const monitor = (user?: Parameters<ReturnType<typeof stage.get>['web']>[0], id = 'line-1') =>
    web.ref(stage.get().web(user), `monitor/${id}`);

  test('without signing in nobody can read or listen', async () => {
    await expect(web.get(monitor())).rejects.toThrow(DENIED);
    await expect(listens(monitor())).rejects.toThrow(DENIED);
    expect((await stage.get().rest('/monitor/line-1.json', {}, null)).status).toBe(401);
  });

  test('a signed-in stranger does not read or listen', async () => {
    await expect(web.get(monitor(STRANGER))).rejects.toThrow(DENIED);
    await expect(listens(monitor(STRANGER))).rejects.toThrow(DENIED);
    expect((await stage.get().rest('/monitor/line-1.json', {}, idToken('stranger'))).status).toBe(401);
  });

  test('a member reads and listens to their own monitor, completely or in part, and to no other', async () => {
    expect(await listens(monitor(MEMBER))).toEqual({ status: true, totalCounter: 3 });
    expect((await web.get(web.child(monitor(MEMBER), 'status'))).val()).toBe(true);
    const response = await stage.get().rest('/monitor/line-1/totalCounter.json', {}, idToken('member-1'));
    expect(await response.json()).toBe(3);
    await expect(listens(monitor(MEMBER, 'line-2'))).rejects.toThrow(DENIED);
    await expect(listens(monitor(MEMBER, 'no-such-monitor'))).rejects.toThrow(DENIED);
  });

  test('the admin claim reads every monitor', async () => {
    expect(await listens(monitor(ADMIN_CLAIM, 'line-2'))).toEqual({ status: true, totalCounter: 3 });
    await expect(listens(monitor({ sub: 'boss', admin: 'true' }, 'line-2'))).rejects.toThrow(DENIED);
  });

  test.each(['/', 'monitor', 'member', 'member/line-1/member-1', 'anything/else'])(
    'not even the admin claim reads %s',
    async (path) => {
      await expect(listens(web.ref(stage.get().web(ADMIN_CLAIM), path))).rejects.toThrow(DENIED);
    },
  );

  test.each([
    ['nobody', undefined],
    ['a member', MEMBER],
    ['the admin claim', ADMIN_CLAIM],
  ])('%s cannot write anywhere', async (_, user) => {
    const database = stage.get().web(user);
    for (const path of ['monitor/line-1/status', 'member/line-1/stranger', 'anything']) {
      const spot = web.ref(database, path);
      await expect(web.set(spot, 'x')).rejects.toThrow(DENIED);
      await expect(web.onDisconnect(spot).set('x')).rejects.toThrow(DENIED);
    }
    await expect(web.update(web.ref(database), { 'monitor/line-1/totalCounter': 9 })).rejects.toThrow(DENIED);
    const credential = user ? idToken(user.sub, user) : null;
    for (const method of ['PUT', 'PATCH', 'POST', 'DELETE']) {
      const init = method === 'DELETE' ? { method } : { method, body: '{"status":false}' };
      expect((await stage.get().rest('/monitor/line-1.json', init, credential)).status).toBe(401);
    }
    const now = (await stage.get().admin().ref('monitor/line-1').get()).val();
    expect(now).toEqual({ status: true, totalCounter: 3 });
  });

  test('an id that points elsewhere in the tree gives no access', async () => {
    await expect(listens(monitor({ sub: 'member-1/..' }))).rejects.toThrow(DENIED);
    await expect(listens(monitor({ sub: '/' }))).rejects.toThrow(DENIED);
  });

  test('an expired token and a token without a user count as no credential', async () => {
    const expired = idToken('member-1', { exp: Math.floor(Date.now() / 1000) - 1 });
    expect((await stage.get().rest('/monitor/line-1.json', {}, expired)).status).toBe(401);
    const nameless = idToken('member-1', { sub: '', user_id: '' });
    expect((await stage.get().rest('/monitor/line-1.json', {}, nameless)).status).toBe(401);
  });

  test('an event stream opens for a member only', async () => {
    const headers = { accept: 'text/event-stream' };
    const refused = await stage.get().rest('/monitor/line-1.json', { headers }, idToken('stranger'));
    expect(refused.status).toBe(401);
    const stream = await stage.get().rest('/monitor/line-1.json', { headers }, idToken('member-1'));
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
  });

  test('a former member gets no more updates', async () => {
    // Connected in advance, because a client that connects or disconnects makes the server check all listens.
    const admin = stage.get().admin();
    await admin.ref('member/line-1').get();
    const values: unknown[] = [];
    let end: unknown;
    web.onValue(
      monitor(MEMBER),
      (snapshot) => values.push(snapshot.val()),
      (error) => {
        end = error;
      },
    );
    await until(() => values.length === 1);
    await admin.ref('member/line-1/member-1').remove();
    await admin.ref('monitor/line-1/totalCounter').set(4);
    await until(() => end !== undefined);
    expect(String(end)).toMatch(DENIED);
    expect(values).toEqual([{ status: true, totalCounter: 3 }]);
  });
});
