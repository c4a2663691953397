/**
 * Unusual repositories: each is answered like native git, or refused with a code without any change.
 * @covers Contract 7 Engine: odd repositories as native git has them, or refused and nothing changed
 * @covers Git: names that are not UTF-8
 * @covers Git: untracked folders, files, links and missing objects in the way of a switch; nothing half switched
 * @covers Git: an index that names a missing object
 * @covers Git: attributes by macro, encoding, `ident`, deleted but staged; filters
 * @covers Git: files inside a submodule; a file and a folder of one name
 * @covers Git: `reset --hard` over ignored files
 * @covers Git: odd time zones and modes, authors in ISO-8859-1, `-diff`, grafts, replaced commits
 * @covers Git: mode of the configuration, partial clones, alternates, sparse, shallow, sha256, worktrees, truncated packs
 * @covers Git: hooks and signing on a person's own machine, branches renamed and deleted, revert, comparison
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { requireOperation } from '../../packages/git/src/operations/operations.ts';
import { openRepository, type RepositoryOptions } from '../../packages/git/src/repository.ts';
import { commitAll, linkedWorktree, plain } from './fixtures.ts';
import { fsck, git, nativeStatus, newFolder, removeFolders, tryGit, write } from './native.ts';
import { hashRaw, rawBlob, rawCommit, rawTree } from './raw-objects.ts';

let folder: string;

beforeEach(() => {
  folder = plain();
});

afterAll(removeFolders);

const run = async (name: string, body?: unknown, options: RepositoryOptions = {}): Promise<object> =>
  requireOperation(name).run(await openRepository(folder, options), body);
const tip = (ref = 'HEAD'): string => git(folder, 'rev-parse', ref).trim();
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
const kept = (): string[] =>
  git(folder, 'for-each-ref', '--format=%(refname)', 'refs/sightline')
    .split('\n')
    .filter((line) => line !== '');

/** Everything that a refused call could have changed. */
const everything = (): unknown => [
  tryGit(folder, 'status', '--porcelain=v2', '--branch', '--ignored', '-uall', '-z').stdout,
  git(folder, 'ls-files', '-s', '-z'),
  git(folder, 'for-each-ref'),
  readdirSync(folder, { recursive: true }).filter((path) => !String(path).startsWith('.git/')),
];

async function refused(name: string, body: unknown, code: string): Promise<void> {
  const before = everything();
  await expect(run(name, body)).rejects.toMatchObject({ code });
  expect(everything()).toEqual(before);
}

