/** @covers Git: mixed with native git */
import { execFile, spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import { requireOperation } from '../../packages/git/src/operations/operations.ts';
import { openRepository } from '../../packages/git/src/repository.ts';
import { TEST } from '../support/limits.ts';
import { commitAll, plain } from './fixtures.ts';
import { fsck, git, nativeStatus, newRepository, removeFolders, write } from './native.ts';

const SECONDS = process.env.LONG ? 60 : 4;
const WORKER = join(import.meta.dirname, 'crash-worker.ts');
const run = promisify(execFile);

afterAll(removeFolders);

/** Native git adds and commits files of its own, and retries if a lock is held. */
async function nativeWorker(folder: string, name: string, until: number): Promise<string[]> {
  const said: string[] = [];
  mkdirSync(join(folder, name), { recursive: true });
  for (let count = 0; Date.now() < until; count++) {
    const path = `${name}/file-${count}.txt`;
    writeFileSync(join(folder, path), `${path}\n`);
    let added = false;
    while (!added && Date.now() < until + 10_000)
      added = await succeeds(run('git', ['add', path], { cwd: folder }));
    if (added) said.push(`added ${path}`);
    await succeeds(commit(folder, path));
    await succeeds(run('git', ['status'], { cwd: folder }));
  }
  return said;
}

/**
 * With plumbing commands, which take the index lock before they read. `git commit` of git 2.39 reads first and locks
 * afterwards: six native processes alone lost 38 of 1,186 index entries that way, which is not our error.
 */
async function commit(folder: string, message: string): Promise<void> {
  const say = async (...args: string[]): Promise<string> =>
    (await run('git', args, { cwd: folder })).stdout.trim();
  const head = await say('rev-parse', 'HEAD');
  const made = await say('commit-tree', '-p', head, '-m', message, await say('write-tree'));
  await say('update-ref', 'HEAD', made, head);
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

async function ourWorker(folder: string, name: string): Promise<string[]> {
  const child = spawn(process.execPath, [WORKER, folder, name, 'mix', String(SECONDS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (part: Buffer) => {
    text += part.toString();
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  await ended;
  return text.split('\n').filter((line) => line !== '');
}

test(
  `six processes mix our operations with native git for ${SECONDS} s: no index entry and no commit is lost`,
  async () => {
    const folder = newRepository();
    write(folder, 'a.txt', 'a\n');
    commitAll(folder, 'first');
    const until = Date.now() + SECONDS * 1_000;
    const workers = [1, 2, 3].flatMap((at) => [
      ourWorker(folder, `ours${at}`),
      nativeWorker(folder, `native${at}`, until),
    ]);
    const said = (await Promise.all(workers)).flat();
    const added = said.filter((line) => line.startsWith('added ')).map((line) => line.slice(6));
    const commits = said.filter((line) => line.startsWith('commit ')).map((line) => line.slice(7));
    expect(said.filter((line) => line.startsWith('failed'))).toEqual([]);
    const index = new Set(git(folder, 'ls-files').split('\n'));
    expect(added.filter((path) => !index.has(path))).toEqual([]);
    const reachable = new Set(git(folder, 'rev-list', 'main').split('\n'));
    expect(commits.filter((hash) => !reachable.has(hash))).toEqual([]);
    expect(fsck(folder)).toBe('');
    expect([
      added.some((path) => path.startsWith('ours')),
      added.some((path) => path.startsWith('native')),
    ]).toEqual([true, true]);
    expect(commits.length).toBeGreaterThan(0);
  },
  SECONDS * 1_000 + TEST,
);

test('a commit whose branch native git moves meanwhile is refused as moved, and loses nothing', async () => {
  const folder = plain();
  const tip = (ref: string): string => git(folder, 'rev-parse', ref).trim();
  const commitStaged = async (): Promise<object> =>
    requireOperation('commit').run(await openRepository(folder, { profile: 'own machine' }), {
      message: 'ours',
    });
  write(folder, 'a.txt', 'changed\n');
  git(folder, 'add', 'a.txt');
  const before = tip('HEAD');
  // git runs the hook after it has read HEAD and before it moves it.
  const hook = join(folder, '.git/hooks/pre-commit');
  const move = 'git update-ref HEAD "$(git commit-tree -p HEAD -m theirs "HEAD^{tree}")"';
  writeFileSync(hook, `#!/bin/sh\n${move}\n`, { mode: 0o755 });
  await expect(commitStaged()).rejects.toMatchObject({ code: 'git_ref_moved' });
  expect([tip('HEAD~1'), nativeStatus(folder)]).toEqual([before, ['M. a.txt']]);
  rmSync(hook);
  await commitStaged();
  expect([tip('HEAD~2'), nativeStatus(folder)]).toEqual([before, []]);
});
