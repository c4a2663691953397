/** @covers Contract 7 operations against native git over many kinds of repository */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { OPERATIONS, requireOperation } from '../../packages/git/src/operations/operations.ts';
import { closeCatFiles } from '../../packages/git/src/process/cat-file.ts';
import { openRepository, type RepositoryOptions } from '../../packages/git/src/repository.ts';
import { faultOf } from './fault-of.ts';
import { commitAll, plain, withConflict } from './fixtures.ts';
import { fsck, git, nativeStatus, newFolder, newRepository, removeFolders, tryGit, write } from './native.ts';

afterAll(removeFolders);

let folder: string;
let first: string;
let second: string;

beforeEach(() => {
  folder = plain();
  first = tip();
  write(folder, 'a.txt', 'second\n');
  write(folder, 'only-second.txt', 'second\n');
  commitAll(folder, 'second', 1);
  second = tip();
});

const tip = (ref = 'HEAD'): string => git(folder, 'rev-parse', ref).trim();
const branch = (): string => tryGit(folder, 'symbolic-ref', '-q', '--short', 'HEAD').stdout.trim();
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
const kept = (): string[] =>
  git(folder, 'for-each-ref', '--format=%(refname)', 'refs/sightline')
    .split('\n')
    .filter((line) => line !== '');

/** As the function and the editor plugin call it: opened each time, by name, with a body. */
const run = async (name: string, body?: unknown, options: RepositoryOptions = {}): Promise<object> =>
  requireOperation(name).run(await openRepository(folder, options), body);

describe('Spec 3.2: from a branch to a commit, a commit there, and back', () => {
  test('checkout detaches HEAD and changes the files; the working tree is clean', async () => {
    expect(await run('checkout', { commitRef: first.slice(0, 8) })).toEqual({
      ref: first,
      isDetachedHead: true,
    });
    expect([branch(), tip(), nativeStatus(folder), fsck(folder)]).toEqual(['', first, [], '']);
    expect(read('a.txt')).toBe('one\ntwo\n');
    expect(tryGit(folder, 'ls-files', '--error-unmatch', 'only-second.txt').status).toBe(1);
    const info = await run('project-info');
    expect(info).toMatchObject({
      isDetachedHead: true,
      currentBranch: null,
      lastKnownBranch: 'main',
      head: first,
    });
  });

  test('a commit on a detached HEAD creates from-<hash>, a second one from-<hash>-2', async () => {
    for (const name of [`from-${first.slice(0, 7)}`, `from-${first.slice(0, 7)}-2`]) {
      git(folder, 'checkout', '-q', '--detach', first);
      write(folder, 'a.txt', `${name}\n`);
      await run('add', { files: ['a.txt'] });
      expect(await run('commit', { message: 'here' })).toMatchObject({
        branch: name,
        createdBranch: name,
        commit: tip(name),
      });
      expect([branch(), tip('HEAD^'), nativeStatus(folder), fsck(folder)]).toEqual([name, first, [], '']);
    }
  });

  test('return-to-latest returns to the last branch, also in a new process', async () => {
    git(folder, 'checkout', '-q', '-b', 'other');
    await run('checkout', { commitRef: first });
    write(folder, 'a.txt', 'work\n');
    await run('add', { stageAll: true });
    await run('commit', { message: 'work' });
    closeCatFiles();
    expect(await run('return-to-latest')).toEqual({ branch: 'other' });
    expect([branch(), tip(), read('a.txt'), nativeStatus(folder)]).toEqual(['other', second, 'second\n', []]);
  });

  test('return-to-latest uses the main branch if the last one was deleted', async () => {
    git(folder, 'checkout', '-q', '-b', 'other');
    await run('checkout', { commitRef: first });
    git(folder, 'branch', '-q', '-D', 'other');
    expect(await run('return-to-latest')).toEqual({ branch: 'main' });
  });
});

