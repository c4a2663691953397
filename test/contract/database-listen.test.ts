/** @covers Embedded Realtime Database */
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import * as web from 'firebase/database';
import type { Database as AdminDatabase } from 'firebase-admin/database';
import { until, useClients } from './database/stage.ts';
import { targets } from './database/target.ts';
import { Wire } from './database/wire.ts';

const SCORES = { ann: { score: 30 }, bob: { score: 10 }, cat: { score: 20 }, dan: { name: 'no score' } };

/** The values that a listener received, latest last. */
function record(query: web.Query): { values: unknown[]; off: () => void } {
  const values: unknown[] = [];
  return { values, off: web.onValue(query, (snapshot) => values.push(snapshot.val())) };
}

function recordAdmin(admin: AdminDatabase, path: string): unknown[] {
  const values: unknown[] = [];
  admin.ref(path).on('value', (snapshot) => void values.push(snapshot.val()));
  return values;
}

/** Keys in the order of a query. */
function keysOf(snapshot: web.DataSnapshot): string[] {
  const keys: string[] = [];
  snapshot.forEach((child) => void keys.push(child.key));
  return keys;
}

describe.each(targets)('Realtime Database, $name: listening', (target) => {
  const stage = useClients(target);

  test('a web listener first gets an empty value, then each change of the admin', async () => {
    const admin = stage.get().admin();
    const { values } = record(web.ref(stage.get().openWeb(), 'monitor/line-1'));
    await until(() => values.length === 1);
    await admin.ref('monitor/line-1').set({ status: true, totalCounter: 0 });
    await admin.ref('monitor/line-1').update({ totalCounter: 1, 'flow/rate': 2.5 });
    await admin.ref('monitor/line-1/totalCounter').set(2);
    await admin.ref('monitor').remove();
    await until(() => values.length === 5);
    expect(values).toEqual([
      null,
      { status: true, totalCounter: 0 },
      { status: true, totalCounter: 1, flow: { rate: 2.5 } },
      { status: true, totalCounter: 2, flow: { rate: 2.5 } },
      null,
    ]);
  });

  test('child events name added, changed and removed children', async () => {
    const admin = stage.get().admin();
    const list = web.ref(stage.get().openWeb(), 'list');
    const events: string[] = [];
    web.onChildAdded(list, ({ key }) => events.push(`added ${key}`));
    web.onChildChanged(list, ({ key }) => events.push(`changed ${key}`));
    web.onChildRemoved(list, ({ key }) => events.push(`removed ${key}`));
    await admin.ref('list').set({ a: 1, b: { c: 1 } });
    await admin.ref('list/b/c').set(2);
    await admin.ref('list/a').remove();
    await until(() => events.length === 4);
    expect(events).toEqual(['added a', 'added b', 'changed b', 'removed a']);
  });

  test('a detached listener gets no more events', async () => {
    const admin = stage.get().admin();
    const database = stage.get().openWeb();
    const { values, off } = record(web.ref(database, 'a'));
    const other = record(web.ref(database, 'b'));
    await until(() => values.length === 1 && other.values.length === 1);
    off();
    await admin.ref('/').update({ a: 1, b: 1 });
    await until(() => other.values.length === 2);
    expect(values).toEqual([null]);
  });

  test('a window of the last two moves as children come, change and go', async () => {
    const admin = stage.get().admin();
    await admin.ref('frames').set({ a: 1, b: 2, c: 3 });
    const { values } = record(web.query(web.ref(stage.get().openWeb(), 'frames'), web.limitToLast(2)));
    await until(() => values.length === 1);
    await admin.ref('frames/d').set(4);
    await admin.ref('frames/a').set('outside the window');
    await admin.ref('frames/d').set(40);
    await admin.ref('frames/c').remove();
    const last = { b: 2, d: 40 };
    await until(() => JSON.stringify(values.at(-1)) === JSON.stringify(last));
    expect(values[0]).toEqual({ b: 2, c: 3 });
    expect(values).toContainEqual({ c: 3, d: 4 });
    expect(values).toContainEqual({ c: 3, d: 40 });
    expect(values.flatMap((value) => Object.values(value as object))).not.toContain('outside the window');
  });

  test('queries order by child, key and value, with ranges and limits', async () => {
    await stage.get().open({ scores: 'score', plain: '.value' });
    const admin = stage.get().admin();
    await admin
      .ref('/')
      .set({ scores: SCORES, plain: { x: 3, y: 'text', z: true, w: 1 }, n: { 2: 'b', 10: 'c', 1: 'a' } });
    const database = stage.get().openWeb();
    const ask = async (path: string, ...how: web.QueryConstraint[]) =>
      keysOf(await web.get(web.query(web.ref(database, path), ...how)));
    const byScore = web.orderByChild('score');
    expect(await ask('scores', byScore)).toEqual(['dan', 'bob', 'cat', 'ann']);
    expect(await ask('scores', byScore, web.startAt(20))).toEqual(['cat', 'ann']);
    expect(await ask('scores', byScore, web.startAfter(20))).toEqual(['ann']);
    expect(await ask('scores', byScore, web.endBefore(20), web.limitToLast(1))).toEqual(['bob']);
    expect(await ask('scores', byScore, web.equalTo(20))).toEqual(['cat']);
    expect(await ask('scores', web.orderByKey(), web.startAt('b'), web.endAt('c'))).toEqual(['bob']);
    expect(await ask('n', web.orderByKey(), web.limitToFirst(2))).toEqual(['1', '2']);
    expect(await ask('plain', web.orderByValue())).toEqual(['z', 'w', 'x', 'y']);
    expect(await ask('plain', web.orderByValue(), web.startAt(2), web.endAt(9))).toEqual(['x']);
  });

  test('in key order whole numbers come first, by size, and larger ones than 32 bits are text', async () => {
    const keys = ['-5', '3', '7', '07', '9', '10', '3000000000', 'B', 'a'];
    const admin = stage.get().admin();
    for (const key of [...keys].reverse()) await admin.ref(`k/${key}`).set(1);
    const list = web.ref(stage.get().openWeb(), 'k');
    for (const count of keys.keys()) {
      const first = web.query(list, web.orderByKey(), web.limitToFirst(count + 1));
      expect(keysOf(await web.get(first))).toEqual(keys.slice(0, count + 1));
    }
  });

  test('a listener on a range sees a child enter and leave it', async () => {
    await stage.get().open({ scores: ['score'] });
    const admin = stage.get().admin();
    await admin.ref('scores').set(SCORES);
    const range = web.query(
      web.ref(stage.get().openWeb(), 'scores'),
      web.orderByChild('score'),
      web.startAt(20),
    );
    const events: string[] = [];
    web.onChildAdded(range, ({ key }) => events.push(`added ${key}`));
    web.onChildRemoved(range, ({ key }) => events.push(`removed ${key}`));
    await until(() => events.length === 2);
    await admin.ref('scores/bob/score').set(25);
    await admin.ref('scores/ann').update({ score: 1 });
    await until(() => events.length === 4);
    expect(events).toEqual(['added cat', 'added ann', 'added bob', 'removed ann']);
  });

  test('a client knows that it is connected and the offset of its clock', async () => {
    const database = stage.get().openWeb();
    const connected = record(web.ref(database, '.info/connected'));
    const offset = record(web.ref(database, '.info/serverTimeOffset'));
    await until(() => connected.values.at(-1) === true);
    expect(Math.abs(offset.values.at(-1) as number)).toBeLessThan(10_000);
  });

  test('a client that was offline gets the changes when it reconnects', async () => {
    const database = stage.get().openWeb();
    const { values } = record(web.ref(database, 'spot'));
    await until(() => values.length === 1);
    web.goOffline(database);
    await stage.get().admin().ref('spot').set('meanwhile');
    web.goOnline(database);
    await until(() => values.length === 2);
    expect(values).toEqual([null, 'meanwhile']);
  });
});

