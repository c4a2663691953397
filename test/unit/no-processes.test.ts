/**
 * What holds for every suite of test/unit and test/web: see test/support/no-processes.mjs.
 * @covers Unit tests start no process and no server
 */
import { execFile, execFileSync, execSync, fork, spawn, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { createServer as createPlainServer } from 'node:net';
import { expect, test } from '@jest/globals';

test.each([
  ['spawn', () => spawn('true')],
  ['spawnSync', () => spawnSync('true')],
  ['execFile', () => execFile('true', () => {})],
  ['execFileSync', () => execFileSync('true')],
  ['execSync', () => execSync('true')],
  ['fork', () => fork('nothing.js')],
  ['a server of http', () => createServer().listen(0)],
  ['a server of net', () => createPlainServer().listen(0)],
])('%s throws', (_, start) => {
  expect(start).toThrow('A unit test starts no process and no server');
});
