/**
 * Rewritten cases of the SDK's compatibility suite (database-compat: order, query, transaction, info, disconnect).
 * @covers cases of the peers' own suites: retries of Storage's clients, the SDK's compatibility
 * @covers Embedded Realtime Database
 */
import { describe, expect, test } from '@jest/globals';
import * as web from 'firebase/database';
import { until, useClients } from './database/stage.ts';
import { targets } from './database/target.ts';

type Told = [event: string, key: string | null, after?: string | null | undefined];

describe.each(targets)('compatibility, $name', (target) => {
  const stage = useClients(target);
  const open = () => stage.get().openWeb();
  const keys = (snapshot: web.DataSnapshot): string[] => {
    const found: string[] = [];
    snapshot.forEach((child) => void found.push(child.key));
    return found;
  };

  test('order: pushed children come in the order in which they were pushed', async () => {
    const list = web.ref(open(), 'list');
    const pushed = Array.from({ length: 30 }, (_, number) => web.push(list, number));
    await Promise.all(pushed);
    const seen = await web.get(list);
    expect(keys(seen)).toEqual(pushed.map(({ key }) => key));
    expect(keys(seen)).toEqual([...keys(seen)].sort());
  });

  test('order: an event names the child before it, also when a child moves', async () => {
    const list = web.ref(open(), 'list');
    const told: Told[] = [];
    web.onChildAdded(list, ({ key }, after) => void told.push(['added', key, after]));
    web.onChildMoved(list, ({ key }, after) => void told.push(['moved', key, after]));
    web.onChildRemoved(list, ({ key }) => void told.push(['removed', key]));
    for (const [key, priority] of [
      ['b', 2],
      ['a', 1],
      ['c', 3],
    ] as const)
      await web.setWithPriority(web.child(list, key), key, priority);
    await web.setPriority(web.child(list, 'a'), 9);
    await web.remove(web.child(list, 'b'));
    await until(() => told.length === 5);
    expect(told).toEqual([
      ['added', 'b', null],
      ['added', 'a', null],
      ['added', 'c', 'b'],
      ['moved', 'a', 'c'],
      ['removed', 'b'],
    ]);
  });

  test('order: null, false, true, numbers, texts, maps', async () => {
    await stage.get().open({ mixed: '.value' });
    const mixed = web.ref(open(), 'mixed');
    await web.set(mixed, { map: { a: 1 }, text: '1', big: 1e10, small: -1, yes: true, no: false });
    expect(keys(await web.get(web.query(mixed, web.orderByValue())))).toEqual([
      'no',
      'yes',
      'small',
      'big',
      'text',
      'map',
    ]);
  });

  test('query: startAfter and endBefore leave their end out, equalTo with a key takes one', async () => {
    await stage.get().open({ people: 'age' });
    const people = web.ref(open(), 'people');
    const of = (age: number) => ({ age });
    await web.set(people, { a: of(1), b: of(2), c: of(2), d: of(3), e: of(4) });
    const ask = async (...parts: web.QueryConstraint[]) =>
      keys(await web.get(web.query(people, web.orderByChild('age'), ...parts)));
    expect(await ask(web.startAfter(2))).toEqual(['d', 'e']);
    expect(await ask(web.startAfter(2, 'b'))).toEqual(['c', 'd', 'e']);
    expect(await ask(web.endBefore(3))).toEqual(['a', 'b', 'c']);
    expect(await ask(web.equalTo(2, 'c'))).toEqual(['c']);
    expect(await ask(web.startAt(2), web.endAt(3), web.limitToLast(2))).toEqual(['c', 'd']);
  });

  test('query: a limited listener is notified of what leaves its window and what enters it', async () => {
    const list = web.ref(open(), 'list');
    await web.set(list, { a: 1, b: 2, c: 3 });
    const told: Told[] = [];
    const first = web.query(list, web.limitToFirst(2));
    web.onChildAdded(first, ({ key }) => void told.push(['added', key]));
    web.onChildRemoved(first, ({ key }) => void told.push(['removed', key]));
    await until(() => told.length === 2);
    await web.remove(web.child(list, 'a'));
    await until(() => told.length === 4);
    expect(told.slice(2)).toEqual(
      expect.arrayContaining([
        ['removed', 'a'],
        ['added', 'c'],
      ]),
    );
  });

  test('transaction: undefined aborts, null removes, and a concurrent set makes it run again', async () => {
    const database = open();
    const place = web.ref(database, 'n');
    await web.set(place, 5);
    const given = await web.runTransaction(place, () => undefined);
    expect([given.committed, (await web.get(place)).val()]).toEqual([false, 5]);
    const removed = await web.runTransaction(place, () => null);
    expect([removed.committed, removed.snapshot.exists()]).toEqual([true, false]);
    await stage.get().admin().ref('n').set(40);
    const added = await web.runTransaction(place, (now: number | null) => (now ?? 0) + 2);
    expect(added.snapshot.val()).toBe(42);
  });

  test('transaction: one below and one next to another both commit', async () => {
    const [one, other] = [open(), open()];
    await Promise.all([
      web.runTransaction(web.ref(one, 'a/b'), (now: number | null) => (now ?? 0) + 1),
      web.runTransaction(web.ref(other, 'a'), (now: object | null) => ({ ...now, c: 1 })),
    ]);
    expect((await web.get(web.ref(one, 'a'))).val()).toEqual({ b: 1, c: 1 });
  });

  test('update: overlapping paths are refused, nothing is written', async () => {
    const root = web.ref(open(), 'u');
    expect(() => web.update(root, { a: 1, 'a/b': 2 })).toThrow(/ancestor/);
    const answer = await stage.get().rest('/u.json', { method: 'PATCH', body: '{"x":1,"y/z":null,"v":{}}' });
    expect(answer.status).toBe(200);
    expect((await web.get(root)).val()).toEqual({ x: 1 });
  });

  test('info: .info/connected and the offset exist, and cannot be written', async () => {
    const database = open();
    const connected: unknown[] = [];
    web.onValue(web.ref(database, '.info/connected'), (snapshot) => void connected.push(snapshot.val()));
    await until(() => connected.at(-1) === true);
    web.goOffline(database);
    await until(() => connected.at(-1) === false);
    web.goOnline(database);
    await until(() => connected.at(-1) === true);
    expect((await stage.get().rest('/.info/connected.json', { method: 'PUT', body: 'true' })).ok).toBe(false);
  });

  test('disconnect: set with a priority, update and remove are done together, cancelled writes are not', async () => {
    const [leaving, staying] = [open(), open()];
    const at = (path: string) => web.onDisconnect(web.ref(leaving, path));
    await web.set(web.ref(leaving, 'd'), { gone: 1, kept: 1, merged: { a: 1 } });
    await at('d/set').setWithPriority('left', 7);
    await at('d/merged').update({ b: 2 });
    await at('d/gone').remove();
    await at('d/kept').remove();
    await at('d/kept').cancel();
    web.goOffline(leaving);
    let last: web.DataSnapshot | undefined;
    web.onValue(web.ref(staying, 'd'), (snapshot) => {
      last = snapshot;
    });
    await until(() => last?.child('set').exists() === true);
    expect(last?.val()).toEqual({ kept: 1, merged: { a: 1, b: 2 }, set: 'left' });
    expect(last?.child('set').priority).toBe(7);
  });
});
