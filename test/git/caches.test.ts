/** @covers Contract 7 operations against native git over many kinds of repository */
import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { addFiles } from '../../packages/git/src/operations/add-files.ts';
import { createCommit } from '../../packages/git/src/operations/create-commit.ts';
import { readLog } from '../../packages/git/src/operations/read-log.ts';
import { readStatus } from '../../packages/git/src/operations/read-status.ts';
import { showCommit } from '../../packages/git/src/operations/show-commit.ts';
import { readBlob } from '../../packages/git/src/process/cat-file.ts';
import { openRepository } from '../../packages/git/src/repository.ts';
import { commitAll, plain, withMerge } from './fixtures.ts';
import { fsck, git, nativeStatus, newFolder, removeFolders, write } from './native.ts';

afterAll(removeFolders);

let folder: string;

beforeEach(() => {
  folder = plain();
});

const status = async (where = folder): Promise<string[]> =>
  (await readStatus(await openRepository(where))).status.files.map((file) =>
    `${file.index}${file.working_dir} ${file.path}`.replaceAll(' ', '.').replace('.', '.'),
  );
const spoken = (rows: string[]): string[] => rows.map((row) => row.replaceAll(' ', '.'));
const heads = async (): Promise<string[]> =>
  (await readLog(await openRepository(folder), { maxCount: 100 })).commits.map((commit) => commit.hash);

describe('never stale', () => {
  test('the next answer reflects everything that native git did between two calls', async () => {
    const steps: [string, () => void][] = [
      ['edit', () => write(folder, 'a.txt', 'edited\n')],
      ['add', () => void git(folder, 'add', '-A')],
      ['commit', () => void git(folder, 'commit', '-q', '-m', 'second')],
      ['amend', () => void git(folder, 'commit', '-q', '--amend', '-m', 'amended')],
      ['branch', () => void git(folder, 'checkout', '-q', '-b', 'x')],
      ['repack', () => void git(folder, 'gc', '-q', '--prune=now')],
      ['reset', () => void git(folder, 'reset', '-q', '--soft', 'HEAD~1')],
      ['pack refs', () => void git(folder, 'pack-refs', '--all')],
      ['delete', () => void git(folder, 'branch', '-q', '-D', 'main')],
      ['stash', () => void git(folder, 'stash', '-q')],
      [
        'update index',
        () =>
          void git(
            folder,
            'update-index',
            '--add',
            '--cacheinfo',
            `100644,${git(folder, 'rev-parse', 'HEAD:a.txt').trim()},fake.txt`,
          ),
      ],
    ];
    for (const [name, step] of steps) {
      step();
      expect([name, await status()]).toEqual([name, spoken(nativeStatus(folder))]);
      const native = git(folder, 'log', '--date-order', '--branches', 'HEAD', '--format=%H')
        .trim()
        .split('\n');
      expect([name, await heads()]).toEqual([name, native]);
    }
  });

  test('a replaced index with the same size and time is read again', async () => {
    const stage = (path: string): void => {
      const blob = git(folder, 'rev-parse', `HEAD:${path}`).trim();
      git(folder, 'update-index', '--cacheinfo', `100644,${blob},sub/b.txt`);
    };
    stage('a.txt');
    expect(await status()).toEqual(['MM.sub/b.txt']);
    const { mtime, size } = statSync(join(folder, '.git/index'));
    stage('sub/b.txt');
    utimesSync(join(folder, '.git/index'), mtime, mtime);
    expect(statSync(join(folder, '.git/index'))).toMatchObject({ mtime, size });
    expect(await status()).toEqual([]);
  });

  test('another repository in the same place gets nothing of the old one', async () => {
    const other = withMerge();
    write(folder, 'a.txt', 'only here\n');
    commitAll(folder, 'only here', 9);
    git(folder, 'gc', '-q');
    const [lost = ''] = await heads();
    const aside = join(newFolder(), 'aside');
    renameSync(folder, aside);
    renameSync(other, folder);
    expect(await heads()).toEqual(
      git(folder, 'log', '--date-order', '--branches', '--format=%H').trim().split('\n'),
    );
    await expect(showCommit(await openRepository(folder), { commitRef: lost })).rejects.toMatchObject({
      code: 'git_unknown_ref',
    });
    rmSync(folder, { recursive: true });
    renameSync(aside, folder);
    expect(await heads()).toHaveLength(2);
  });

  test('an object that native git pruned is written again, although it was known', async () => {
    write(folder, 'new.txt', 'content that comes back\n');
    await addFiles(await openRepository(folder), { files: ['new.txt'] });
    git(folder, 'repack', '-q', '-a', '-d');
    git(folder, 'reset', '-q');
    await status();
    git(folder, 'reflog', 'expire', '--expire=now', '--all');
    git(folder, 'repack', '-q', '-a', '-d');
    git(folder, 'prune', '--expire=now');
    await addFiles(await openRepository(folder), { files: ['new.txt'] });
    await createCommit(await openRepository(folder), { message: 'again' });
    expect([fsck(folder), git(folder, 'show', 'HEAD:new.txt')]).toEqual(['', 'content that comes back\n']);
  });
});

