/**
 * @covers Contract 7 Engine: hardened profile, hostile trees, configurations, remotes
 * @covers Git: remotes that lead to private and metadata addresses, over ssh too
 */
import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import * as z from 'zod/mini';
import { mayConnect } from '../../packages/address/src/address-rules.ts';
import { requireOperation } from '../../packages/git/src/operations/operations.ts';
import { judgeHost } from '../../packages/git/src/remote/judge-host.ts';
import { requireRemoteUrl, stripUserInfo } from '../../packages/git/src/remote/require-remote-url.ts';
import { openRepository } from '../../packages/git/src/repository.ts';
import { filePath, readBody } from '../../packages/git/src/validate/bodies.ts';
import { requireCommitRef } from '../../packages/git/src/validate/require-commit-ref.ts';
import { isRefName } from '../../packages/git/src/validate/require-ref-name.ts';
import { plain } from './fixtures.ts';
import { fsck, git, newFolder, removeFolders, tryGit, write } from './native.ts';

afterAll(removeFolders);

const run = async (folder: string, name: string, body?: unknown): Promise<object> =>
  requireOperation(name).run(await openRepository(folder), body);
const invalid = { code: 'git_invalid_argument', status: 400 };

const requirePath = (path: string) => readBody(z.object({ path: filePath }), { path }).path;

const REFUSED_PATHS = [
  '',
  '/etc/passwd',
  '../x',
  'a/../../x',
  'a/./b',
  'a//b',
  '.git',
  '.git/config',
  'a/.git/hooks/x',
  '.GIT/config',
  '.Git',
  'git~1',
  'GIT~1/config',
  '.git ',
  '.git.',
  '.git . .',
  '.git:stream',
  'a\0b',
  'C:/x',
  'C:\\x',
  '.g\u200cit/config',
  '\ufeff.git',
  'a\\.git\\config',
  'x'.repeat(5000),
  'a/'.repeat(2500),
  'x'.repeat(256),
  `a/${'日'.repeat(86)}/b`,
];

test.each<[string, object, string]>([
  ['commit', { mesage: 'x' }, 'mesage is not a field of this operation; did you mean "message"?'],
  ['status', { path: 'a' }, 'path is not a field of this operation; the fields are none'],
])('%s with %j is refused: nobody reads the field', async (name, body, reason) => {
  const refused = run(plain(), name, body);
  await expect(refused).rejects.toMatchObject({ ...invalid, message: reason });
});

test.each(REFUSED_PATHS)('the path %j is refused', (path) => {
  expect(() => requirePath(path)).toThrow('path that is not allowed');
});

test.each([
  'a',
  '.gitignore',
  '.github/x.yml',
  'a b/ü.txt',
  '日本',
  '...',
  'git',
  '-x',
  'a.git/x',
  '.gitmodules',
  'x'.repeat(255),
  '日'.repeat(85),
])('the path %j is fine', (path) => expect(requirePath(path)).toBe(path));

const NAMES = [
  'main',
  'a/b',
  'ä',
  'a-b',
  'a.b',
  '-x',
  'a..b',
  'a b',
  'a~1',
  'a^',
  'a:b',
  'a?',
  'a*',
  'a[b',
  'a\\b',
  '/a',
  'a/',
  'a//b',
  'a.lock',
  'a.lock/b',
  '.a',
  'a/.b',
  'a.',
  'a@{b',
  'a\x7f',
  'a\tb',
  'x@y',
  '{x}',
  'HEAD2',
  '日本/枝',
];

test.each(NAMES)('git check-ref-format --branch agrees on the name %j', (name) => {
  const native = tryGit(newFolder(), 'check-ref-format', '--branch', name);
  expect(isRefName(name)).toBe(native.status === 0);
});