describe('G1: names that JSON cannot hold', () => {
  let commit: string;

  beforeEach(() => {
    const entries = ['caf\xe8', 'caf\xe9'].map((name) => ({
      mode: '100644',
      name: Buffer.from(name, 'latin1'),
      oid: rawBlob(folder, name),
    }));
    commit = rawCommit(folder, rawTree(folder, entries), { parent: tip() });
    git(folder, 'update-ref', 'refs/heads/latin', commit);
  });

  test.each([
    ['checkout', { commitRef: 'latin' }],
    ['switch-branch', { branch: 'latin' }],
    ['reset', { commitRef: 'latin', resetMode: 'hard' }],
    ['reset', { commitRef: 'latin', resetMode: 'mixed' }],
  ])('%s %j is refused before anything changes', (name, body) => refused(name, body, 'git_unsupported_name'));

  test('files with such names are shown, but not staged', async () => {
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/caf`), Buffer.from([0xe9])]), 'x');
    expect(await run('status')).toMatchObject({ status: { not_added: ['caf\ufffd'] } });
    await refused('add', { stageAll: true }, 'git_unsupported_name');
  });
});

describe('G2: obstacles to a switch', () => {
  beforeEach(() => {
    git(folder, 'checkout', '-q', '-b', 'other');
    write(folder, 'dir/inner.txt', 'inner\n');
    write(folder, 'plain', 'a file\n');
    git(folder, 'rm', '-q', 'a.txt');
    commitAll(folder, 'other', 1);
    git(folder, 'checkout', '-q', 'main');
  });

  test('an untracked folder in the place of a file', async () => {
    write(folder, 'plain/mine.txt', 'mine\n');
    await refused('switch-branch', { branch: 'other' }, 'git_local_changes');
    await refused('checkout', { commitRef: 'other' }, 'git_checkout_blocked');
  });

  test('an untracked file in the place of a folder', async () => {
    write(folder, 'dir', 'mine\n');
    await refused('switch-branch', { branch: 'other' }, 'git_local_changes');
  });

  test('a link in the place of the folder', async () => {
    const outside = newFolder();
    symlinkSync(outside, join(folder, 'dir'));
    await refused('switch-branch', { branch: 'other' }, 'git_local_changes');
    expect(readdirSync(outside)).toEqual([]);
  });

  test('a missing object: nothing is removed before all objects are available', async () => {
    const oid = tip('other:dir/inner.txt');
    rmSync(join(folder, '.git/objects', oid.slice(0, 2), oid.slice(2)));
    await refused('switch-branch', { branch: 'other' }, 'git_corrupt');
    expect(existsSync(join(folder, 'a.txt'))).toBe(true);
  });

  test('a file that cannot be written: files written before are restored', async () => {
    mkdirSync(join(folder, 'sub2'));
    git(folder, 'checkout', '-q', 'other');
    write(folder, 'sub/late.txt', 'late\n');
    write(folder, 'zzz/last.txt', 'last\n');
    commitAll(folder, 'more', 2);
    git(folder, 'checkout', '-q', 'main');
    const filter = join(newFolder(), 'smudge');
    writeFileSync(filter, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
    git(folder, 'config', 'filter.bad.smudge', filter);
    git(folder, 'config', 'filter.bad.required', 'true');
    write(folder, '.git/info/attributes', 'zzz/last.txt filter=bad\n');
    const before = everything();
    const work = run('switch-branch', { branch: 'other' }, { profile: 'own machine' });
    await expect(work).rejects.toMatchObject({ code: 'git_corrupt' });
    expect(everything()).toEqual(before);
    expect(existsSync(join(folder, '.git/sightline/journal'))).toBe(false);
  });

  test('an ignored file is overwritten as by git, and saved', async () => {
    write(folder, '.git/info/exclude', 'plain\n');
    write(folder, 'plain', 'mine and ignored\n');
    await run('switch-branch', { branch: 'other' });
    expect([read('plain'), nativeStatus(folder)]).toEqual(['a file\n', []]);
    expect(git(folder, 'show', `${kept()[0]}:plain`)).toBe('mine and ignored\n');
  });
});

test('G3: an index that names a missing object is not committed, and the branch stays', async () => {
  git(folder, 'update-index', '--add', '--cacheinfo', `100644,${'1'.repeat(40)},ghost.txt`);
  const before = tip();
  await expect(run('commit', { message: 'broken' })).rejects.toMatchObject({ code: 'git_corrupt' });
  expect([tip(), fsck(folder).includes('error in commit')]).toEqual([before, false]);
});

describe('G4: attributes', () => {
  test.each([
    ['a macro', '[attr]unix text eol=lf\n*.u unix\n', 'x.u', 'a\r\nb\r\n'],
    ['an encoding', '*.w text working-tree-encoding=UTF-16LE\n', 'x.w', Buffer.from('grün\n', 'utf16le')],
    ['an ident', '*.i ident\n', 'x.i', '$Id: 0123 $\n'],
  ])('%s is staged as by native git', async (_, rules, path, content) => {
    write(folder, '.gitattributes', rules);
    write(folder, path, content);
    await run('add', { stageAll: true });
    const ours = git(folder, 'ls-files', '-s');
    git(folder, 'rm', '-q', '-r', '--cached', '.');
    git(folder, 'add', '-A');
    expect(ours).toBe(git(folder, 'ls-files', '-s'));
    expect(git(folder, 'show', `:${path}`)).not.toBe(content.toString('latin1'));
  });

  test('staged attributes count even if their file was removed', async () => {
    write(folder, '.gitattributes', '*.u text eol=lf\n');
    git(folder, 'add', '.gitattributes');
    rmSync(join(folder, '.gitattributes'));
    write(folder, 'x.u', 'a\r\n');
    await run('add', { files: ['x.u'] });
    expect(git(folder, 'show', ':x.u')).toBe('a\n');
  });

  test('on a person’s own machine the filter runs', async () => {
    write(folder, '.gitattributes', '*.up filter=upper\n');
    git(folder, 'config', 'filter.upper.clean', 'tr a-z A-Z');
    write(folder, 'x.up', 'small\n');
    await run('add', { files: ['x.up'] }, { profile: 'own machine' });
    expect(git(folder, 'show', ':x.up')).toBe('SMALL\n');
  });
});

describe('G5: submodules, files and folders', () => {
  test('a file inside a submodule is not staged instead of it', async () => {
    git(folder, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', plain(), 'lib');
    commitAll(folder, 'submodule', 1);
    write(folder, 'lib/f', 'x');
    const before = git(folder, 'ls-files', '-s');
    await expect(run('add', { files: ['lib/f'] })).rejects.toMatchObject({
      code: expect.stringMatching(/^git_(unsafe_path|unknown_path|corrupt)$/),
    });
    expect(git(folder, 'ls-files', '-s')).toBe(before);
  });

  test('staged x/y and a branch with a file x do not create a tree with both', async () => {
    git(folder, 'checkout', '-q', '-b', 'file');
    write(folder, 'x', 'file\n');
    commitAll(folder, 'file', 1);
    git(folder, 'checkout', '-q', 'main');
    write(folder, 'x/y', 'staged\n');
    git(folder, 'add', 'x/y');
    await refused('switch-branch', { branch: 'file' }, 'git_local_changes');
    await run('commit', { message: 'folder' });
    expect(fsck(folder)).toBe('');
  });
});

test('G6: reset --hard saves the ignored file that it overwrites', async () => {
  write(folder, 'flows_cred.json', '{"old":true}');
  git(folder, 'add', '-f', 'flows_cred.json');
  commitAll(folder, 'credentials', 1);
  git(folder, 'tag', 'with');
  git(folder, 'reset', '-q', '--hard', 'HEAD~1');
  write(folder, '.gitignore', 'flows_cred.json\n');
  commitAll(folder, 'ignored', 2);
  write(folder, 'flows_cred.json', '{"mine":true}');
  const { kept: names } = (await run('reset', { commitRef: 'with', resetMode: 'hard' })) as {
    kept: string[];
  };
  expect(read('flows_cred.json')).toBe('{"old":true}');
  const texts = names.map((name) => tryGit(folder, 'show', `${name}:flows_cred.json`).stdout);
  expect(texts).toContain('{"mine":true}');
});

describe('G7: irregular histories', () => {
  test('a time zone of +051800 and a mode 100664 are read as by native git', async () => {
    const tree = rawTree(folder, [{ mode: '100664', name: 'f', oid: rawBlob(folder, 'x') }]);
    const who = Buffer.from('Kenneth Reitz <me@example.com> 1313584730 +051800');
    git(folder, 'reset', '-q', '--hard', rawCommit(folder, tree, { who, parent: tip() }));
    const { commits } = (await run('log', { maxCount: 1 })) as {
      commits: { date: string; author: string }[];
    };
    expect(commits[0]?.date).toBe(git(folder, 'log', '-1', '--format=%aI').trim());
    expect((await run('status')) as object).toMatchObject({ status: { files: [] } });
  });

  test('an author in ISO-8859-1 is read, with and without a declared encoding', async () => {
    const tree = tip('HEAD^{tree}');
    const latin = Buffer.from('J\xfcrgen <j@example.com> 1700000000 +0000', 'latin1');
    const said = Buffer.concat([
      ...[`tree ${tree}\nparent ${tip()}\nauthor `, latin, '\ncommitter ', latin].map((part) =>
        Buffer.from(part),
      ),
      Buffer.from('\nencoding ISO-8859-1\n\ngr\xfcn\n', 'latin1'),
    ]);
    for (const commit of [
      hashRaw(folder, 'commit', said),
      rawCommit(folder, tree, { who: latin, parent: tip() }),
    ]) {
      git(folder, 'update-ref', 'HEAD', commit);
      expect(await run('log', { maxCount: 1 })).toMatchObject({ commits: [{ author: 'Jürgen' }] });
    }
  });

  test('-diff and binary attributes, replaced commits and grafts work as in git', async () => {
    write(folder, '.gitattributes', '*.txt -diff\n');
    write(folder, 'a.txt', 'changed\n');
    expect(await run('diff', { path: 'a.txt' })).toMatchObject({ files: [{ binary: true, hunks: [] }] });
    git(folder, 'checkout', '-q', 'a.txt');
    commitAll(folder, 'second', 1);
    const before = (await run('log', {})) as { total: number };
    git(folder, 'replace', '--graft', 'HEAD');
    expect([before.total, await run('log', {})]).toMatchObject([2, { total: 1, commits: [{ parents: [] }] }]);
    git(folder, 'replace', '-d', tip());
    expect(await run('log', {})).toMatchObject({ total: 2 });
  });
});

describe('G9: kinds of repositories', () => {
  test('.git/config keeps its mode', async () => {
    chmodSync(join(folder, '.git/config'), 0o600);
    git(folder, 'remote', 'add', 'origin', 'https://example.com/x.git');
    git(folder, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
    await run('set-upstream', { upstream: 'origin/main' });
    expect(statSync(join(folder, '.git/config')).mode & 0o777).toBe(0o600);
    expect(git(folder, 'rev-parse', '--abbrev-ref', '@{upstream}').trim()).toBe('origin/main');
  });

  test.each([
    [
      'a partial clone',
      () => {
        const clone = newFolder();
        git(clone, 'clone', '-q', '--filter=blob:none', '--no-checkout', `file://${folder}`, '.');
        return clone;
      },
      'partial clone',
    ],
    [
      'sha256',
      () => {
        const other = newFolder();
        git(other, 'init', '-q', '--object-format=sha256');
        return other;
      },
      'sha256',
    ],
    ['a linked worktree', linkedWorktree, 'elsewhere'],
    [
      'a repository that has other worktrees',
      () => {
        git(folder, 'worktree', 'add', '-q', join(newFolder(), 'other'));
        return folder;
      },
      'other worktrees',
    ],
    [
      'a bare one',
      () => {
        git(folder, 'config', 'core.bare', 'true');
        return folder;
      },
      'bare',
    ],
  ])('%s is refused with a code', async (_, make, feature) => {
    folder = make();
    await expect(run('status')).rejects.toMatchObject({
      code: 'git_unsupported_repository',
      status: 501,
      message: expect.stringContaining(feature),
    });
  });

  test('a truncated pack is a damaged repository, and the answer has no path of the server', async () => {
    git(folder, 'gc', '-q');
    const packs = join(folder, '.git/objects/pack');
    for (const name of readdirSync(packs).filter((each) => each.endsWith('.pack'))) {
      chmodSync(join(packs, name), 0o644);
      writeFileSync(join(packs, name), readFileSync(join(packs, name)).subarray(0, 30));
    }
    for (const [name, body] of [
      ['log', {}],
      ['show', { commitRef: 'HEAD' }],
    ] as const) {
      const error = (await run(name, body).catch((each: unknown) => each)) as {
        message: string;
        code: string;
      };
      expect(['git_corrupt', 'git_unknown_ref']).toContain(error.code);
      expect(error.message).not.toContain(folder);
    }
  });

  test('sparse checkouts and shallow clones are preserved', async () => {
    const clone = newFolder();
    git(clone, 'clone', '-q', '--depth', '1', `file://${folder}`, '.');
    git(clone, 'sparse-checkout', 'set', 'sub');
    folder = clone;
    git(folder, 'checkout', '-q', '-b', 'side');
    write(folder, 'sub/b.txt', 'changed\n');
    await run('add', { stageAll: true });
    await run('commit', { message: 'sparse' }, { author: { name: 'Ada', email: 'ada@example.com' } });
    await run('switch-branch', { branch: 'main' });
    await run('switch-branch', { branch: 'side' });
    expect([nativeStatus(folder), read('sub/b.txt'), git(folder, 'ls-files', '-t', 'sub')]).toEqual([
      [],
      'changed\n',
      'H sub/b.txt\n',
    ]);
    expect(await run('log', {})).toMatchObject({ total: 2 });
  });
});

