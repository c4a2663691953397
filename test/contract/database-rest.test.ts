/** @covers Embedded Realtime Database */
import { describe, expect, test } from '@jest/globals';
import { readEvents } from './database/event-source.ts';
import { until, useClients } from './database/stage.ts';
import { targets } from './database/target.ts';
import { idToken } from './database/token.ts';

const json = (method: string, value: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method,
  body: JSON.stringify(value),
  headers,
});
const ETAG = { 'X-Firebase-ETag': 'true' };

describe.each(targets)('Realtime Database, $name: REST', (target) => {
  const stage = useClients(target);
  const call = async (path: string, init?: RequestInit, credential?: string | null) => {
    const response = await stage.get().rest(path, init, credential);
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      etag: response.headers.get('etag'),
    };
  };

  test('PUT, PATCH, DELETE and GET work, and answer the written value', async () => {
    expect(await call('/a.json', json('PUT', { x: 1, y: 2 }))).toMatchObject({
      status: 200,
      body: { x: 1, y: 2 },
    });
    expect(await call('/a.json', json('PATCH', { y: 3, 'z/deep': 4 }))).toMatchObject({ status: 200 });
    expect((await call('/a.json')).body).toEqual({ x: 1, y: 3, z: { deep: 4 } });
    expect(await call('/a/z.json', { method: 'DELETE' })).toMatchObject({ status: 200, body: null });
    expect((await call('/.json')).body).toEqual({ a: { x: 1, y: 3 } });
    expect((await call('/nothing/here.json')).body).toBeNull();
  });

  test('POST creates a child whose key sorts by time', async () => {
    const names: string[] = [];
    for (const number of Array.from({ length: 8 }).keys()) {
      names.push((await call('/list.json', json('POST', number))).body.name);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    expect(names[0]).toHaveLength(20);
    expect([...names].sort()).toEqual(names);
    expect(Object.values((await call('/list.json')).body)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test('server values are resolved', async () => {
    await call('/n.json', json('PUT', 5));
    expect((await call('/n.json', json('PUT', { '.sv': { increment: 2 } }))).body).toBe(7);
    const time = (await call('/t.json', json('PUT', { '.sv': 'timestamp' }))).body;
    expect(Math.abs(time - Date.now())).toBeLessThan(10_000);
  });

  test('shallow shows the keys of a branch, and a plain value unchanged', async () => {
    await call('/.json', json('PUT', { big: { a: { b: 1 }, c: 2 }, plain: 'x' }));
    expect((await call('/big.json?shallow=true')).body).toEqual({ a: true, c: true });
    expect((await call('/plain.json?shallow=true')).body).toBe('x');
  });

  test('orderBy, ranges and limits choose children', async () => {
    await stage.get().open({ s: ['n', '.value'] });
    await call('/s.json', json('PUT', { ann: { n: 3 }, bob: { n: 1 }, cat: { n: 2 }, dan: 'text' }));
    const keys = async (query: string) => Object.keys((await call(`/s.json?${query}`)).body);
    expect(await keys('orderBy="$key"&startAt="b"&endAt="cat"')).toEqual(['bob', 'cat']);
    expect(await keys('orderBy="$key"&limitToLast=1')).toEqual(['dan']);
    expect(await keys('orderBy="$key"&startAfter="b"&endBefore="cat"')).toEqual(['bob']);
    expect(await keys('orderBy="$key"&startAfter="bob"&endBefore="dan"')).toEqual(['cat']);
    expect(await keys('orderBy="n"&startAfter=1&endBefore=3')).toEqual(['cat']);
    expect(await keys('orderBy="n"&startAt=1,"bob"&endAt=2')).toEqual(['bob', 'cat']);
    expect(await keys('orderBy="$value"&endAt="text"')).toEqual(['dan']);
    expect(await keys('orderBy="$value"&equalTo="text"&limitToFirst=1')).toEqual(['dan']);
  });

  test('a query parameter without orderBy, or one that is not JSON, is refused with 400', async () => {
    expect((await call('/s.json?limitToFirst=1')).status).toBe(400);
    expect((await call('/s.json?orderBy=$key')).status).toBe(400);
    expect((await call('/s.json?orderBy="$key"&limitToFirst=0')).status).toBe(400);
  });

  test('print=silent answers 204 without a body, and writes', async () => {
    expect(await call('/a.json?print=silent', json('PUT', 1))).toMatchObject({
      status: 204,
      body: undefined,
    });
    expect((await call('/a.json')).body).toBe(1);
  });

  test('if-match lets one of two writers succeed and gives the other the current value', async () => {
    await call('/a.json', json('PUT', 'old'));
    const { etag } = await call('/a.json', { headers: ETAG });
    expect(etag).toBeTruthy();
    const match = { 'if-match': etag ?? '' };
    expect(await call('/a.json', json('PUT', 'mine', match))).toMatchObject({ status: 200 });
    const conflict = await call('/a.json', json('PUT', 'late', match));
    expect(conflict).toMatchObject({ status: 412, body: 'mine' });
    expect((await call('/a.json', { headers: ETAG })).etag).toBe(conflict.etag);
    expect(await call('/a.json', { method: 'DELETE', headers: match })).toMatchObject({ status: 412 });
    expect((await call('/a.json')).body).toBe('mine');
  });

  test('if-match with the ETag of an empty place creates only once', async () => {
    const { etag } = await call('/new.json', { headers: ETAG });
    expect(etag).toBe('null_etag');
    const create = () => call('/new.json', json('PUT', 'created', { 'if-match': 'null_etag' }));
    expect((await create()).status).toBe(200);
    expect((await create()).status).toBe(412);
  });

  test.each(['a.b', 'a$b', 'a#b', 'a[b', 'a]b', 'a/b', 'a\u0007b', ''])(
    'the key %j is refused with 400',
    async (key) => {
      const before = await call('/.json', json('PUT', { keep: 1 }));
      expect((await call('/k.json', json('PUT', { [key]: 1 }))).status).toBe(400);
      expect((await call('/.json')).body).toEqual(before.body);
    },
  );

  test('a body that is not JSON, and one deeper than 32 levels, are refused with 400', async () => {
    expect((await call('/a.json', { method: 'PUT', body: '{"x":' })).status).toBe(400);
    expect((await call(`/${'d/'.repeat(33)}.json`, json('PUT', 1))).status).toBe(400);
    const nested = Array.from({ length: 30 }).reduce<object>((inner) => ({ d: inner }), { d: 1 });
    expect((await call('/a.json', json('PUT', nested))).status).toBe(200);
    expect((await call('/a/b.json', json('PUT', nested))).status).toBe(400);
  });

  test('overlapping paths in one merge are refused and nothing is written', async () => {
    expect((await call('/.json', json('PATCH', { a: 1, 'a/b': 2 }))).status).toBe(400);
    expect((await call('/.json')).body).toBeNull();
  });

  test('the credential may come as auth= or access_token= too; a broken one is 401', async () => {
    await call('/a.json', json('PUT', 1));
    expect((await call('/a.json?auth=owner', {}, null)).body).toBe(1);
    expect((await call('/a.json?access_token=owner', {}, null)).body).toBe(1);
    expect((await call('/a.json', {}, 'rubbish')).status).toBe(401);
    expect((await call('/a.json', {}, idToken('anybody'))).status).toBe(200);
    expect((await call('/a.json', {}, idToken(''))).status).toBe(401);
    expect((await call('/a.json', {}, null)).status).toBe(401);
  });
});

describe.each(targets)('Realtime Database, $name: event streams', (target) => {
  const stage = useClients(target);
  const open = async (path: string) => {
    const abort = new AbortController();
    const headers = { accept: 'text/event-stream' };
    const response = await stage.get().rest(path, { headers, signal: abort.signal });
    return { response, events: readEvents(response), close: () => abort.abort() };
  };

  test('a stream starts with the current value, then sends each put and patch', async () => {
    const admin = stage.get().admin();
    await admin.ref('m').set({ status: true });
    const { response, events, close } = await open('/m.json');
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    await until(() => events.length === 1);
    await admin.ref('m/image/id').set('i1');
    await admin.ref('m').update({ status: false, 'flow/rate': 2 });
    await admin.ref('elsewhere').set(1);
    await admin.ref('/').update({ m: null });
    await until(() => events.length === 4);
    close();
    expect(events).toEqual([
      { event: 'put', data: { path: '/', data: { status: true } } },
      { event: 'put', data: { path: '/image/id', data: 'i1' } },
      { event: 'patch', data: { path: '/', data: { status: false, 'flow/rate': 2 } } },
      { event: 'put', data: { path: '/', data: null } },
    ]);
  });

  test('a stream of a query sends only what is in its window', async () => {
    const admin = stage.get().admin();
    await admin.ref('list').set({ a: 1, b: 2, c: 3 });
    const { events, close } = await open('/list.json?orderBy="$key"&limitToLast=2');
    await until(() => events.length === 1);
    await admin.ref('list/a').set('unseen');
    await admin.ref('list/d').set(4);
    await until(() => JSON.stringify(events).includes('"d":4') || events.length > 2);
    close();
    expect(events[0]).toEqual({ event: 'put', data: { path: '/', data: { b: 2, c: 3 } } });
    expect(JSON.stringify(events)).not.toContain('unseen');
  });

  test('fifty closed streams leave nothing behind that would break a write', async () => {
    const streams = await Promise.all(Array.from({ length: 50 }, () => open('/s.json')));
    for (const { close } of streams) close();
    await stage.get().admin().ref('s').set('after');
    expect(await (await stage.get().rest('/s.json')).json()).toBe('after');
  });
});