test.each(['x'.repeat(251), '日'.repeat(84), `a/${'x'.repeat(251)}`, 'ab/'.repeat(400)])(
  'a branch with a name of %# is refused: it and its lock must be valid file names',
  async (name) => {
    const folder = plain();
    await expect(run(folder, 'create-branch', { branch: name })).rejects.toMatchObject(invalid);
    await expect(run(folder, 'switch-branch', { branch: name })).rejects.toMatchObject(invalid);
    await expect(run(folder, 'checkout', { commitRef: name })).rejects.toMatchObject(invalid);
  },
);

test.each(['x'.repeat(250), '日'.repeat(83), `${'x'.repeat(250)}/${'y'.repeat(250)}`])(
  'branches with the longest names can be created, switched to and listed',
  async (name) => {
    const folder = plain();
    await run(folder, 'create-branch', { branch: name });
    await run(folder, 'switch-branch', { branch: 'main' });
    await run(folder, 'switch-branch', { branch: name });
    expect(git(folder, 'branch', '--show-current').trim()).toBe(name);
    expect(await run(folder, 'branches')).toMatchObject({ current: name });
  },
);

/** JavaScript treats them as whitespace or line ends; git and the file system do not. */
const BLANK_ELSEWHERE = [
  '\ufeff',
  '\u00a0x\u00a0',
  '日本\u3000語',
  'x\u3000',
  '\u2028',
  'a\u0085b',
  '\u202e',
  '💩',
];

test.each(BLANK_ELSEWHERE)('a branch named %j can be created, left and returned to', async (name) => {
  const folder = plain();
  git(folder, 'remote', 'add', 'origin', 'https://example.com/x.git');
  await run(folder, 'create-branch', { branch: name });
  await run(folder, 'switch-branch', { branch: name });
  expect(git(folder, 'branch', '--show-current').replace(/\n$/, '')).toBe(name);
  const head = git(folder, 'rev-parse', 'HEAD').trim();
  git(folder, 'config', `branch.${name}.remote`, 'origin');
  git(folder, 'config', `branch.${name}.merge`, `refs/heads/${name}`);
  git(folder, 'update-ref', `refs/remotes/origin/${name}`, head);
  await run(folder, 'checkout', { commitRef: head });
  expect(await run(folder, 'return-to-latest')).toMatchObject({ branch: name });
  await run(folder, 'switch-branch', { branch: 'main' });
  git(folder, 'pack-refs', '--all');
  await run(folder, 'switch-branch', { branch: name });
  expect(await run(folder, 'project-info')).toMatchObject({
    currentBranch: name,
    head,
    hasTracking: true,
    tracking: `origin/${name}`,
    ahead: 0,
    behind: 0,
  });
  expect(await run(folder, 'branches')).toMatchObject({ current: name, all: expect.arrayContaining([name]) });
});

test('a byte order mark before ignore, attribute and configuration files is ignored', async () => {
  const folder = plain();
  write(folder, '.gitignore', '\ufeffignored\n');
  write(folder, '.gitattributes', '\ufeffa.crlf text eol=lf\n');
  write(folder, '.git/config', `\ufeff${readFileSync(join(folder, '.git/config'), 'utf8')}`);
  write(folder, 'ignored', 'x');
  write(folder, 'a.crlf', 'x\r\n');
  await run(folder, 'add', { stageAll: true });
  expect(git(folder, 'ls-files', '-z').split('\0')).not.toContain('ignored');
  expect(git(folder, 'show', ':a.crlf')).toBe('x\n');
  expect(git(folder, 'status', '--porcelain')).not.toMatch(/^.[M?]/m);
});

test.each([
  ['HEAD', ''],
  ['main', ''],
  ['a1b2', ''],
  ['HEAD', '~3'],
  ['main', '^2~1'],
  ['origin/x', '^'],
  ['f'.repeat(40), ''],
  ['HEAD', '~1'.repeat(1_022)],
])('%j may name a commit, with the steps %j', (base, steps) => {
  expect(requireCommitRef(base + steps)).toEqual({ base, steps });
});