test('a git that something else ends is no damaged repository', async () => {
  write(folder, 'a.txt', 'changed\n');
  await run('add', { stageAll: true });
  // A hook runs as a child of git, and stands in for a system that is out of memory.
  writeFileSync(join(folder, '.git/hooks/pre-commit'), '#!/bin/sh\nkill -9 $PPID\n', { mode: 0o755 });
  const before = tip();
  const work = run('commit', { message: 'x' }, { profile: 'own machine' });
  await expect(work).rejects.toMatchObject({
    code: 'git_interrupted',
    cause: { message: 'git commit was ended by SIGKILL' },
  });
  expect([tip(), nativeStatus(folder)]).toEqual([before, ['M. a.txt']]);
});

test('a tag with the whole name of a branch is not that branch', async () => {
  git(folder, 'tag', 'refs/heads/ghost');
  await refused('switch-branch', { branch: 'ghost' }, 'git_unknown_ref');
  await refused('delete-branch', { branch: 'ghost' }, 'git_unknown_ref');
  expect(await run('create-branch', { branch: 'ghost' })).toMatchObject({ commit: tip() });
  expect(await run('switch-branch', { branch: 'ghost' })).toMatchObject({ branch: 'ghost' });
});

test('empty lines count in a diff, however git is told to print them', async () => {
  git(folder, 'config', 'diff.suppressBlankEmpty', 'true');
  write(folder, 'a.txt', 'one\n\n\nfour\n');
  write(folder, 'b.txt', 'b\n');
  commitAll(folder, 'blanks', 1);
  write(folder, 'a.txt', 'one\n\n\n4\n');
  write(folder, 'b.txt', 'B\n');
  git(folder, 'add', '-A');
  expect(await run('diff', { staged: true })).toMatchObject({
    files: [
      { path: 'a.txt', hunks: [{ lines: [' one', ' ', ' ', '-four', '+4'] }] },
      { path: 'b.txt', insertions: 1, deletions: 1 },
    ],
  });
});

