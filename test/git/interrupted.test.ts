/**
 * What a killed process leaves, and what the next call makes of it.
 * @covers Contract 7 Engine: killed at any moment
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Step } from '../../packages/git/src/change/journal.ts';
import { cleanUpAfter } from '../../packages/git/src/change/stop-leftovers.ts';
import { requireOperation } from '../../packages/git/src/operations/operations.ts';
import { openRepository, type RepositoryOptions } from '../../packages/git/src/repository.ts';
import { describeHolder, formatHolder } from '../../packages/git/src/storage/lock-holder.ts';
import { isInUse } from '../../packages/git/src/storage/process-identity.ts';
import { commitAll, plain } from './fixtures.ts';
import { fsck, git, nativeStatus, newFolder, removeFolders, write } from './native.ts';
import { hashRaw, rawCommit, rawTree } from './raw-objects.ts';

afterAll(removeFolders);

let folder: string;
let first: string;
let second: string;

beforeEach(() => {
  folder = plain();
  first = tip();
  write(folder, 'a.txt', 'second\n');
  write(folder, 'added.txt', 'second\n');
  commitAll(folder, 'second', 1);
  second = tip();
});

const place = (name: string): string => join(folder, '.git', name);
const tip = (ref = 'HEAD'): string => git(folder, 'rev-parse', ref).trim();
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
const kept = (): string[] =>
  git(folder, 'for-each-ref', '--format=%(refname)', 'refs/sightline').split('\n').slice(0, -1);
const own = (): string[] => readdirSync(place('sightline'));

const run = async (name: string, body?: unknown, options: RepositoryOptions = {}): Promise<object> =>
  requireOperation(name).run(
    await openRepository(folder, { profile: 'own machine', lockTimeoutMs: 50, ...options }),
    body,
  );

/** As left by a process that was killed after it had begun the step. @returns path of its scratch index */
function leave(step: Step, holder: object = { pid: spawnSync('true').pid }): string {
  const { nonce, since, ...more } = { ...describeHolder(), ...holder };
  const scratch = place(`sightline/index-${nonce}-main`);
  mkdirSync(place('sightline'), { recursive: true });
  writeFileSync(scratch, readFileSync(place('index')));
  const journal = { nonce, since, scratch, head: readFileSync(place('HEAD'), 'utf8'), step };
  writeFileSync(place('sightline/journal'), JSON.stringify(journal));
  writeFileSync(place('index.lock'), formatHolder({ nonce, since, ...more }));
  return scratch;
}

const reset: Step = { kind: 'again', operation: 'reset', input: { ref: '', resetMode: 'hard' } };
const resetTo = (ref: string): Step => ({ ...reset, input: { ref, resetMode: 'hard' } });
const moved = (): Step => ({ kind: 'move', from: second, to: first, kept: null, inTheWay: [], spared: [] });

describe('a journal whose lock somebody removed is not replayed', () => {
  test('reset: commits made meanwhile stay on the branch', async () => {
    leave(resetTo(first));
    rmSync(place('index.lock'));
    write(folder, 'a.txt', 'third\n');
    commitAll(folder, 'third', 2);
    const third = tip();
    await run('status');
    await run('add', { files: ['a.txt'] });
    expect([tip(), read('a.txt'), nativeStatus(folder), own()]).toEqual([third, 'third\n', [], []]);
  });

  test('move and commit: what was staged meanwhile stays staged', async () => {
    const done = { ...moved(), from: first, to: second };
    for (const step of [done, { kind: 'commit', from: first } as const]) {
      leave(step);
      rmSync(place('index.lock'));
      write(folder, 'a.txt', 'staged\n');
      git(folder, 'add', 'a.txt');
      await run('status');
      await run('create-branch', { branch: `after-${step.kind}` });
      expect([read('a.txt'), nativeStatus(folder), own()]).toEqual(['staged\n', ['M. a.txt'], []]);
    }
  });

  test('discard: what was written meanwhile stays', async () => {
    leave({ kind: 'again', operation: 'discard', input: ['a.txt'] });
    rmSync(place('index.lock'));
    write(folder, 'a.txt', 'newer\n');
    await run('status');
    await run('create-branch', { branch: 'after' });
    expect([read('a.txt'), own()]).toEqual(['newer\n', []]);
  });
});

