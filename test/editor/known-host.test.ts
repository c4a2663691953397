/**
 * Allowed host names: protection against DNS rebinding.
 * @covers Sidebar: answers under the editor's own names only
 */
import { hostname } from 'node:os';
import { expect, test } from '@jest/globals';
import type { Red, Request, Settings } from '../../editor-plugin/src/runtime/red.ts';
import { requireKnownHost } from '../../editor-plugin/src/runtime/require-known-host.ts';

function ask(host: string | undefined, settings: Settings | object = {}, user?: Request['user']): void {
  const request: Request = { method: 'GET', params: {}, headers: { host }, ...(user && { user }) };
  requireKnownHost({ settings } as Red, request);
}

const refused = expect.objectContaining({ code: 'unknown_host', status: 403 });

test.each([
  'localhost',
  'LOCALHOST:1880',
  'a.localhost',
  '10.1.2.3:1880',
  '[fe80::1]:1880',
  '127.1',
  'localhost.',
  hostname(),
  `${hostname()}.local:1880`,
])('%s is this machine', (host) => {
  expect(() => ask(host)).not.toThrow();
});

test.each([
  'evil.example',
  'localhost.evil.example',
  'xlocalhost',
  '127.0.0.1.evil.example',
  'a@evil.example',
  '',
  undefined,
  'localhost@evil.example',
  'evil.example#localhost',
  '[::1].evil.example',
])('%s is not', (host) => {
  expect(() => ask(host)).toThrow(refused);
});

test('names of settings.js count, whatever their case and port, and nothing beside them', () => {
  const settings = {
    uiHost: 'line.internal',
    'sightline-git': { hosts: ['Editor.example', 5, 'b.example:80'] },
  };
  for (const host of ['line.internal:1880', 'editor.example', 'EDITOR.example.', 'b.example'])
    expect(() => ask(host, settings)).not.toThrow();
  for (const host of ['c.editor.example', 'example', '555.example'])
    expect(() => ask(host, settings)).toThrow(refused);
  expect(() => ask('editor.example', { 'sightline-git': { hosts: 'editor.example' } })).toThrow(refused);
});

test('a person with a token comes under any name, a guest does not', () => {
  expect(() => ask('evil.example', {}, { username: 'ada' })).not.toThrow();
  expect(() => ask('evil.example', {}, { anonymous: true })).toThrow(refused);
});