describe('G11: on a person’s own machine', () => {
  const own: RepositoryOptions = { profile: 'own machine' };

  test('hooks run, and one that declines has a code', async () => {
    const place = join(folder, '.git/hooks/pre-commit');
    writeFileSync(place, `#!/bin/sh\ntouch ${folder}/.git/hook-ran\n`, { mode: 0o755 });
    write(folder, 'a.txt', 'changed\n');
    await run('add', { stageAll: true }, own);
    await run('commit', { message: 'x' }, own);
    expect(existsSync(join(folder, '.git/hook-ran'))).toBe(true);
    writeFileSync(place, '#!/bin/sh\nexit 1\n');
    write(folder, 'a.txt', 'again\n');
    await run('add', { stageAll: true }, own);
    const before = tip();
    await expect(run('commit', { message: 'y' }, own)).rejects.toMatchObject({ code: 'git_hook_declined' });
    expect([tip(), nativeStatus(folder)]).toEqual([before, ['M. a.txt']]);
  });

  test('what a hook leaves in the background holds up nobody', async () => {
    const script = '#!/bin/sh\n(while [ -d .git ] && [ ! -e done ]; do sleep 0.02; done) &\n';
    write(folder, '.git/hooks/post-commit', script);
    chmodSync(join(folder, '.git/hooks/post-commit'), 0o755);
    write(folder, 'a.txt', 'staged\n');
    git(folder, 'add', 'a.txt');
    try {
      await run('commit', { message: 'y' }, own);
    } finally {
      write(folder, 'done', '');
    }
    expect(nativeStatus(folder)).toEqual(['?? done']);
  });

  test('branches are renamed and deleted; commits without another branch are saved', async () => {
    await run('create-branch', { branch: 'side' });
    expect(await run('rename-branch', { branch: 'side', newName: 'renamed' })).toEqual({
      branch: 'renamed',
      previous: 'side',
    });
    await run('switch-branch', { branch: 'renamed' });
    await expect(run('delete-branch', { branch: 'renamed' })).rejects.toMatchObject({
      code: 'git_branch_in_use',
    });
    git(folder, 'commit', '-q', '--allow-empty', '-m', 'lonely');
    const lonely = tip();
    await run('switch-branch', { branch: 'main' });
    const { kept: names } = (await run('delete-branch', { branch: 'renamed' })) as { kept: string[] };
    expect(names.map((name) => tip(name))).toEqual([lonely]);
    await expect(run('delete-branch', { branch: 'nowhere' })).rejects.toMatchObject({
      code: 'git_unknown_ref',
    });
    await expect(run('rename-branch', { newName: 'main' })).rejects.toMatchObject({
      code: 'git_branch_exists',
    });
  });

  test('a commit is reverted as by native git; a conflict with later changes changes nothing', async () => {
    write(folder, 'a.txt', 'second\n');
    commitAll(folder, 'second', 1);
    write(folder, 'other.txt', 'third\n');
    commitAll(folder, 'third', 2);
    const twin = newFolder();
    git(twin, 'clone', '-q', folder, '.');
    git(twin, '-c', 'user.name=A', '-c', 'user.email=a@b', 'revert', '--no-edit', 'HEAD~1');
    expect(await run('revert', { commitRef: 'HEAD~1' })).toMatchObject({ files: ['a.txt'] });
    expect(tip('HEAD^{tree}')).toBe(git(twin, 'rev-parse', 'HEAD^{tree}').trim());
    expect(git(folder, 'log', '-1', '--format=%s%n%n%b')).toBe(git(twin, 'log', '-1', '--format=%s%n%n%b'));
    write(folder, 'a.txt', 'fourth\n');
    commitAll(folder, 'fourth', 3);
    await refused('revert', { commitRef: 'HEAD~3' }, 'git_revert_conflict');
  });

  test('any two commits are compared', async () => {
    write(folder, 'a.txt', 'second\n');
    commitAll(folder, 'second', 1);
    expect(await run('diff', { from: 'HEAD~1', to: 'HEAD' })).toMatchObject({
      files: [{ path: 'a.txt', insertions: 1, deletions: 2 }],
    });
    expect(await run('diff', { from: 'HEAD' })).toEqual({ files: [] });
  });
});