describe('under the lock of a dead process', () => {
  test('a reset is repeated, and commits made past the lock are kept', async () => {
    leave(resetTo(first));
    const made = git(folder, 'commit-tree', '-p', second, '-m', 'third', `${second}^{tree}`).trim();
    git(folder, 'update-ref', 'refs/heads/main', made);
    await run('status');
    expect([tip(), nativeStatus(folder), fsck(folder), own()]).toEqual([first, [], '', []]);
    expect(kept().map((ref) => tip(ref))).toContain(made);
  });

  test('unlock takes back what was half done before it removes the lock', async () => {
    leave(moved());
    rmSync(join(folder, 'added.txt'));
    expect(await run('unlock', {})).toEqual({ removed: ['index.lock'], held: [] });
    expect([nativeStatus(folder), own(), existsSync(place('index.lock'))]).toEqual([[], [], false]);
  });
});

describe('what somebody did after the kill', () => {
  test('newer content of an ignored file that the move overwrote is kept before the old one comes back', async () => {
    write(folder, 'cred.json', 'of the target\n');
    commitAll(folder, 'target', 2);
    const to = tip();
    git(folder, 'reset', '-q', '--hard', second);
    write(folder, '.git/info/exclude', 'cred.json\n');
    const blob = hashRaw(folder, 'blob', Buffer.from('old\n'));
    const old = rawCommit(folder, rawTree(folder, [{ mode: '100644', name: 'cred.json', oid: blob }]), {});
    const step: Step = { kind: 'move', from: second, to, kept: old, inTheWay: ['cred.json'], spared: [] };
    for (const content of ['of the target\n', 'old\n', 'newer\n']) {
      leave(step);
      write(folder, 'cred.json', content);
      await run('status');
      expect([read('cred.json'), nativeStatus(folder), own()]).toEqual(['old\n', [], []]);
    }
    const [ref = '', ...more] = kept();
    expect([git(folder, 'show', `${ref}:cred.json`), more]).toEqual(['newer\n', []]);
  });

  test('a folder in the place of a file that must come back stays', async () => {
    leave(moved());
    rmSync(join(folder, 'added.txt'));
    rmSync(join(folder, 'a.txt'));
    write(folder, 'added.txt/mine.txt', 'mine\n');
    await run('status');
    expect([nativeStatus(folder), own(), existsSync(place('index.lock'))]).toEqual([
      ['.D added.txt', '?? added.txt/mine.txt'],
      [],
      false,
    ]);
  });

  test.each(['mixed', 'hard'])(
    'a name that is not UTF-8 does not stop a reset --%s from being settled',
    async (resetMode) => {
      leave({ kind: 'again', operation: 'reset', input: { ref: first, resetMode } });
      writeFileSync(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9])]), 'x');
      await run('create-branch', { branch: 'after' });
      expect([own(), existsSync(place('index.lock')), fsck(folder)]).toEqual([[], false, '']);
    },
  );
});

