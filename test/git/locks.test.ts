/** @covers Contract 7 Engine: killed at any moment */
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { requireOperation } from '../../packages/git/src/operations/operations.ts';
import { openRepository } from '../../packages/git/src/repository.ts';
import { readHolder, takeLock } from '../../packages/git/src/storage/lock-file.ts';
import {
  describeHolder,
  fateOf,
  formatHolder,
  type LockHolder,
} from '../../packages/git/src/storage/lock-holder.ts';
import { beginOf } from '../../packages/git/src/storage/process-identity.ts';
import { plain } from './fixtures.ts';
import { fsck, git, nativeStatus, removeFolders, tryGit, write } from './native.ts';

afterAll(removeFolders);

let folder: string;
const place = (name: string): string => join(folder, '.git', name);
const run = async (name: string, body: unknown, lockTimeoutMs = 50): Promise<object> =>
  requireOperation(name).run(await openRepository(folder, { lockTimeoutMs }), body);

beforeEach(() => {
  folder = plain();
  write(folder, 'a.txt', 'changed\n');
});

/** The id of a process that has ended. */
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid;

describe('a held lock', () => {
  test('of native git stops us: nothing changes, and the answer has its age and a suggestion', async () => {
    writeFileSync(place('index.lock'), '');
    const old = new Date(Date.now() - 3 * 60 * 60_000);
    utimesSync(place('index.lock'), old, old);
    await expect(run('add', { files: ['a.txt'] })).rejects.toMatchObject({
      code: 'git_locked',
      status: 423,
      message: 'Another git process holds index.lock, for 3 hours now',
      suggestion: expect.stringContaining('remove index.lock'),
      extra: { lock: 'index.lock', ageSeconds: expect.any(Number) },
    });
    expect(existsSync(place('index.lock'))).toBe(true);
    rmSync(place('index.lock'));
    expect(nativeStatus(folder)).toEqual(['.M a.txt']);
  });

  test('of ours stops native git', async () => {
    const lock = await takeLock(place('index'));
    const native = tryGit(folder, 'add', 'a.txt');
    expect([native.status, native.stderr.includes('index.lock')]).toEqual([128, true]);
    lock.release();
    expect(tryGit(folder, 'add', 'a.txt').status).toBe(0);
  });

  test('is waited for', async () => {
    writeFileSync(place('index.lock'), '');
    setTimeout(() => rmSync(place('index.lock')), 150);
    await run('add', { files: ['a.txt'] }, 30_000);
    expect(nativeStatus(folder)).toEqual(['M. a.txt']);
  });

  test('on HEAD or on the branch stops a commit completely', async () => {
    git(folder, 'add', 'a.txt');
    for (const name of ['refs/heads/main']) {
      writeFileSync(place(`${name}.lock`), '');
      await expect(run('commit', { message: 'x' })).rejects.toMatchObject({ code: 'git_locked' });
      rmSync(place(`${name}.lock`));
      expect([nativeStatus(folder), git(folder, 'rev-list', '--count', 'HEAD').trim()]).toEqual([
        ['M. a.txt'],
        '1',
      ]);
    }
    expect(existsSync(place('index.lock'))).toBe(false);
  });

  test('does not stop reading', async () => {
    writeFileSync(place('index.lock'), '');
    expect(await run('status', {})).toMatchObject({ status: { modified: ['a.txt'] } });
    expect(existsSync(place('index.lock'))).toBe(true);
  });
});

describe('a lock of ours', () => {
  const leave = (holder: object): void =>
    writeFileSync(place('index.lock'), formatHolder({ ...describeHolder(), ...holder }));

  test('of a process that has ended is removed by the next one', async () => {
    leave({ pid: deadPid() });
    await run('add', { files: ['a.txt'] });
    expect([nativeStatus(folder), existsSync(place('index.lock'))]).toEqual([['M. a.txt'], false]);
  });

  test.each([
    ['from before a restart of the machine', { pid: process.ppid, boot: 'another boot' }],
    ['from before a restart of the container, which gave this process the same id', { began: '1' }],
    ['of a process whose id another one has now', { pid: process.ppid, began: '1' }],
  ])('%s is removed', async (_, holder) => {
    leave(holder);
    await run('add', { files: ['a.txt'] });
    expect(nativeStatus(folder)).toEqual(['M. a.txt']);
  });

  test.each([
    ['whose process lives', { pid: process.ppid, began: beginOf(process.ppid) }],
    ['whose process id is in use, in another container perhaps', { pid: process.ppid, namespace: 'pid:[1]' }],
    ['of another machine, whatever its process', { pid: 999_999, host: 'elsewhere' }],
    ['that does not tell its boot', { pid: 999_999, boot: '' }],
  ])('%s stays', async (_, holder) => {
    leave(holder);
    await expect(run('add', { files: ['a.txt'] })).rejects.toMatchObject({ code: 'git_locked' });
    expect(existsSync(place('index.lock'))).toBe(true);
  });

  test('of a dead process is taken by one of many at once, and their work does not mix', async () => {
    leave({ pid: deadPid() });
    const names = Array.from({ length: 12 }, (_, at) => `many${at}.txt`);
    for (const name of names) write(folder, name, name);
    await Promise.all(names.map((name) => run('add', { files: [name] }, 30_000)));
    expect(git(folder, 'ls-files').split('\n')).toEqual(expect.arrayContaining(names));
    expect([fsck(folder), readdirSync(place('')).filter((name) => name.endsWith('.lock'))]).toEqual(['', []]);
  });
});