test.each(['constructor', '__proto__', 'toString', 'unheardOf'])(
  'a body may have a member %s that no operation reads, and that is null',
  async (name) => {
    const body: unknown = JSON.parse(`{"${name}":null,"path":null}`);
    expect(await run(plain(), 'diff', body)).toEqual({ files: [] });
  },
);

test.each([
  ['show', 'commitRef'],
  ['log', 'ref'],
  ['log', 'before'],
  ['diff', 'from'],
  ['diff', 'to'],
  ['validate-checkout', 'targetRef'],
])('%s refuses a %s that is longer than any name, before it looks for names in it', async (name, field) => {
  const folder = plain();
  await expect(run(folder, name, { [field]: `HEAD${'~1'.repeat(1_023)}` })).rejects.toMatchObject({
    ...invalid,
    message: `${field} must be a commit hash, a branch or a tag`,
  });
});

test.each([
  '',
  '-x',
  '--all',
  '../../etc/passwd',
  'a..b',
  'HEAD@{1}',
  ':/text',
  'main:file',
  'a b',
  7,
  null,
  undefined,
  {},
])('%j may not name a commit', (ref) => expect(() => requireCommitRef(ref)).toThrow('must be a commit hash'));

describe('remote addresses', () => {
  test.each([
    ['https://github.com/a/b.git', 'http', 'https://github.com/a/b.git'],
    ['https://user:secret@host/a.git', 'http', 'https://host/a.git'],
    ['http://127.0.0.1:9418/a.git', 'http', 'http://127.0.0.1:9418/a.git'],
    ['http://localhost/a.git', 'http', 'http://localhost/a.git'],
    ['http://[::1]:8080/a', 'http', 'http://[::1]:8080/a'],
    ['git@github.com:a/b.git', 'ssh', 'github.com:a/b.git'],
    ['ssh://git@host:2222/a.git', 'ssh', 'ssh://host:2222/a.git'],
  ])('%s is contacted over %s and shown as %s', (address, transport, shown) => {
    expect(requireRemoteUrl(address)).toMatchObject({ transport, shown });
  });

  test.each([
    'http://example.com/a.git',
    'http://169.254.169.254/',
    'http://10.0.0.1/a.git',
    'file:///etc',
    '/srv/git',
    '../x',
    'git://host/a',
    'ext::sh -c x',
    'ftp://host/a',
    '-oProxyCommand=x',
    '--upload-pack=x',
    'ssh://-oProxyCommand=x/a',
    'git@-host:a',
    'C:\\repo',
    'https://host/a b',
    'host:-x',
    '',
    'fd::17',
    'https:',
    'http://127.0.0.1.example.com/x',
  ])('%j is refused', (address) => {
    expect(() => requireRemoteUrl(address)).toThrow('address of the remote is not allowed');
  });

  test('plain http is allowed for hosts in the configuration', () => {
    expect(requireRemoteUrl('http://git.intern/a.git', { allowHosts: ['git.intern'] }).host).toBe(
      'git.intern',
    );
  });

  test.each([
    ['8.8.8.8', true, true, true],
    ['2606:4700::1', true, true, true],
    ['2001:4860:4860::8888', true, true, true],
    ['101:1::1', true, true, true],
    ['192.0.3.1', true, true, true],
    ['127.0.0.1', false, true, true],
    ['::1', false, true, true],
    ['::ffff:127.0.0.1', false, true, true],
    ['10.1.2.3', false, false, true],
    ['192.168.1.1', false, false, true],
    ['172.31.0.1', false, false, true],
    ['::ffff:10.0.0.1', false, false, true],
    ['fd12::1', false, false, true],
    ['0.0.0.0', false, false, true],
    ['64:ff9b::a00:1', false, false, true],
    ['224.0.0.1', false, false, true],
    ['100.64.0.1', false, false, true],
    ['192.0.2.1', false, false, true],
    ['192.88.99.1', false, false, true],
    ['198.51.100.7', false, false, true],
    ['203.0.113.7', false, false, true],
    ['::a00:1', false, false, true],
    ['::', false, false, true],
    ['::ffff:0:a00:1', false, false, true],
    ['64:ff9b:1::a00:1', false, false, true],
    ['64:ff9b:1:ffff::1', false, false, true],
    ['2002:a00:1::', false, false, true],
    ['2002:808:808::1', false, false, true],
    ['fec0::1', false, false, true],
    ['100::1', false, false, true],
    ['2001::1', false, false, true],
    ['2001:db8::1', false, false, true],
    ['3fff::1', false, false, true],
    ['5f00::1', false, false, true],
    ['64:ff9b::a9fe:a9fe', false, false, false],
    ['64:ff9b:1::a9fe:a9fe', false, false, false],
    ['::a9fe:a9fe', false, false, false],
    ['::ffff:0:a9fe:a9fe', false, false, false],
    ['2002:a9fe:a9fe::1', false, false, false],
    ['64:ff9b::6464:64c8', false, false, false],
    ['2002:6464:64c8::', false, false, false],
    ['169.254.169.254', false, false, false],
    ['::ffff:169.254.169.254', false, false, false],
    ['fe80::1', false, false, false],
    ['fd00:ec2::254', false, false, false],
    ['100.100.100.200', false, false, false],
    ['no address', false, false, false],
  ])(
    'a connection to %s: as a public host %s, as this machine %s, as a trusted host %s',
    (address, open, loopback, trusted) => {
      expect(mayConnect(address, { trusted: false, loopback: false })).toBe(open);
      expect(mayConnect(address, { trusted: false, loopback: true })).toBe(loopback || open);
      expect(mayConnect(address, { trusted: true, loopback: false })).toBe(trusted);
    },
  );

  test('a name is resolved once, and only allowed addresses of it are connected to', async () => {
    const judge = (...addresses: string[]) => {
      const found = addresses.map((address) => ({ address, family: 4 }));
      return judgeHost({ host: 'rebinding.example' }, {}, (_, __, done) => done(null, found));
    };
    expect(await judge('10.0.0.1', '8.8.8.8')).toEqual(['8.8.8.8']);
    for (const address of ['169.254.169.254', '127.0.0.1', '10.0.0.1'])
      await expect(judge(address)).rejects.toMatchObject({ code: 'git_remote_refused' });
  });

  test('user info is removed even from invalid addresses', () => {
    expect(stripUserInfo('https://a:b@host/x')).toBe('https://host/x');
    expect(stripUserInfo('git@host:x')).toBe('host:x');
    expect(stripUserInfo('https://a:p/w@host/x')).toBe('https://host/x');
    expect(stripUserInfo('https://a:p@/w@host/x')).toBe('https://host/x');
  });
});

