/** @covers Embedded Realtime Database */
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, test } from '@jest/globals';
import * as web from 'firebase/database';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getDatabase } from 'firebase-admin/database';
import {
  type DatabaseOptions,
  type RunningDatabase,
  startDatabase,
} from '../../emulators/database/server.ts';
import { Clients } from './database/clients.ts';
import { until } from './database/stage.ts';
import { RULES } from './database/target.ts';
import { Wire } from './database/wire.ts';

describe('embedded Realtime Database: the server itself', () => {
  const ends: (() => Promise<void>)[] = [];
  const start = async (
    options: Partial<DatabaseOptions> = {},
  ): Promise<RunningDatabase & { host: string }> => {
    const server = await startDatabase({ port: 0, ...options });
    ends.unshift(() => server.close());
    return { ...server, host: `127.0.0.1:${server.port}` };
  };
  const clientsOf = (host: string) => {
    const clients = new Clients(host);
    ends.unshift(() => clients.end());
    return clients;
  };
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  test('loaded data is served and dumped again, by namespace, and listeners see it', async () => {
    const server = await start();
    const clients = clientsOf(server.host);
    const seen: unknown[] = [];
    clients
      .admin()
      .ref('a')
      .on('value', (snapshot) => void seen.push(snapshot.val()));
    await until(() => seen.length === 1);
    server.load(clients.namespace, { a: [1, 2], b: { c: null, d: 'x' } });
    server.load('other', { e: true });
    await until(() => seen.length === 2);
    expect(seen).toEqual([null, [1, 2]]);
    expect(server.dump()).toEqual({ [clients.namespace]: { a: [1, 2], b: { d: 'x' } }, other: { e: true } });
  });

  test('POST /__clear empties one namespace, and without a name all', async () => {
    const server = await start();
    server.load('one', { a: 1 });
    server.load('two', { b: 1 });
    await fetch(`http://${server.host}/__clear?ns=one`, { method: 'POST' });
    expect(server.dump()).toEqual({ two: { b: 1 } });
    await fetch(`http://${server.host}/__clear`, { method: 'POST' });
    expect(server.dump()).toEqual({});
  });

  test('without rules only admins have access', async () => {
    const clients = clientsOf((await start()).host);
    await clients.admin().ref('a').set(1);
    await expect(web.get(web.ref(clients.openWeb(), 'a'))).rejects.toThrow(/permission.denied/i);
  });

  test('new rules that forbid reading end the affected listens', async () => {
    const clients = clientsOf((await start({ rules: RULES })).host);
    await clients.open();
    let end: unknown;
    const values: unknown[] = [];
    web.onValue(
      web.ref(clients.openWeb(), 'a'),
      (snapshot) => values.push(snapshot.val()),
      (error) => {
        end = error;
      },
    );
    await until(() => values.length === 1);
    await clients.close();
    await until(() => end !== undefined);
  });

  test('only an admin can change rules, and invalid rules change nothing', async () => {
    const clients = clientsOf((await start({ rules: RULES })).host);
    const put = (body: string, credential: string | null) =>
      clients.rest('/.settings/rules.json', { method: 'PUT', body }, credential);
    expect((await put('{"rules": {".read": true}}', null)).status).toBe(401);
    expect((await put('{"rules": {".read": "anything()"}}', 'owner')).status).toBe(400);
    expect((await clients.rest('/a.json', {}, null)).status).toBe(401);
  });

  test('invalid rules and a port in use are errors at the start', async () => {
    await expect(startDatabase({ port: 0, rules: '{"rules": {".read": "wat"}}' })).rejects.toThrow(
      'unknown name wat',
    );
    const { port } = await start();
    await expect(startDatabase({ port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  test('a client that answers no ping is disconnected, and its onDisconnect writes are done', async () => {
    // Long enough for its two requests on a slow machine.
    const server = await start({ heartbeat: 1500 });
    const wire = await Wire.open(server.host, 'ns', { autoPong: false });
    await Promise.all([wire.ask('gauth', { cred: 'owner' }), wire.ask('o', { p: '/left', d: true })]);
    await until(() => server.dump().ns !== undefined);
    expect(server.dump()).toEqual({ ns: { left: true } });
  });

  test('clients that answer pings stay connected', async () => {
    const server = await start({ heartbeat: 500 });
    const wire = await Wire.open(server.host, 'ns');
    let pings = 0;
    wire.socket.on('ping', () => {
      pings += 1;
    });
    // A client that does not answer is disconnected instead of getting the next ping.
    await until(() => pings === 3);
    expect(await wire.ask('gauth', { cred: 'owner' })).toMatchObject({ s: 'ok' });
  });

  test('garbage on the socket closes that connection and no other', async () => {
    const server = await start();
    const good = await Wire.open(server.host, 'ns');
    for (const rubbish of ['{', 'null', '[]', '"text"']) {
      const bad = await Wire.open(server.host, 'ns');
      bad.socket.send(rubbish);
      bad.socket.close();
    }
    expect(await good.ask('nonsense', {})).toMatchObject({ s: 'invalid_data' });
    expect(await good.ask('p', { p: 7, d: 1 })).toMatchObject({ s: 'invalid_data' });
    expect(await good.ask('auth', { cred: 'a.b.c' })).toMatchObject({ s: 'invalid_token' });
    expect(await good.ask('gauth', { cred: 'owner' })).toMatchObject({ s: 'ok' });
  });

  test('with FIREBASE_DATABASE_EMULATOR_HOST alone the admin SDK uses this server', async () => {
    const server = await start();
    const databaseURL = 'https://demo-sightline-default-rtdb.firebaseio.com';
    process.env.FIREBASE_DATABASE_EMULATOR_HOST = server.host;
    const app = initializeApp({ projectId: 'demo-sightline', databaseURL }, 'by environment');
    ends.unshift(() => deleteApp(app));
    const database = getDatabase(app);
    delete process.env.FIREBASE_DATABASE_EMULATOR_HOST;
    await database.ref('a').set(1);
    expect(server.dump()).toEqual({ 'demo-sightline-default-rtdb': { a: 1 } });
  });

  test("an admin that acts for a user has that user's rights", async () => {
    const server = await start({ rules: RULES });
    server.load('ns', { monitor: { a: { status: true } }, member: { a: { u1: 'viewer' } } });
    const app = initializeApp(
      { databaseURL: `http://${server.host}?ns=ns`, databaseAuthVariableOverride: { uid: 'u1', token: {} } },
      'as a user',
    );
    ends.unshift(() => deleteApp(app));
    expect((await getDatabase(app).ref('monitor/a/status').get()).val()).toBe(true);
    await expect(getDatabase(app).ref('member').get()).rejects.toThrow(/permission.denied/i);
  });

  test('a page that polls, because a WebSocket failed once, is made to use a WebSocket again', async () => {
    const { host } = await start();
    const script = await (await fetch(`http://${host}/.lp?start=t&ser=1&cb=7&v=5&ns=x`)).text();
    const kept = new Map([['firebase:previous_websocket_failure', 'true']]);
    const commands: unknown[] = [];
    const localStorage = { removeItem: (key: string) => kept.delete(key) };
    runInNewContext(script, {
      parent: { localStorage, pLPCommand7: (command: unknown) => commands.push(command) },
    });
    expect([kept.size, commands]).toEqual([0, ['close']]);
    expect((await fetch(`http://${host}/.lp?cb=7']();alert(1)&ns=x`)).status).toBe(400);
  });

  test('a namespace is needed, and an unknown path is 404', async () => {
    const { host } = await start();
    expect((await fetch(`http://${host}/a.json`)).status).toBe(400);
    expect((await fetch(`http://${host}/a?ns=x`)).status).toBe(404);
    expect((await fetch(`http://${host}/%E0%A4.json?ns=x`)).status).toBe(400);
  });

  test('a key called __proto__ is a key like any other', async () => {
    const clients = clientsOf((await start()).host);
    const body = '{"__proto__":{"polluted":true},"a":1}';
    await clients.rest('/p.json', { method: 'PUT', body });
    expect(await (await clients.rest('/p.json')).text()).toBe(body);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