describe('a holder', () => {
  const here = { host: 'localhost', boot: 'one', namespace: '' };
  const holder = (more: Partial<LockHolder>): LockHolder => ({
    ...describeHolder(),
    ...here,
    pid: 999_999,
    ...more,
  });

  test('is read from the first bytes of its lock, however large the file is', () => {
    const known = holder({});
    writeFileSync(place('index.lock'), formatHolder(known).padEnd(1_024));
    truncateSync(place('index.lock'), 3 * 2 ** 30);
    expect(readHolder(place('index.lock'))).toEqual(known);
  });

  test('of another boot is no proof where all machines have the same name, as instances of a function', () => {
    expect(fateOf(holder({ boot: 'two' }), undefined, here)).toBe('unknown');
    expect(fateOf(holder({}), undefined, here)).toBe('dead');
    const named = { ...here, host: 'editor' };
    expect(fateOf(holder({ ...named, boot: 'two' }), undefined, named)).toBe('dead');
  });

  test('that has lost its lease to us is gone, wherever it ran, unless its process is seen to live', () => {
    const elsewhere = holder({ boot: 'two', fence: 4 });
    expect([3, 4, 5].map((fence) => fateOf(elsewhere, fence, here))).toEqual(['unknown', 'unknown', 'dead']);
    expect(fateOf(holder({ boot: 'two' }), 5, here)).toBe('unknown');
    const living = holder({ pid: process.ppid, began: beginOf(process.ppid), fence: 4 });
    expect(fateOf(living, 5, here)).toBe('alive');
  });

  test('releases only its own lock', async () => {
    const lock = await takeLock(place('index'));
    rmSync(place('index.lock'));
    const other = await takeLock(place('index'));
    lock.release();
    expect(readHolder(place('index.lock'))?.nonce).toBe(other.holder.nonce);
    other.release();
    expect(existsSync(place('index.lock'))).toBe(false);
  });
});

test('unlock keeps the lock of a live process however old it is, and removes that of a lost transfer', async () => {
  const old = new Date(Date.now() - 700_000);
  mkdirSync(place('sightline'), { recursive: true });
  const living = { pid: process.ppid, began: beginOf(process.ppid) };
  writeFileSync(place('index.lock'), formatHolder({ ...describeHolder(), ...living }));
  writeFileSync(place('sightline/transport.lock'), formatHolder({ ...describeHolder(), host: 'elsewhere' }));
  for (const name of ['index.lock', 'sightline/transport.lock']) utimesSync(place(name), old, old);
  expect(await run('unlock', {})).toEqual({
    removed: ['sightline/transport.lock'],
    held: [{ lock: 'index.lock', ageSeconds: expect.any(Number) }],
  });
  expect(existsSync(place('index.lock'))).toBe(true);
});

test('unlock removes old locks on request, and keeps newer ones', async () => {
  const old = new Date(Date.now() - 700_000);
  for (const name of ['index.lock', 'refs/heads/main.lock', 'HEAD.lock']) writeFileSync(place(name), '');
  utimesSync(place('index.lock'), old, old);
  utimesSync(place('refs/heads/main.lock'), old, old);
  expect(await run('unlock', {})).toEqual({
    removed: ['index.lock', 'refs/heads/main.lock'],
    held: [{ lock: 'HEAD.lock', ageSeconds: expect.any(Number) }],
  });
  expect(existsSync(place('HEAD.lock'))).toBe(true);
});

test('no temporary files are left, and native git sees no stray ref', async () => {
  await run('add', { stageAll: true });
  await run('commit', { message: 'x' });
  await run('create-branch', { branch: 'y/z' });
  await run('discard', { files: ['a.txt'] });
  expect(readdirSync(place('sightline'))).toEqual([]);
  expect(readdirSync(place('objects')).filter((name) => name.startsWith('tmp'))).toEqual([]);
  expect(git(folder, 'for-each-ref', '--format=%(refname)').trim().split('\n')).toEqual([
    'refs/heads/main',
    'refs/heads/y/z',
  ]);
  expect(git(folder, 'reflog').split('\n')[0]).toContain('commit: x');
  expect(readFileSync(place('HEAD'), 'utf8')).toBe('ref: refs/heads/main\n');
});
