/** @covers Contract 7 Engine: odd repositories as native git has them, or refused and nothing changed */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FileDiff } from '../../packages/git/src/diff/file-diff.ts';
import { addFiles } from '../../packages/git/src/operations/add-files.ts';
import { createCommit } from '../../packages/git/src/operations/create-commit.ts';
import { diffChanges } from '../../packages/git/src/operations/diff-changes.ts';
import { readLog } from '../../packages/git/src/operations/read-log.ts';
import { readStatus } from '../../packages/git/src/operations/read-status.ts';
import { showCommit } from '../../packages/git/src/operations/show-commit.ts';
import { unstageFiles } from '../../packages/git/src/operations/unstage-files.ts';
import { openRepository } from '../../packages/git/src/repository.ts';
import { FIXTURES } from './fixtures.ts';
import { copyFolder, fsck, git, nativeStatus, removeFolders, tryGit } from './native.ts';
import { spoken } from './spoken.ts';

const IN_CONFLICT = /^(U.|.U|AA|DD) /;

afterAll(removeFolders);

/** Changes inside a submodule are ignored: git would run there with a configuration that was not checked. */
const judge = (folder: string): string[] => nativeStatus(folder, '--ignore-submodules=dirty');

/** Our files in the format of `git diff --numstat`. */
const numstat = (files: readonly FileDiff[]): string[] =>
  files
    .map(({ path, oldPath, binary, insertions, deletions }) => {
      const name = oldPath === undefined ? path : `${oldPath}>${path}`;
      return binary ? `- - ${name}` : `${insertions} ${deletions} ${name}`;
    })
    .sort();

function nativeNumstat(folder: string, ...args: string[]): string[] {
  const fields = git(folder, ...args, '--numstat', '-z', '-M').split('\0');
  const rows: string[] = [];
  for (let at = 0; at < fields.length; at++) {
    const [plus, minus, ...parts] = (fields[at] ?? '').split('\t');
    if (minus === undefined) continue;
    const path = parts.join('\t');
    const name = path === '' ? `${fields[++at]}>${fields[++at]}` : path;
    rows.push(`${plus?.trim()} ${minus} ${name}`);
  }
  return rows.sort();
}

describe.each(FIXTURES)('over $name', ({ make }) => {
  let looked: string;
  let worked: string;

  beforeAll(() => {
    looked = make();
    worked = copyFolder(looked);
  });

  test('status agrees with git status --porcelain=v2, before and after native git has refreshed the index', async () => {
    const before = spoken((await readStatus(await openRepository(looked))).status);
    expect(before).toEqual(judge(looked));
    git(looked, 'status');
    expect(spoken((await readStatus(await openRepository(looked))).status)).toEqual(judge(looked));
    expect(fsck(looked)).toBe('');
  });

  test('log agrees with git log --date-order', async () => {
    const { commits, total } = await readLog(await openRepository(looked), { maxCount: 100 });
    const format = '--format=%H%x00%P%x00%an%x00%ae%x00%aI%x00%B%x01';
    const native = tryGit(looked, 'log', '--date-order', '--branches', '--remotes', 'HEAD', format).stdout;
    const rows = native.split('\x01\n').filter((row) => row !== '');
    const ours = commits.map(({ hash, parents, author, email, date, message }) =>
      [hash, parents.join(' '), author, email, date.replace('Z', '+00:00'), `${message}\n`].join('\0'),
    );
    expect(ours).toEqual(rows);
    expect(total).toBe(rows.length);
  });

  test('diff agrees with git diff --numstat, staged and not', async () => {
    if (judge(looked).some((row) => IN_CONFLICT.test(row))) return;
    const repository = await openRepository(looked);
    const unstaged = await diffChanges(repository, { staged: false });
    expect(numstat(unstaged.files)).toEqual(nativeNumstat(looked, 'diff', '--ignore-submodules=dirty'));
    const staged = await diffChanges(repository, { staged: true });
    expect(numstat(staged.files)).toEqual(nativeNumstat(looked, 'diff', '--cached'));
  });

  test('show agrees with git show --numstat for every commit', async () => {
    const hashes = tryGit(looked, 'log', '--format=%H')
      .stdout.split('\n')
      .filter((line) => line !== '');
    for (const commitRef of hashes) {
      const shown = await showCommit(await openRepository(looked), { commitRef });
      const native = nativeNumstat(looked, 'show', '--format=', '--diff-merges=first-parent', commitRef);
      expect(numstat(shown.files)).toEqual(native);
    }
  });

  test('add all creates the same index as git add -A; unstage all reverts it; commit creates the same tree', async () => {
    const hadConflict = judge(worked).some((row) => IN_CONFLICT.test(row));
    await addFiles(await openRepository(worked), { all: true });
    const ours = git(worked, 'ls-files', '-s');
    expect(fsck(worked)).toBe('');
    await unstageFiles(await openRepository(worked), { all: true });
    expect(git(worked, 'diff', '--cached', '--name-only')).toBe('');
    expect(spoken((await readStatus(await openRepository(worked))).status)).toEqual(judge(worked));
    if (tryGit(worked, 'add', '-A').status === 0) expect(ours).toBe(git(worked, 'ls-files', '-s'));
    if (!hadConflict && git(worked, 'diff', '--cached', '--name-only') === '') return;
    await expectCommit(worked);
  });
});

async function expectCommit(folder: string): Promise<void> {
  const tree = git(folder, 'write-tree').trim();
  const author = { name: 'Ada', email: 'ada@example.com' };
  const made = await createCommit(await openRepository(folder, { author }), { message: 'ours' });
  expect(git(folder, 'log', '-1', '--format=%H %T %s').trim()).toBe(`${made.commit} ${tree} ours`);
  expect(fsck(folder)).toBe('');
  expect(git(folder, 'diff', '--cached', '--name-only')).toBe('');
  expect(made.summary.changes).toBe(
    nativeNumstat(folder, 'show', '--format=', '--diff-merges=first-parent', 'HEAD').length,
  );
}