describe('the input of an operation', () => {
  test.each([
    ['log', { maxCount: 0 }],
    ['log', { maxCount: '5' }],
    ['log', { ref: '-x' }],
    ['log', []],
    ['add', {}],
    ['add', { files: [] }],
    ['add', { files: ['.git/config'] }],
    ['add', { files: [7] }],
    ['unstage', { files: 'a.txt' }],
    ['discard', { files: ['../x'] }],
    ['commit', {}],
    ['commit', { message: '  ' }],
    ['commit', { message: 'a\0b' }],
    ['checkout', {}],
    ['checkout', { commitRef: '--force' }],
    ['reset', { commitRef: 'HEAD', resetMode: 'merge' }],
    ['push', { remote: '-x' }],
    ['push', { remote: 'a/b' }],
    ['fetch', { prune: 'yes' }],
    ['pull', { branch: 'a b' }],
    ['pull', { resolutions: { '.git/x': 'ours' } }],
    ['pull', { resolutions: { a: 'mine' } }],
    ['create-branch', { branch: '-x' }],
    ['create-branch', { branch: 'refs/heads/x' }],
    ['switch-branch', {}],
    ['diff', { path: '/etc' }],
    ['show', { commitRef: '../../file' }],
    ['unlock', { olderThanSeconds: 1 }],
    ['validate-checkout', {}],
  ])('%s with %j is refused before any change', async (name, body) => {
    const folder = plain();
    await expect(run(folder, name, body)).rejects.toMatchObject(invalid);
  });

  test('a file behind a symbolic link is not added, restored or removed', async () => {
    const outside = newFolder();
    write(outside, 'secret.txt', 'secret');
    const folder = plain();
    symlinkSync(outside, join(folder, 'link'));
    await expect(run(folder, 'add', { files: ['link/secret.txt'] })).rejects.toMatchObject({
      code: 'git_unsafe_path',
    });
    expect(git(folder, 'ls-files')).not.toContain('secret');
  });

  test.each(['add', 'unstage', 'discard'])(
    '%s of a path below a file is refused, without an internal error',
    async (name) => {
      const files = ['a.txt/b/c'];
      await expect(run(plain(), name, { files })).rejects.toMatchObject({ code: 'git_unknown_path' });
    },
  );

  test("a path that is too long together with the project's is refused, without an internal error", async () => {
    const folder = plain();
    for (const length of [4096, 4095, 4090, 4096 - folder.length])
      await expect(
        run(folder, 'add', {
          files: [
            'abc/'
              .repeat(1024)
              .slice(0, length - 1)
              .replace(/.$/, 'x'),
          ],
        }),
      ).rejects.toMatchObject({ code: expect.stringMatching(/^git_(unsafe|unknown)_path$/) });
  });

  test('folders nested as deep as the system allows are added, committed and shown', async () => {
    const folder = plain();
    const path = `${'d/'.repeat(1900)}f`;
    write(folder, path, 'x');
    await run(folder, 'add', { files: [path] });
    await run(folder, 'commit', { message: 'deep' });
    expect(git(folder, 'ls-tree', '-r', '--name-only', 'HEAD')).toContain(path);
    expect(await run(folder, 'show', { commitRef: 'HEAD' })).toMatchObject({ files: [{ path }] });
    expect(fsck(folder)).toBe('');
  });

  test('a commit with an invalid file name is not checked out, and a staged one is shown', async () => {
    const folder = plain();
    const blob = git(folder, 'rev-parse', 'HEAD:a.txt').trim();
    const name = 'x'.repeat(300);
    const commit = git(folder, 'commit-tree', '-m', 'long', rawTree(folder, `100644 ${name}\0`, blob)).trim();
    await expect(run(folder, 'checkout', { commitRef: commit })).rejects.toMatchObject({
      code: 'git_unsafe_path',
    });
    expect(git(folder, 'status', '--porcelain')).toBe('');
    git(folder, 'update-index', '--add', '--cacheinfo', `100644,${blob},${name}`);
    expect(await run(folder, 'status')).toMatchObject({ status: { created: [name] } });
  });

  test('a commit whose tree would write through a link or into .git is not checked out', async () => {
    const folder = plain();
    const blob = git(folder, 'rev-parse', 'HEAD:a.txt').trim();
    for (const name of ['.git', '.GIT', '..', 'git~1']) {
      const inner = rawTree(folder, `100644 config\0`, blob);
      const tree = rawTree(folder, `40000 ${name}\0`, inner);
      const commit = git(folder, 'commit-tree', '-m', 'evil', tree).trim();
      await expect(run(folder, 'checkout', { commitRef: commit })).rejects.toMatchObject({
        code: 'git_unsafe_path',
      });
    }
    expect(git(folder, 'status', '--porcelain')).toBe('');
    expect(fsck(plain())).toBe('');
  });
});

/** A tree object that git itself would refuse to create. */
function rawTree(folder: string, entry: string, oid: string): string {
  write(folder, '.git/raw', Buffer.concat([Buffer.from(entry), Buffer.from(oid, 'hex')]));
  return git(folder, 'hash-object', '-t', 'tree', '-w', '--literally', '.git/raw').trim();
}