describe('validate-checkout', () => {
  test('a clean project without remote may be switched', async () => {
    expect(await run('validate-checkout', { targetRef: first })).toEqual({
      canCheckout: true,
      blockers: [],
      uncommittedCount: 0,
      unpushedCount: 0,
      currentRef: second,
      targetRef: first,
      currentBranch: 'main',
      isDetachedHead: false,
    });
  });

  test('names uncommitted changes and unpushed commits, and checkout is then refused and changes nothing', async () => {
    const bare = newFolder();
    git(bare, 'init', '-q', '--bare');
    git(folder, 'remote', 'add', 'origin', bare);
    git(folder, 'push', '-q', 'origin', `${first}:refs/heads/main`);
    write(folder, 'a.txt', 'unsaved\n');
    write(folder, 'new.txt', '');
    const blockers = ['uncommitted_changes', 'unpushed_commits'];
    expect(await run('validate-checkout', { targetRef: 'HEAD~1' })).toMatchObject({
      canCheckout: false,
      blockers,
      uncommittedCount: 2,
      unpushedCount: 1,
    });
    const refused = await faultOf(run('checkout', { commitRef: 'HEAD~1' }));
    expect(refused).toMatchObject({ code: 'git_checkout_blocked', status: 409, extra: { blockers } });
    expect(refused.message).toContain('uncommitted changes and unpushed commits');
    expect([branch(), tip(), read('a.txt')]).toEqual(['main', second, 'unsaved\n']);
  });

  test('an unknown target is an error', async () => {
    expect(await faultOf(run('validate-checkout', { targetRef: 'nowhere' }))).toMatchObject({
      code: 'git_unknown_ref',
    });
  });
});

describe('nothing is orphaned', () => {
  test('commits on a detached HEAD that no branch has get a recovery ref when HEAD leaves', async () => {
    git(folder, 'checkout', '-q', '--detach');
    git(folder, 'commit', '-q', '--allow-empty', '-m', 'lonely');
    const lonely = tip();
    await run('return-to-latest');
    expect(kept().map((name) => tip(name))).toEqual([lonely]);
  });

  test('discard restores the staged content and saves the discarded content', async () => {
    write(folder, 'a.txt', 'staged\n');
    git(folder, 'add', 'a.txt');
    write(folder, 'a.txt', 'unsaved\n');
    write(folder, 'untracked.txt', 'untracked\n');
    git(folder, 'rm', '-q', '--cached', 'sub/b.txt');
    expect(await run('discard', { files: ['a.txt', 'untracked.txt'] })).toEqual({
      files: ['a.txt', 'untracked.txt'],
    });
    expect(nativeStatus(folder)).toEqual(['?? sub/b.txt', 'D. sub/b.txt', 'M. a.txt']);
    expect(read('a.txt')).toBe('staged\n');
    const [ref = ''] = kept();
    expect(git(folder, 'show', `${ref}:a.txt`, `${ref}:untracked.txt`)).toBe('unsaved\nuntracked\n');
    expect(fsck(folder)).toBe('');
  });

  test.each(['soft', 'mixed', 'hard'])(
    'reset %s has the same result as native git, and saves what would be lost',
    async (resetMode) => {
      write(folder, 'a.txt', 'unsaved\n');
      write(folder, 'staged.txt', 'staged\n');
      git(folder, 'add', 'staged.txt');
      const twin = newFolder();
      git(twin, 'clone', '-q', folder, '.');
      write(twin, 'a.txt', 'unsaved\n');
      write(twin, 'staged.txt', 'staged\n');
      git(twin, 'add', 'staged.txt');
      git(twin, 'reset', '-q', `--${resetMode}`, first);
      expect(await run('reset', { commitRef: first, resetMode })).toMatchObject({
        ref: first,
        previous: second,
      });
      expect([tip(), nativeStatus(folder), fsck(folder)]).toEqual([first, nativeStatus(twin), '']);
      const commits = kept().map((name) => tip(name));
      expect(commits).toContain(second);
      if (resetMode === 'hard')
        expect(commits.map((commit) => tryGit(folder, 'show', `${commit}:a.txt`).stdout)).toContain(
          'unsaved\n',
        );
    },
  );

  test('abort-merge aborts a merge that native git started, and saves what was resolved so far', async () => {
    folder = withConflict();
    const before = tip();
    write(folder, 'both.txt', 'half resolved\n');
    write(folder, 'a.txt', 'not part of the merge\n');
    expect(await run('project-info')).toMatchObject({
      state: 'merging',
      conflicted: ['added.txt', 'both.txt', 'deleted-here.txt'],
    });
    await run('abort-merge');
    expect([tip(), nativeStatus(folder), fsck(folder)]).toEqual([before, ['.M a.txt'], '']);
    expect(await run('project-info')).toMatchObject({ state: 'clean', conflicted: [] });
    expect(git(folder, 'show', `${kept()[0]}:both.txt`)).toBe('half resolved\n');
    expect(await faultOf(run('abort-merge'))).toMatchObject({ code: 'git_no_merge' });
  });

  test.each([
    ['reset', { commitRef: 'HEAD', resetMode: 'hard' }, 2],
    ['reset', { commitRef: 'HEAD', resetMode: 'mixed' }, 1],
    ['unstage', { files: ['a.txt', 'new.txt'] }, 1],
    ['abort-merge', {}, 2],
  ])('%s %j keeps what is only staged', async (name, body, parents) => {
    if (name === 'abort-merge') folder = withConflict();
    const staged = ['a.txt', 'new.txt'].map((path) => {
      write(folder, path, `staged ${path}\n`);
      git(folder, 'add', path);
      return git(folder, 'rev-parse', `:${path}`).trim();
    });
    write(folder, 'a.txt', 'edited\n');
    rmSync(join(folder, 'new.txt'));
    await run(name, body);
    const objects = git(folder, 'rev-list', '--objects', '--no-object-names', '--glob=refs/sightline').split(
      '\n',
    );
    expect(objects).toEqual(expect.arrayContaining(staged));
    // As a stash: `git stash apply` takes the one with two.
    expect(
      git(folder, 'log', '-1', '--format=%P', kept()[0] ?? '')
        .trim()
        .split(' '),
    ).toHaveLength(parents);
    expect(fsck(folder)).toBe('');
  });

  test('a merge that native git started is completed by add and commit, with both parents', async () => {
    folder = withConflict();
    expect(await faultOf(run('commit', { message: 'too early' }))).toMatchObject({
      code: 'git_unmerged_files',
    });
    expect(await faultOf(run('return-to-latest'))).toMatchObject({ code: 'git_unmerged_files' });
    write(folder, 'both.txt', 'resolved\n');
    await run('add', { stageAll: true });
    await run('commit', { message: 'merged' });
    expect(git(folder, 'log', '-1', '--format=%P').trim().split(' ')).toHaveLength(2);
    expect([nativeStatus(folder), fsck(folder)]).toEqual([[], '']);
    expect(tryGit(folder, 'rev-parse', '-q', '--verify', 'MERGE_HEAD').status).toBe(1);
  });
});