describe('what cannot be undone for now', () => {
  /** Every file that git writes meets a full disk. */
  const fillDisk = (): void => {
    const filter = join(newFolder(), 'smudge');
    writeFileSync(filter, '#!/bin/sh\necho "error: No space left on device" >&2\nexit 1\n', { mode: 0o755 });
    git(folder, 'config', 'filter.full.smudge', filter);
    git(folder, 'config', 'filter.full.clean', 'cat');
    git(folder, 'config', 'filter.full.required', 'true');
    write(folder, '.git/info/attributes', '*.txt filter=full\n');
  };

  test('blocks no read and no unlock; a write says why, and tries again', async () => {
    leave(moved());
    rmSync(join(folder, 'added.txt'));
    fillDisk();
    const untold: unknown[] = [];
    const onUnsettled = (error: unknown): void => void untold.push(error);
    expect(await run('status', {}, { onUnsettled })).toMatchObject({ status: { deleted: ['added.txt'] } });
    expect(untold).toHaveLength(1);
    await expect(run('create-branch', { branch: 'after' })).rejects.toMatchObject({
      code: 'git_disk_full',
      status: 503,
    });
    expect(await run('unlock', {})).toMatchObject({ removed: [], held: [{ lock: 'index.lock' }] });
    rmSync(place('info/attributes'));
    await run('create-branch', { branch: 'after' });
    expect([nativeStatus(folder), own(), existsSync(place('index.lock'))]).toEqual([[], [], false]);
  });

  test('is removed with its lock by unlock, if that is old', async () => {
    leave(moved());
    rmSync(join(folder, 'added.txt'));
    fillDisk();
    const old = new Date(Date.now() - 700_000);
    utimesSync(place('index.lock'), old, old);
    expect(await run('unlock', {})).toEqual({ removed: ['index.lock'], held: [] });
    await run('create-branch', { branch: 'after' });
    expect([nativeStatus(folder), own()]).toEqual([['.D added.txt'], []]);
  });

  test('stays locked when a switch of this process could not be undone, until the next call can', async () => {
    git(folder, 'branch', 'old', first);
    fillDisk();
    await expect(run('switch-branch', { branch: 'old' })).rejects.toMatchObject({ code: 'git_disk_full' });
    expect([existsSync(join(folder, 'added.txt')), existsSync(place('index.lock'))]).toEqual([false, true]);
    rmSync(place('info/attributes'));
    await run('status');
    expect([tip(), nativeStatus(folder), own(), existsSync(place('index.lock'))]).toEqual([
      second,
      [],
      [],
      false,
    ]);
  });
});

describe('a change that this version cannot finish', () => {
  test.each<[string, Step]>([
    [
      'of an operation that it does not know',
      { kind: 'again', operation: 'of-a-later-version', input: null },
    ],
    ['with an input that it cannot read', { kind: 'again', operation: 'discard', input: 7 }],
  ])('%s keeps its journal and its lock: reads answer, a write fails', async (_, step) => {
    leave(step);
    const untold: unknown[] = [];
    const onUnsettled = (error: unknown): void => void untold.push(error);
    expect(await run('status', {}, { onUnsettled })).toMatchObject({ status: { current: 'main' } });
    expect(untold).toHaveLength(1);
    await expect(run('create-branch', { branch: 'after' })).rejects.toThrow();
    expect([own().includes('journal'), existsSync(place('index.lock'))]).toEqual([true, true]);
  });
});