describe.each(targets)('Realtime Database, $name: when a client disconnects', (target) => {
  const stage = useClients(target);

  test('its put and its merge are written, server values included', async () => {
    const admin = stage.get().admin();
    await admin.ref('camera').set({ name: 'c1', online: true, drops: 1 });
    const database = stage.get().openWeb();
    await web.onDisconnect(web.ref(database, 'left')).set({ at: web.serverTimestamp() });
    await web.onDisconnect(web.ref(database, 'camera')).update({ online: false, drops: web.increment(1) });
    expect((await admin.ref('left').get()).exists()).toBe(false);
    const camera = recordAdmin(admin, 'camera');
    const left = recordAdmin(admin, 'left');
    web.goOffline(database);
    await until(() => isDeepStrictEqual(camera.at(-1), { name: 'c1', online: false, drops: 2 }));
    await until(() => (left.at(-1) as { at: number } | null)?.at !== undefined);
  });

  test('cancelled writes are not done', async () => {
    const admin = stage.get().admin();
    const database = stage.get().openWeb();
    await web.onDisconnect(web.ref(database, 'a')).set('cancelled');
    await web.onDisconnect(web.ref(database, 'b')).set('kept');
    await web.onDisconnect(web.ref(database, 'a')).cancel();
    const kept = recordAdmin(admin, 'b');
    web.goOffline(database);
    await until(() => kept.at(-1) === 'kept');
    expect((await admin.ref('a').get()).val()).toBeNull();
  });

  test('a broken connection counts as a disconnect', async () => {
    const admin = stage.get().admin();
    const wire = await Wire.open(stage.get().host, stage.get().namespace);
    await wire.ask('gauth', { cred: 'owner' });
    expect(await wire.ask('o', { p: '/gone', d: 'yes' })).toMatchObject({ s: 'ok' });
    const gone = recordAdmin(admin, 'gone');
    wire.socket.terminate();
    await until(() => gone.at(-1) === 'yes');
  });
});