describe('switch-branch and create-branch', () => {
  test('uncommitted changes are kept if they do not conflict, and prevent the switch if they do', async () => {
    await run('create-branch', { branch: 'old', commitRef: first });
    write(folder, 'sub/b.txt', 'mine\n');
    await run('switch-branch', { branch: 'old' });
    expect([branch(), nativeStatus(folder)]).toEqual(['old', ['.M sub/b.txt']]);
    write(folder, 'a.txt', 'mine\n');
    const refused = await faultOf(run('switch-branch', { branch: 'main' }));
    expect(refused).toMatchObject({ code: 'git_local_changes', extra: { files: ['a.txt'] } });
    expect([branch(), read('a.txt')]).toEqual(['old', 'mine\n']);
  });

  test('a branch of that name, or one that is a folder of it, exists', async () => {
    await run('create-branch', { branch: 'x/y' });
    git(folder, 'pack-refs', '--all');
    for (const name of ['x/y', 'x', 'x/y/z', 'main/sub'])
      expect(await faultOf(run('create-branch', { branch: name }))).toMatchObject({
        code: 'git_branch_exists',
      });
    expect(fsck(folder)).toBe('');
  });

  test('a folder replaces a file, and a file replaces a folder', async () => {
    git(folder, 'checkout', '-q', '-b', 'folders');
    git(folder, 'rm', '-q', 'a.txt', 'sub/b.txt');
    write(folder, 'a.txt/inner.txt', 'inner\n');
    write(folder, 'sub', 'a file\n');
    commitAll(folder, 'swapped', 2);
    for (const name of ['main', 'folders', 'main']) {
      await run('switch-branch', { branch: name });
      expect([branch(), nativeStatus(folder)]).toEqual([name, []]);
    }
  });
});

