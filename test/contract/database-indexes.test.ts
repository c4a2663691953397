/**
 * `.indexOn` behaves as in the real service.
 * @covers the embedded Realtime Database: rules as Firebase recorded them, indexes, priorities
 * @covers Embedded Realtime Database
 */
import { describe, expect, test } from '@jest/globals';
import * as web from 'firebase/database';
import { until, useClients } from './database/stage.ts';
import { targets } from './database/target.ts';
import { Wire } from './database/wire.ts';

const DATA = { list: { a: { n: 2, deep: { er: 1 } }, b: { n: 1 }, c: { n: 3 } } };

describe.each(targets)('a query and its index, $name', (target) => {
  const stage = useClients(target);
  const ask = async (query: string) => {
    const response = await stage.get().rest(`/list.json?${query}`);
    return [response.status, (await response.json()) as unknown];
  };
  const fill = (indexes?: Record<string, string | string[]>) =>
    Promise.all([
      stage.get().open(indexes),
      stage.get().rest('/.json', { method: 'PUT', body: JSON.stringify(DATA) }),
    ]);
  const missing = (index: string) => ({
    error: expect.stringContaining(
      `Index not defined, add ".indexOn": "${index}", for path "/list", to the rules`,
    ),
  });

  test('REST refuses it without one, for the owner too', async () => {
    await fill();
    expect(await ask('orderBy="n"')).toEqual([400, missing('n')]);
    expect(await ask('orderBy="deep/er"&limitToFirst=1')).toEqual([400, missing('deep/er')]);
    expect(await ask('orderBy="$value"')).toEqual([400, missing('.value')]);
    expect((await ask('orderBy="$key"'))[0]).toBe(200);
    expect((await ask('orderBy="$priority"'))[0]).toBe(200);
  });

  test('an index is for the children of its own place', async () => {
    await fill({ list: ['n', 'deep/er', '.value'] });
    for (const orderBy of ['n', 'deep/er', '$value'])
      expect((await ask(`orderBy="${orderBy}"`))[0]).toBe(200);
    await fill({ other: 'n' });
    expect((await ask('orderBy="n"'))[0]).toBe(400);
  });

  test("the SDK's get is refused with the service's message", async () => {
    await fill();
    const byChild = web.query(web.ref(stage.get().openWeb(), 'list'), web.orderByChild('n'));
    await expect(web.get(byChild)).rejects.toThrow(
      'Index not defined, add ".indexOn": "n", for path "/list"',
    );
  });

  test('a listener gets a warning and the data', async () => {
    await fill();
    const { host, namespace } = stage.get();
    const wire = await Wire.open(host, namespace);
    await wire.ask('gauth', { cred: 'owner' });
    // The web SDK builds its warning about a missing index from this `w`.
    const listen = (i: string) => wire.ask('q', { p: '/list', q: { i, sp: 2 }, t: 1, h: '' });
    expect((await listen('n')).d).toEqual({ w: ['no_index'] });
    expect((await listen('.priority')).d).toEqual({});
    wire.socket.close();

    const seen: unknown[] = [];
    const byChild = web.query(web.ref(stage.get().openWeb(), 'list'), web.orderByChild('n'), web.startAt(2));
    web.onValue(byChild, (snapshot) => seen.push(Object.keys(snapshot.val())));
    await until(() => seen.length > 0);
    expect(seen.at(-1)).toEqual(['a', 'c']);
  });
});