describe('what a killed process left running', () => {
  const children: ChildProcess[] = [];
  const startUnder = (nonce: string): { pid: number; ended: Promise<unknown> } => {
    const child = spawn('sleep', ['600'], { env: { ...process.env, SIGHTLINE_OPERATION: nonce } });
    children.push(child);
    return { pid: child.pid ?? 0, ended: once(child, 'exit') };
  };

  afterEach(() => {
    jest.restoreAllMocks();
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  test('and cannot be ended keeps the folder locked; the next call tries again', async () => {
    const holder = { ...describeHolder(), pid: spawnSync('true').pid };
    leave(moved(), holder);
    rmSync(join(folder, 'added.txt'));
    const { pid, ended } = startUnder(holder.nonce);
    const { kill } = process;
    // As if it waited for a disk: no signal reaches it.
    const deaf = jest
      .spyOn(process, 'kill')
      .mockImplementation((to, signal) => to === pid || kill.call(process, to, signal));
    await expect(run('create-branch', { branch: 'after' })).rejects.toMatchObject({ code: 'git_locked' });
    expect([existsSync(place('index.lock')), own().length]).toEqual([true, 2]);
    deaf.mockRestore();
    await run('create-branch', { branch: 'after' });
    await ended;
    expect([nativeStatus(folder), own()]).toEqual([[], []]);
  });

  test('is told from a process with a longer nonce', async () => {
    const { nonce, since } = describeHolder();
    const [left, other] = [startUnder(nonce), startUnder(`${nonce}0`)];
    await cleanUpAfter(place(''), { nonce, since }, place('index.lock'));
    await left.ended;
    expect(isInUse(other.pid)).toBe(true);
  });

  test('its lock of a branch named index is removed too', async () => {
    const [nonce, since] = [describeHolder().nonce, Date.now() - 1_000];
    const stale = place('refs/heads/index.lock');
    writeFileSync(stale, '');
    await cleanUpAfter(place(''), { nonce, since }, place('index.lock'));
    expect(existsSync(stale)).toBe(false);
  });

  test('its half-received pack is removed; one that still grows, as of a running fetch, stays', async () => {
    // The dates of files may be some milliseconds behind the clock.
    const [nonce, since] = [describeHolder().nonce, Date.now() - 1_000];
    const [half, growing] = [place('objects/pack/tmp_pack_half'), place('objects/pack/tmp_pack_growing')];
    mkdirSync(place('objects/pack'), { recursive: true });
    for (const path of [half, growing]) writeFileSync(path, 'PACK');
    const timer = setInterval(() => appendFileSync(growing, 'more'), 50);
    await cleanUpAfter(place(''), { nonce, since }, place('index.lock'));
    clearInterval(timer);
    expect([existsSync(half), existsSync(growing)]).toEqual([false, true]);
  });
});

describe('in the function', () => {
  const hardened: RepositoryOptions = { profile: 'hardened' };

  test('a read settles nothing, because it holds no lease; the next write does', async () => {
    leave(moved());
    rmSync(join(folder, 'added.txt'));
    expect(await run('status', {}, hardened)).toMatchObject({ status: { deleted: ['added.txt'] } });
    expect([own().length, existsSync(place('index.lock'))]).toEqual([2, true]);
    await run('create-branch', { branch: 'after' }, hardened);
    expect([nativeStatus(folder), own(), existsSync(place('index.lock'))]).toEqual([[], [], false]);
  });

  test('the change of an instance that has lost its lease is settled by the next writer', async () => {
    leave(moved(), { host: 'elsewhere', fence: 7 });
    rmSync(join(folder, 'added.txt'));
    const write = (fence: number) => run('create-branch', { branch: 'after' }, { ...hardened, fence });
    await expect(write(7)).rejects.toMatchObject({ code: 'git_locked' });
    await write(8);
    expect([nativeStatus(folder), own()]).toEqual([[], []]);
  });
});

describe('a rename of the current branch that was killed', () => {
  const refs = (): string[] => git(folder, 'for-each-ref', '--format=%(refname)').split('\n').slice(0, -1);

  beforeEach(() => {
    git(folder, 'remote', 'add', 'origin', 'https://example.com/x.git');
    git(folder, 'config', 'branch.main.remote', 'origin');
    git(folder, 'config', 'branch.main.merge', 'refs/heads/main');
    const input = { previous: 'main', newName: 'trunk', commit: second };
    leave({ kind: 'again', operation: 'rename-branch', input });
  });

  test('after its ref was deleted, before the new one was written', async () => {
    rmSync(place('refs/heads/main'));
    await run('status');
    expect([tip(), refs(), nativeStatus(folder), own()]).toEqual([second, ['refs/heads/main'], [], []]);
  });

  test('before HEAD and the configuration followed, or after', async () => {
    for (const isWhole of [false, true]) {
      if (isWhole) {
        leave({
          kind: 'again',
          operation: 'rename-branch',
          input: { previous: 'main', newName: 'trunk', commit: second },
        });
        git(folder, 'branch', '-m', 'main', 'trunk');
      } else git(folder, 'update-ref', 'refs/heads/trunk', second);
      rmSync(place('refs/heads/main'), { force: true });
      await run('status');
      expect([tip(), refs(), nativeStatus(folder), own()]).toEqual([second, ['refs/heads/main'], [], []]);
      expect(git(folder, 'config', '--get-all', 'branch.main.merge')).toBe('refs/heads/main\n');
    }
  });
});