describe('errors', () => {
  test('a project without user cannot commit; an author given by the caller can', async () => {
    folder = newRepository();
    git(folder, 'config', '--unset', 'user.email');
    write(folder, 'a.txt', 'a');
    await run('add', { files: ['a.txt'] });
    expect(await faultOf(run('commit', { message: 'x' }))).toMatchObject({
      code: 'git_missing_user',
      status: 400,
    });
    const author = { name: 'Grace', email: 'grace@example.com' };
    await requireOperation('commit').run(await openRepository(folder, { author }), { message: 'x' });
    expect(git(folder, 'log', '-1', '--format=%an <%ae>').trim()).toBe('Grace <grace@example.com>');
  });

  test('nothing staged, nothing named, no such file, an ignored one', async () => {
    expect(await faultOf(run('commit', { message: 'x' }))).toMatchObject({ code: 'git_nothing_to_commit' });
    expect(await faultOf(run('add', { files: ['nowhere.txt'] }))).toMatchObject({ code: 'git_unknown_path' });
    expect(await faultOf(run('discard', { files: ['nowhere.txt'] }))).toMatchObject({
      code: 'git_unknown_path',
    });
    expect(await faultOf(run('unstage', { files: ['nowhere.txt'] }))).toMatchObject({
      code: 'git_unknown_path',
    });
    write(folder, '.gitignore', '*.secret\n');
    write(folder, 'a.secret', '');
    expect(await faultOf(run('add', { files: ['a.secret'] }))).toMatchObject({ code: 'git_ignored_path' });
  });

  test('no repository, and one of a kind that is not supported', async () => {
    await expect(openRepository(newFolder())).rejects.toThrow('not a git repository');
    await expect(openRepository('/nonexistent')).rejects.toThrow('not a git repository');
    const sha256 = newFolder();
    git(sha256, 'init', '-q', '--object-format=sha256');
    await expect(openRepository(sha256)).rejects.toThrow('sha256 object names');
  });

  test('a file that needs a filter program is refused, not stored wrongly', async () => {
    write(folder, '.gitattributes', '*.psd filter=lfs\n');
    write(folder, 'big.psd', 'content');
    expect(await faultOf(run('add', { files: ['big.psd'] }))).toMatchObject({
      code: 'git_filter_unsupported',
    });
    expect(git(folder, 'ls-files')).not.toContain('big.psd');
  });
});

describe('on a person’s own machine the hook post-checkout fails', () => {
  const own: RepositoryOptions = { profile: 'own machine' };

  beforeEach(() => {
    git(folder, 'branch', 'side', first);
    writeFileSync(join(folder, '.git/hooks/post-checkout'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  });

  test('the checkout is finished all the same, to a branch and to a commit', async () => {
    expect(await run('switch-branch', { branch: 'side' }, own)).toMatchObject({ branch: 'side' });
    expect([branch(), tip(), nativeStatus(folder)]).toEqual(['side', first, []]);
    expect(await run('checkout', { commitRef: second }, own)).toMatchObject({ isDetachedHead: true });
    expect([branch(), tip(), nativeStatus(folder)]).toEqual(['', second, []]);
  });

  test('where HEAD did not move, the hook is no excuse', async () => {
    writeFileSync(join(folder, '.git/HEAD.lock'), '');
    await expect(run('switch-branch', { branch: 'side' }, own)).rejects.toMatchObject({ code: 'git_locked' });
    expect([branch(), tip(), nativeStatus(folder)]).toEqual(['main', second, []]);
  });
});

test('Contract 7: the table names every route with its permission', () => {
  const table = Object.fromEntries(
    OPERATIONS.map(({ name, method, permission }) => [name, `${method} ${permission}`]),
  );
  expect(table).toMatchObject({
    'project-info': 'GET read',
    log: 'POST read',
    status: 'POST read',
    branches: 'POST read',
    show: 'POST read',
    diff: 'POST read',
    'validate-checkout': 'POST read',
    add: 'POST write',
    unstage: 'POST write',
    discard: 'POST write',
    commit: 'POST write',
    checkout: 'POST write',
    'return-to-latest': 'POST write',
    fetch: 'POST write',
    pull: 'POST write',
    push: 'POST write',
    reset: 'POST write',
    'abort-merge': 'POST write',
  });
  const reloads = OPERATIONS.filter((row) => row.changesFiles).map((row) => row.name);
  expect(reloads).toEqual(
    expect.arrayContaining(['checkout', 'reset', 'pull', 'return-to-latest', 'switch-branch']),
  );
  expect(reloads).not.toContain('commit');
});
