/** @covers Embedded Realtime Database */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import * as web from 'firebase/database';
import type { Fault } from '../../emulators/faults.ts';
import { elapsed } from '../support/elapsed.ts';
import { Clients } from './database/clients.ts';
import { until } from './database/stage.ts';
import { embedded, type Running } from './database/target.ts';

describe('embedded Realtime Database: faults on demand', () => {
  let server: Running;
  let clients: Clients;
  beforeAll(async () => {
    server = await embedded.start();
  });
  beforeEach(async () => {
    clients = new Clients(server.host);
    await clients.open();
  });
  afterEach(async () => {
    await control('DELETE');
    await clients.end();
  });
  afterAll(() => server.close());

  const control = (method: string, body?: Fault[]) =>
    fetch(`http://${server.host}/__faults`, { method, ...(body && { body: JSON.stringify(body) }) });
  const standing = async (path: string) => (await clients.rest(`${path}.json`)).json();

  test('a put whose connection is reset before it is done is sent again after reconnecting, and done once', async () => {
    await control('PUT', [{ method: 'WS', path: '^/count$', reset: 'before', times: 1 }]);
    const database = clients.openWeb();
    const connected: boolean[] = [];
    web.onValue(web.ref(database, '.info/connected'), (snapshot) => connected.push(snapshot.val()));
    await web.set(web.ref(database, 'count'), web.increment(1));
    expect(connected.slice(-3)).toEqual([true, false, true]);
    expect(await standing('/count')).toBe(1);
  });

  test('a put whose answer is lost is done, and done again by the SDK', async () => {
    await control('PUT', [{ method: 'WS', path: '^/count$', reset: 'after', times: 1 }]);
    await web.set(web.ref(clients.openWeb(), 'count'), web.increment(1));
    expect(await standing('/count')).toBe(2);
  });

  test('a listener continues after its connection was reset', async () => {
    const values: unknown[] = [];
    const database = clients.openWeb();
    web.onValue(web.ref(database, 'live'), (snapshot) => values.push(snapshot.val()));
    await until(() => values.length === 1);
    await control('PUT', [{ method: 'WS', path: '^/breaker$', reset: 'before', times: 1 }]);
    await web.set(web.ref(database, 'breaker'), 1);
    await clients.admin().ref('live').set('after');
    await until(() => values.length === 2);
    expect(values).toEqual([null, 'after']);
  });

  test('a status is answered with the word that clients know, and nothing is written', async () => {
    await control('PUT', [
      { method: 'WS', path: '^/busy$', status: 503 },
      { method: 'WS', path: '^/denied$', status: 403 },
    ]);
    const database = clients.openWeb();
    await expect(web.set(web.ref(database, 'busy'), 1)).rejects.toThrow(/unavailable/i);
    await expect(web.set(web.ref(database, 'denied'), 1)).rejects.toThrow(/permission_denied/i);
    expect(await standing('/busy')).toBeNull();
  });

  test('latency delays requests, and their order is kept', async () => {
    await control('PUT', [{ method: 'WS', path: '^/slow$', latency: 150, times: 1 }]);
    const database = clients.openWeb();
    const done: string[] = [];
    const hasWaited = elapsed(75);
    const put = (path: string) => web.set(web.ref(database, path), 1).then(() => void done.push(path));
    await Promise.all([put('slow'), put('next')]);
    expect(done).toEqual(['slow', 'next']);
    expect(hasWaited()).toBe(true);
  });

  test('a hanging put is never answered, and blocks nothing else', async () => {
    await control('PUT', [{ method: 'WS', path: '^/hang$', hang: true }]);
    const database = clients.openWeb();
    let answered = false;
    void web.set(web.ref(database, 'hang'), 1).then(() => {
      answered = true;
    });
    await web.set(web.ref(database, 'other'), 1);
    expect(answered).toBe(false);
    expect(await standing('/hang')).toBeNull();
  });

  test('REST meets a status, and a reset before or after the work', async () => {
    await control('PUT', [
      { method: 'PUT', path: '^/busy\\.json', status: 503, headers: { 'retry-after': '1' } },
      { method: 'PUT', path: '^/before\\.json', reset: 'before' },
      { method: 'PUT', path: '^/after\\.json', reset: 'after' },
    ]);
    const put = (path: string) => clients.rest(path, { method: 'PUT', body: '1' });
    expect((await put('/busy.json')).headers.get('retry-after')).toBe('1');
    await expect(put('/before.json')).rejects.toThrow();
    await expect(put('/after.json')).rejects.toThrow();
    expect(await standing('/')).toEqual({ after: 1 });
  });
});
