/** @covers Git: memory and speed */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { requireOperation } from '../../packages/git/src/operations/operations.ts';
import { type Log, readLog } from '../../packages/git/src/operations/read-log.ts';
import { readStatus } from '../../packages/git/src/operations/read-status.ts';
import { openRepository } from '../../packages/git/src/repository.ts';
import { LARGE, makeLargeProject } from './large-project.ts';
import { git, nativeStatus, removeFolders, write } from './native.ts';

let folder: string;

beforeAll(() => {
  folder = makeLargeProject();
});

afterAll(removeFolders);

const native = (...args: string[]): string[] =>
  git(folder, ...args)
    .trim()
    .split('\n');
const page = async (input: Parameters<typeof readLog>[1]): Promise<Log> =>
  readLog(await openRepository(folder), input);

test('log pages through 20,000 commits in the order of git log --date-order, and lanes continue from page to page', async () => {
  const expected = native('log', '--date-order', '--format=%H');
  const first = await page({ maxCount: 60 });
  expect([first.total, first.hasMore]).toEqual([LARGE.commits, true]);
  const before = first.commits[29]?.hash ?? '';
  const second = await page({ maxCount: 30, before });
  expect(second.commits).toEqual(first.commits.slice(30));
  expect(first.commits.map((commit) => commit.hash)).toEqual(expected.slice(0, 60));
  const last = await page({ maxCount: 60, before: expected.at(-11) ?? '' });
  expect([last.hasMore, last.commits.map((commit) => commit.hash)]).toEqual([false, expected.slice(-10)]);
});

test('status, add and commit over 5,000 files agree with native git', async () => {
  expect(native('ls-files')).toHaveLength(LARGE.files);
  const [gone = '', changed = ''] = native('ls-files');
  rmSync(join(folder, gone));
  write(folder, changed, 'changed\n');
  write(folder, 'new folder/new.txt', 'new\n');
  const spoken = async (): Promise<string[]> =>
    (await readStatus(await openRepository(folder))).status.files
      .map(({ index, working_dir, path }) => `${`${index}${working_dir}`.replaceAll(' ', '.')} ${path}`)
      .sort();
  expect(await spoken()).toEqual(nativeStatus(folder));
  const run = async (name: string, body: unknown) =>
    requireOperation(name).run(await openRepository(folder), body);
  await run('add', { stageAll: true });
  expect(await spoken()).toEqual(nativeStatus(folder));
  const tree = git(folder, 'write-tree');
  await run('commit', { message: 'large' });
  expect(git(folder, 'rev-parse', 'HEAD^{tree}')).toBe(tree);
  expect(nativeStatus(folder)).toEqual([]);
});
