/**
 * Priorities: rewritten cases of the SDK's compatibility suite.
 * @covers the embedded Realtime Database: rules as Firebase recorded them, indexes, priorities
 * @covers cases of the peers' own suites: retries of Storage's clients, the SDK's compatibility
 * @covers Embedded Realtime Database
 */
import { describe, expect, test } from '@jest/globals';
import * as web from 'firebase/database';
import { until, useClients } from './database/stage.ts';
import { targets } from './database/target.ts';

describe.each(targets)('priorities, $name', (target) => {
  const stage = useClients(target);
  const admin = () => stage.get().admin();
  const exported = async (path: string) =>
    (await (await stage.get().rest(`${path}.json?format=export`)).json()) as unknown;

  test('values and branches have priorities, and lose them when removed', async () => {
    const database = stage.get().openWeb();
    const [leaf, branch] = [web.ref(database, 'leaf'), web.ref(database, 'branch')];
    await web.setWithPriority(leaf, 'text', 5);
    await web.setWithPriority(branch, { a: 1 }, 'high');
    for (const [place, priority] of [
      [leaf, 5],
      [branch, 'high'],
    ] as const) {
      const snapshot = await web.get(place);
      expect([snapshot.priority, snapshot.val()]).toEqual([priority, priority === 5 ? 'text' : { a: 1 }]);
    }
    expect(await exported('/')).toEqual({
      leaf: { '.value': 'text', '.priority': 5 },
      branch: { a: 1, '.priority': 'high' },
    });
    await web.set(leaf, 'other');
    await web.remove(web.child(branch, 'a'));
    expect([(await web.get(leaf)).priority, (await web.get(branch)).exists()]).toEqual([null, false]);
  });

  test('setPriority changes only the priority, has no effect on an empty place, and null removes it', async () => {
    const place = admin().ref('p');
    await place.setPriority(1, () => undefined);
    expect((await place.get()).exists()).toBe(false);
    await place.set({ a: 1, b: { c: 2 } });
    await place.setPriority('x', () => undefined);
    await place.child('b/c').setPriority(3, () => undefined);
    expect(await exported('/p')).toEqual({
      a: 1,
      b: { c: { '.value': 2, '.priority': 3 } },
      '.priority': 'x',
    });
    expect(await (await stage.get().rest('/p.json')).json()).toEqual({ a: 1, b: { c: 2 } });
    await place.setPriority(null, () => undefined);
    await place.child('b/c').setPriority(null, () => undefined);
    expect(await exported('/p')).toEqual({ a: 1, b: { c: 2 } });
  });

  test('a child written below a value replaces the value and keeps the priority', async () => {
    const place = admin().ref('p');
    await place.setWithPriority('text', 7, () => undefined);
    await place.child('a').set(1);
    expect(await exported('/p')).toEqual({ a: 1, '.priority': 7 });
  });

  test('children are ordered by priority: none, numbers, texts, then by key', async () => {
    const priorities = { e: 'b', d: 'a', c: 10, b: 2, z: null, a: null, y: 2 };
    const database = stage.get().openWeb();
    const list = web.ref(database, 'list');
    for (const [key, priority] of Object.entries(priorities))
      await web.setWithPriority(web.child(list, key), 1, priority);
    const keys = async (...how: web.QueryConstraint[]) => {
      const found: string[] = [];
      (await web.get(web.query(list, web.orderByPriority(), ...how))).forEach(
        (child) => void found.push(child.key),
      );
      return found;
    };
    expect(await keys()).toEqual(['a', 'z', 'b', 'y', 'c', 'd', 'e']);
    expect(await keys(web.startAt(2), web.endAt(10))).toEqual(['b', 'y', 'c']);
    expect(await keys(web.startAt(2, 'y'), web.limitToFirst(2))).toEqual(['y', 'c']);
    expect(await keys(web.limitToLast(2))).toEqual(['d', 'e']);
    expect(await keys(web.equalTo(2))).toEqual(['b', 'y']);
  });

  test('a transaction on a value with a priority commits, and keeps it', async () => {
    const place = web.ref(stage.get().openWeb(), 'count');
    await web.setWithPriority(place, 1, 'high');
    for (let round = 0; round < 3; round += 1) {
      const { committed } = await web.runTransaction(place, (value) => (value ?? 0) + 1);
      expect(committed).toBe(true);
    }
    const nested = web.ref(stage.get().openWeb(), 'nested');
    await web.set(nested, {
      a: { '.value': 1, '.priority': 2 },
      b: { c: 1, '.priority': 1 },
      '.priority': 0,
    });
    const outcome = await web.runTransaction(nested, (value) => ({ ...value, d: 1 }));
    expect([outcome.committed, Object.keys(outcome.snapshot.val())]).toEqual([true, ['a', 'b', 'd']]);
    expect((await web.get(place)).val()).toBe(4);
  });

  test('a listener gets a change of priority as a move', async () => {
    const list = admin().ref('list');
    await list.set({ a: { '.value': 1, '.priority': 1 }, b: { '.value': 2, '.priority': 2 } });
    const seen: string[] = [];
    const watched = web.ref(stage.get().openWeb(), 'list');
    web.onChildAdded(watched, ({ key }) => seen.push(`added ${key}`));
    web.onChildMoved(watched, ({ key, priority }) => seen.push(`moved ${key} ${priority}`));
    await until(() => seen.length === 2);
    await list.child('a').setPriority(3, () => undefined);
    await until(() => seen.length === 3);
    expect(seen).toEqual(['added a', 'added b', 'moved a 3']);
  });

  test('a server timestamp is a valid priority; a boolean or a map is not', async () => {
    const put = (priority: unknown) =>
      stage
        .get()
        .rest('/p.json', { method: 'PUT', body: JSON.stringify({ '.value': 1, '.priority': priority }) });
    expect((await put({ '.sv': 'timestamp' })).status).toBe(200);
    expect(await exported('/p')).toEqual({ '.value': 1, '.priority': expect.any(Number) });
    for (const priority of [true, { a: 1 }, [1]])
      expect([priority, (await put(priority)).status]).toEqual([priority, 400]);
  });

  test('rules see it', async () => {
    const rules = {
      '.read': true,
      $place: { '.write': 'newData.getPriority() == 1 || data.getPriority() == 1' },
    };
    await stage.get().rest('/.settings/rules.json', { method: 'PUT', body: JSON.stringify({ rules }) });
    const put = async (body: unknown) =>
      (await stage.get().rest('/p.json', { method: 'PUT', body: JSON.stringify(body) }, null)).status;
    expect([
      await put('x'),
      await put({ '.value': 'x', '.priority': 1 }),
      await put('x'),
      await put('y'),
    ]).toEqual([401, 200, 200, 401]);
  });
});