test('an object that is too large is not read, and what is asked beside it is answered', async () => {
  writeFileSync(join(folder, 'large'), Buffer.alloc(33 * 1_024 * 1_024));
  const large = git(folder, 'hash-object', '-w', 'large').trim();
  const small = git(folder, 'rev-parse', 'HEAD:a.txt').trim();
  const repository = await openRepository(folder);
  const asked = [small, large, small, large].map((oid) => readBlob(repository, oid));
  const [first, second, third, fourth] = await Promise.allSettled(asked);
  expect([first?.status, third?.status]).toEqual(['fulfilled', 'fulfilled']);
  expect(third).toEqual(first);
  for (const each of [second, fourth])
    expect(each).toMatchObject({ status: 'rejected', reason: { code: 'git_too_large' } });
  await expect(readBlob(repository, '1'.repeat(40))).rejects.toMatchObject({ code: 'git_corrupt' });
});

describe('the racy rule', () => {
  /** The file changes, but keeps its size and time; the index looks as old as the file. Only this rule can detect it. */
  const changeUnseen = (): void => {
    git(folder, 'config', 'core.trustctime', 'false');
    write(folder, 'race.txt', 'aaa\n');
    const time = new Date(Math.floor(Date.now() / 1_000) * 1_000 - 60_500);
    utimesSync(join(folder, 'race.txt'), time, time);
    git(folder, 'add', 'race.txt');
    write(folder, 'race.txt', 'bbb\n');
    utimesSync(join(folder, 'race.txt'), time, time);
    utimesSync(join(folder, '.git/index'), time, time);
  };

  test('a file as young as the index is read, whatever its stat says', async () => {
    changeUnseen();
    expect(await status()).toEqual(['AM.race.txt']);
  });

  test('such a file is still seen, by us and by native git, once a younger index was written', async () => {
    changeUnseen();
    write(folder, 'other.txt', 'other');
    await addFiles(await openRepository(folder), { files: ['other.txt'] });
    expect(nativeStatus(folder)).toEqual(['A. other.txt', 'AM race.txt']);
    expect(await status()).toEqual(['A..other.txt', 'AM.race.txt']);
  });

  test('a change of the same size within the same tick as the add is seen, also after later writes of the index', async () => {
    for (let round = 0; round < 20; round++) {
      write(folder, 'race.txt', `aaa ${round % 10}\n`);
      await addFiles(await openRepository(folder), { files: ['race.txt'] });
      write(folder, 'race.txt', `bbb ${round % 10}\n`);
      write(folder, 'other.txt', `${round}`);
      await addFiles(await openRepository(folder), { files: ['other.txt'] });
      expect(await status()).toContain('AM.race.txt');
      expect(nativeStatus(folder)).toContain('AM race.txt');
    }
  });

  test('the same for native git staging and us writing the index after it', async () => {
    for (let round = 0; round < 10; round++) {
      write(folder, 'race.txt', `aaa ${round}\n`);
      git(folder, 'add', 'race.txt');
      write(folder, 'race.txt', `bbb ${round}\n`);
      write(folder, 'other.txt', `${round}`);
      await addFiles(await openRepository(folder), { files: ['other.txt'] });
      expect(nativeStatus(folder)).toContain('AM race.txt');
    }
  });
});

test('status stores what it learned, so that files with new times are read once', async () => {
  commitAll(folder, 'again', 1);
  const index = (): Buffer => readFileSync(join(folder, '.git/index'));
  for (const name of git(folder, 'ls-files').trim().split('\n')) utimesSync(join(folder, name), 1, 1);
  const before = index();
  expect(await status()).toEqual([]);
  const learned = index();
  expect(learned.equals(before)).toBe(false);
  expect(await status()).toEqual([]);
  expect(index().equals(learned)).toBe(true);
  expect(nativeStatus(folder)).toEqual([]);
  writeFileSync(join(folder, 'a.txt'), 'x');
  expect(await status()).toEqual(['.M.a.txt']);
});