describe.each(targets)('Realtime Database, $name: frames', (target) => {
  const stage = useClients(target);

  test('a request cut into many messages is joined, and a keep-alive between two requests is no message', async () => {
    const wire = await Wire.open(stage.get().host, stage.get().namespace);
    await wire.ask('gauth', { cred: 'owner' });
    wire.socket.send('0');
    expect(await wire.ask('p', { p: '/cut', d: 'x'.repeat(100_000) }, 7)).toMatchObject({ s: 'ok' });
    wire.socket.send('0');
    expect(await wire.ask('p', { p: '/cut/short', d: 1 })).toMatchObject({ s: 'ok' });
    wire.socket.close();
  });

  test('after unlisten nothing is pushed, but another listen of the same place continues', async () => {
    const wire = await Wire.open(stage.get().host, stage.get().namespace);
    await wire.ask('gauth', { cred: 'owner' });
    const tagged = { p: '/spot', q: { l: 1, vf: 'r' }, t: 1 };
    await wire.ask('q', { p: '/spot', h: '' });
    await wire.ask('q', { ...tagged, h: '' });
    await wire.ask('n', { p: '/spot' });
    const before = wire.frames.length;
    await wire.ask('p', { p: '/spot/a', d: 1 });
    const pushed = wire.frames.slice(before).map((frame) => JSON.parse(frame).d);
    expect(pushed.map(({ a, b }) => [a, b.t])).toEqual([
      ['m', 1],
      [undefined, undefined],
    ]);
    wire.socket.close();
  });

  test('a large answer is announced by its number of frames', async () => {
    await stage.get().admin().ref('large').set('y'.repeat(40_000));
    const wire = await Wire.open(stage.get().host, stage.get().namespace);
    await wire.ask('gauth', { cred: 'owner' });
    const before = wire.frames.length;
    wire.socket.send(JSON.stringify({ t: 'd', d: { r: 99, a: 'g', b: { p: '/large' } } }));
    await until(() => wire.frames.length === before + 4);
    const [count, ...parts] = wire.frames.slice(before);
    expect(count).toBe('3');
    expect(JSON.parse(parts.join('')).d.b.d).toBe('y'.repeat(40_000));
    wire.socket.close();
  });
});
