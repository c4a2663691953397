/**
 * `POST /sightline/test` of a real Node-RED: only from the editor's own page, and a stored key goes to no address but the one
 * that is deployed with it (finding A12).
 * @covers Contract 13 Test, from the editor's own page only
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '../support/factory.ts';
import { type NodeRed, startNodeRed } from './stage.ts';
import { testFlow } from './test-flow.ts';

const KEY = `slk_${'a'.repeat(43)}`;
const STORED = '__PWRD__';

let red: NodeRed;
/** What two services were sent as keys, by their ports. */
const heard: Record<string, string[]> = {};
const servers: Server[] = [];
let [own, other] = ['', ''];

async function listen(): Promise<string> {
  const server = createServer((request, response) => {
    heard[`http://${request.headers.host}`]?.push(String(request.headers['x-device-key'] ?? ''));
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{"data":{"error":true,"result":"Monitor not found or access denied"}}');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  [own, other] = [await listen(), await listen()];
  red = await startNodeRed(process.env.NODE_RED ?? 'node-red');
  await red.deploy(testFlow({ address: own, key: KEY }));
});
beforeEach(() => {
  heard[own] = [];
  heard[other] = [];
});
afterAll(async () => {
  await red?.close();
  for (const server of servers) server.close();
});

const JSON_TYPE = { 'content-type': 'application/json' };

async function ask(more: object, headers: Record<string, string> = {}) {
  const body = JSON.stringify({ id: 'monitor', address: own, monitor: 'line-1', key: STORED, ...more });
  const response = await fetch(`${red.url}/sightline/test`, {
    method: 'POST',
    headers: { ...JSON_TYPE, ...headers },
    body,
  });
  const { findings = [] } = (await response.json().catch(() => ({}))) as {
    findings?: { check: string; outcome: string; reason?: string }[];
  };
  return { status: response.status, findings };
}

test('the stored key is sent to the address that is deployed with it', async () => {
  // Node-RED answers a deployment before its nodes have started.
  await eventually(async () => {
    heard[own] = [];
    expect((await ask({})).status).toBe(200);
    expect(new Set(heard[own])).toEqual(new Set([KEY]));
  });
});

test('to another address it is not sent: the key must be typed again', async () => {
  const { status, findings } = await ask({ address: other });
  expect(status).toBe(200);
  expect(new Set(heard[other])).toEqual(new Set(['']));
  expect(findings.find(({ check }) => check === 'monitor')).toEqual({
    check: 'monitor',
    outcome: 'fails',
    reason: expect.stringContaining('type the key again'),
  });
  const typed = `slk_${'b'.repeat(43)}`;
  await ask({ address: other, key: typed });
  expect(heard[other]).toContain(typed);
});

test('nor for a monitor that is not deployed', async () => {
  await ask({ id: 'nobody', address: other });
  expect(new Set(heard[other])).toEqual(new Set(['']));
});

test.each<[string, Record<string, string>]>([
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
  ['a page of another port of this machine', { 'sec-fetch-site': 'same-site' }],
  ['a form', { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' }],
  ['a form that looks like JSON', { 'content-type': 'text/plain' }],
])('%s is turned away, and nothing is sent', async (_, headers) => {
  expect((await ask({}, headers)).status).toBe(403);
  expect([heard[own], heard[other]]).toEqual([[], []]);
});

test('the editor itself is served', async () => {
  expect((await ask({}, { 'sec-fetch-site': 'same-origin', origin: red.url })).status).toBe(200);
});
