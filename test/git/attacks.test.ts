/**
 * What strangers can put into a folder or a remote, or do in between: none of it runs, writes or reads outside the
 * repository.
 * @covers Contract 7 Engine: hardened profile, hostile trees, configurations, remotes
 * @covers Git: a tree that writes outside or into `.git`
 * @covers Git: a configuration that runs programs, over ssh too
 * @covers Git: links, pipes and devices in the git directory
 * @covers Git: links in place of `.gitignore`, `.gitattributes`, `.gitmodules`
 * @covers Git: remotes that lead to private and metadata addresses, over ssh too
 */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type RunningGitRemote, startGitRemote } from '../../emulators/stack/git-remote.ts';
import { isHarmless } from '../../packages/git/src/config/harmless-keys.ts';
import { requireOperation } from '../../packages/git/src/operations/operations.ts';
import { openGuardProxy } from '../../packages/git/src/remote/guard-proxy.ts';
import { openRepository, type RepositoryOptions } from '../../packages/git/src/repository.ts';
import { plain } from './fixtures.ts';
import { fsck, git, nativeStatus, newFolder, removeFolders, tryGit, write } from './native.ts';
import { rawBlob, rawCommit, rawTree } from './raw-objects.ts';

let folder: string;
let outside: string;
let marker: string;

beforeEach(() => {
  folder = plain();
  outside = newFolder();
  marker = join(outside, 'ran');
});

afterAll(removeFolders);

const run = async (name: string, body?: unknown, options: RepositoryOptions = {}): Promise<object> =>
  requireOperation(name).run(await openRepository(folder, options), body);

describe('the configuration of a repository', () => {
  const script = (): string => {
    write(outside, 'script', `#!/bin/sh\ntouch ${marker}\n`);
    chmodSync(join(outside, 'script'), 0o755);
    return join(outside, 'script');
  };

  test.each([
    'core.sshCommand',
    'core.fsmonitor',
    'core.hooksPath',
    'core.worktree',
    'core.pager',
    'core.editor',
    'core.askPass',
    'core.gitProxy',
    'core.alternateRefsCommand',
    'core.attributesFile',
    'core.excludesFile',
    'filter.x.clean',
    'filter.x.smudge',
    'filter.x.process',
    'diff.x.textconv',
    'diff.x.command',
    'diff.external',
    'merge.x.driver',
    'branch.main.mergeOptions',
    'credential.helper',
    'gpg.program',
    'commit.gpgSign',
    'url.ext::sh.insteadOf',
    'include.path',
    'includeIf.gitdir:/.path',
    'remote.origin.uploadpack',
    'remote.origin.receivepack',
    'remote.origin.vcs',
    'remote.origin.proxy',
    'http.proxy',
    'http.sslVerify',
    'protocol.ext.allow',
    'alias.status',
    'sequence.editor',
    'submodule.lib.update',
    'trailer.x.command',
    'uploadpack.packObjectsHook',
    'gc.recentObjectsHook',
    'extensions.unheardOf',
    'unheard.of',
  ])('%s is refused by its name before git runs with it', async (key) => {
    git(folder, 'remote', 'add', 'origin', 'https://example.com/x.git');
    git(folder, 'config', key, script());
    await expect(run('status')).rejects.toMatchObject({
      code: 'git_unsafe_config',
      status: 501,
      message: expect.stringMatching(new RegExp(key.replace(/[.:/]/g, '.'), 'i')),
    });
    expect(existsSync(marker)).toBe(false);
  });

  test('what git and people usually write into it is allowed', async () => {
    const clone = newFolder();
    git(clone, 'clone', '-q', '-c', 'core.autocrlf=input', folder, '.');
    git(clone, 'sparse-checkout', 'set', 'sub');
    git(clone, 'config', 'user.name', 'Ada');
    git(clone, 'config', 'pull.rebase', 'false');
    git(clone, 'config', 'branch.main.description', 'x');
    git(clone, 'submodule', 'init');
    const keys = git(clone, 'config', '--local', '--list', '--name-only').trim().split('\n');
    expect(keys.length).toBeGreaterThan(8);
    expect(keys.filter((key) => !isHarmless(key))).toEqual([]);
    expect(isHarmless('core.sshcommand')).toBe(false);
  });

  test("the worktree's own configuration file is checked in the same way", async () => {
    git(folder, 'config', 'extensions.worktreeConfig', 'true');
    git(folder, 'config', '--worktree', 'core.fsmonitor', script());
    await expect(run('status')).rejects.toMatchObject({ code: 'git_unsafe_config' });
    expect(existsSync(marker)).toBe(false);
  });

  test('hooks of a repository are not run', async () => {
    for (const name of [
      'pre-commit',
      'post-commit',
      'post-checkout',
      'post-merge',
      'reference-transaction',
      'post-index-change',
    ])
      writeFileSync(join(folder, '.git/hooks', name), `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
    write(folder, 'a.txt', 'changed\n');
    await run('add', { stageAll: true });
    await run('commit', { message: 'x' });
    await run('checkout', { commitRef: 'HEAD~1' });
    await run('return-to-latest');
    expect(existsSync(marker)).toBe(false);
  });

  test('no git runs in a submodule, which has its own configuration', async () => {
    const inner = plain();
    git(folder, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'lib');
    git(folder, 'commit', '-qm', 'submodule');
    git(join(folder, 'lib'), 'config', 'core.fsmonitor', script());
    write(folder, 'lib/a.txt', 'changed\n');
    write(folder, 'a.txt', 'changed\n');
    for (const [name, body] of [
      ['status', {}],
      ['diff', {}],
      ['project-info', undefined],
      ['add', { stageAll: true }],
      ['commit', { message: 'x' }],
      ['reset', { commitRef: 'HEAD~1', resetMode: 'hard' }],
    ] as const)
      await run(name, body);
    expect(existsSync(marker)).toBe(false);
  });

  test.each([
    'config',
    'HEAD',
    'info/exclude',
    'objects',
    'packed-refs',
    'index',
    'index.lock',
    'COMMIT_EDITMSG',
    'logs',
    'logs/HEAD',
    'logs/refs/heads/main',
    'refs/heads',
    'refs/heads/main',
    'refs/heads/deep/er',
    'sightline',
    'sightline/journal',
    'sightline/merge',
    'sightline/last-branch',
    'sightline/transport.lock',
  ])('a link or a pipe in place of .git/%s is refused', async (name) => {
    const place = join(folder, '.git', name);
    rmSync(place, { recursive: true, force: true });
    mkdirSync(dirname(place), { recursive: true });
    const refused = { code: expect.stringMatching(/unsafe_config|not_a_repository/) };
    symlinkSync('/dev/zero', place);
    await expect(run('status')).rejects.toMatchObject(refused);
    rmSync(place);
    execFileSync('mkfifo', [place]);
    await expect(run('status')).rejects.toMatchObject(refused);
  });

  test.each(['journal', 'merge', 'last-branch'])(
    'a pipe in place of .git/sightline/%s holds up nobody on a person’s own machine either',
    async (name) => {
      mkdirSync(join(folder, '.git/sightline'));
      execFileSync('mkfifo', [join(folder, '.git/sightline', name)]);
      for (const operation of ['project-info', 'status'])
        expect(await run(operation, undefined, { profile: 'own machine' })).toMatchObject({});
      await expect(run('resolve', {}, { profile: 'own machine' })).rejects.toMatchObject({
        code: 'git_no_merge',
      });
    },
  );

  test('a record of a merge that was cut off counts as none', async () => {
    write(folder, '.git/sightline/merge', '{"ours":"');
    await expect(run('resolve', {})).rejects.toMatchObject({ code: 'git_no_merge' });
    await expect(run('abort-merge', {})).rejects.toMatchObject({ code: 'git_no_merge' });
  });

  test('objects of another repository are refused', async () => {
    write(folder, '.git/objects/info/alternates', `${plain()}/.git/objects\n`);
    await expect(run('status')).rejects.toMatchObject({ code: 'git_unsafe_config' });
  });
});

describe('files of the tree that git reads', () => {
  const WARNING = /^warning in tree \w+: \w+Symlink: .*$/gm;

  test.each(['.gitignore', '.gitattributes', '.mailmap'])(
    '%s as a link to an endless file is not followed',
    async (name) => {
      symlinkSync('/dev/zero', join(folder, name));
      expect(await run('status')).toMatchObject({ status: { not_added: [name] } });
      await run('add', { stageAll: true });
      await run('commit', { message: 'link' });
      await run('log', {});
      await run('checkout', { commitRef: 'HEAD~1' });
      await run('return-to-latest');
      expect([nativeStatus(folder), fsck(folder).replace(WARNING, '')]).toEqual([[], '']);
    },
  );

  test('.gitmodules as a link is not followed, and not staged', async () => {
    symlinkSync('/dev/zero', join(folder, '.gitmodules'));
    expect(await run('status')).toMatchObject({ status: { not_added: ['.gitmodules'] } });
    for (const body of [{ stageAll: true }, { files: ['.gitmodules'] }])
      await expect(run('add', body)).rejects.toMatchObject({ code: 'git_unsafe_path' });
    expect(nativeStatus(folder)).toEqual(['?? .gitmodules']);
  });

  test('.gitignore as a folder is an ordinary folder', async () => {
    write(folder, '.gitignore/x', 'x');
    expect(await run('status')).toMatchObject({ status: { not_added: ['.gitignore/x'] } });
  });

  test("patterns that would take forever end with git's time limit", async () => {
    write(folder, '.gitignore', `${'*a'.repeat(60)}b\n`);
    write(folder, 'a'.repeat(250), 'x');
    const work = run('status', {}, { gitTimeoutMs: 300 });
    // A git that answers in time is correct too.
    expect(
      await work.then(
        () => 'git_timeout',
        (error: { code: string }) => error.code,
      ),
    ).toBe('git_timeout');
  });
});

/** Trees that would write outside, each with its commit. */
const HOSTILE: readonly (readonly [string, (where: string) => string])[] = [
  [
    'a link and a folder of one name',
    (where) => {
      const link = rawBlob(where, outside);
      const inner = rawTree(where, [{ mode: '100755', name: 'hook', oid: rawBlob(where, 'x') }]);
      return rawTree(where, [
        { mode: '120000', name: 'd00', oid: link },
        { mode: '40000', name: 'd00', oid: inner },
      ]);
    },
  ],
  [
    'a folder and a link of one name, apart from each other',
    (where) => {
      const inner = rawTree(where, [{ mode: '100755', name: 'hook', oid: rawBlob(where, 'x') }]);
      return rawTree(where, [
        { mode: '120000', name: 'd', oid: rawBlob(where, outside) },
        { mode: '100644', name: 'd.x', oid: rawBlob(where, 'between') },
        { mode: '40000', name: 'd', oid: inner },
      ]);
    },
  ],
  [
    'a name twice',
    (where) => {
      const oid = rawBlob(where, 'x');
      return rawTree(where, [
        { mode: '100644', name: 'x', oid },
        { mode: '100644', name: 'x', oid: rawBlob(where, 'y') },
      ]);
    },
  ],
  ...['.git', '.GIT', '.gIt', 'git~1', '.git ', '.g\u200cit', '..', '.'].map(
    (name) =>
      [
        `a folder ${JSON.stringify(name)}`,
        (where: string) => {
          const inner = rawTree(where, [
            { mode: '100644', name: 'config', oid: rawBlob(where, '[core]\n\tfsmonitor = x\n') },
          ]);
          return rawTree(where, [{ mode: '40000', name, oid: inner }]);
        },
      ] as const,
  ),
  [
    'a name with a slash',
    (where) => rawTree(where, [{ mode: '100644', name: '../escaped', oid: rawBlob(where, 'x') }]),
  ],
];

describe('a hostile tree', () => {
  let remote: RunningGitRemote;
  let count = 0;

  beforeAll(async () => {
    remote = await startGitRemote({ port: 0, directory: newFolder() });
  });

  afterAll(() => remote.close());

  const everything = (): unknown => [
    nativeStatus(folder),
    readFileSync(join(folder, '.git/config'), 'utf8'),
    readFileSync(join(folder, '.git/HEAD'), 'utf8'),
    readdirSync(outside),
    readdirSync(join(folder, '..')).includes('escaped'),
  ];

  test.each(HOSTILE)('%s: not checked out, not reset to, not reverted into', async (_, make) => {
    const commit = rawCommit(folder, make(folder), { parent: git(folder, 'rev-parse', 'HEAD').trim() });
    git(folder, 'update-ref', 'refs/heads/evil', commit);
    const before = everything();
    const refused = { code: expect.stringMatching(/^git_(unsafe_path|corrupt)$/) };
    await expect(run('checkout', { commitRef: commit })).rejects.toMatchObject(refused);
    await expect(run('switch-branch', { branch: 'evil' })).rejects.toMatchObject(refused);
    await expect(run('reset', { commitRef: commit, resetMode: 'hard' })).rejects.toMatchObject(refused);
    await expect(run('reset', { commitRef: commit, resetMode: 'mixed' })).rejects.toMatchObject(refused);
    expect(everything()).toEqual(before);
  });

  test.each(HOSTILE)('%s: refused when it is fetched, and the known branch stays', async (_, make) => {
    const name = `hostile${count++}`;
    await remote.createRepository(name);
    const bare = join(remote.directory, `${name}.git`);
    git(folder, 'remote', 'add', 'origin', bare);
    git(folder, 'push', '-q', '-u', 'origin', 'main');
    git(folder, 'remote', 'set-url', 'origin', remote.url(name));
    const commit = rawCommit(bare, make(bare), { parent: git(bare, 'rev-parse', 'main').trim() });
    git(bare, 'update-ref', 'refs/heads/main', commit);
    const before = [everything(), git(folder, 'rev-parse', 'origin/main')];
    for (const operation of ['fetch', 'pull'])
      await expect(run(operation, {})).rejects.toMatchObject({ code: 'git_remote_unsafe', status: 502 });
    expect([everything(), git(folder, 'rev-parse', 'origin/main')]).toEqual(before);
    expect(tryGit(folder, 'cat-file', '-e', commit).status).not.toBe(0);
  });

  test('old irregularities of real histories are accepted', async () => {
    const name = `warts${count++}`;
    await remote.createRepository(name);
    const bare = join(remote.directory, `${name}.git`);
    const inner = rawTree(bare, [{ mode: '100664', name: 'f', oid: rawBlob(bare, 'x') }]);
    const tree = rawTree(bare, [{ mode: '040000', name: 'old', oid: inner }]);
    const commit = rawCommit(bare, tree, { who: 'Kenneth Reitz <me@example.com> 1313584730 +051800' });
    git(bare, 'update-ref', 'refs/heads/main', commit);
    git(folder, 'remote', 'add', 'origin', remote.url(name));
    expect(await run('fetch', {})).toMatchObject({ updated: [{ ref: 'origin/main', to: commit }] });
    expect(await run('log', { ref: 'origin/main' })).toMatchObject({ total: 2 });
    await run('create-branch', { branch: 'old', commitRef: commit });
    await run('switch-branch', { branch: 'old' });
    expect(readFileSync(join(folder, 'old/f'), 'utf8')).toBe('x');
  });

  test('branches of a remote that are named like options are listed, and never used as one', async () => {
    const name = `options${count++}`;
    await remote.createRepository(name);
    const bare = join(remote.directory, `${name}.git`);
    git(folder, 'push', '-q', bare, 'main:main');
    const branch = `--upload-pack=touch ${marker}`.replaceAll(' ', '$IFS');
    git(bare, 'update-ref', `refs/heads/${branch}`, git(bare, 'rev-parse', 'main').trim());
    git(folder, 'remote', 'add', 'origin', remote.url(name));
    await run('fetch', {});
    expect(await run('branches', {})).toMatchObject({ all: ['main', `origin/${branch}`] });
    for (const ref of [branch, `origin/${branch}`])
      await expect(run('switch-branch', { branch: ref })).rejects.toMatchObject({
        code: expect.stringMatching(/^git_(invalid_argument|unknown_ref)$/),
      });
    expect(existsSync(marker)).toBe(false);
  });
});

describe('a remote', () => {
  const listen = async (handler: RequestListener): Promise<{ server: Server; url: string }> => {
    const server = createServer(handler);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  };

  test('that answers endlessly is disconnected', async () => {
    const { server, url } = await listen((_, response) => {
      response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-advertisement' });
      const more = (): void => {
        while (response.write(Buffer.alloc(64 * 1024, '0000'))) if (response.destroyed) return;
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    try {
      git(folder, 'remote', 'add', 'origin', `${url}/x.git`);
      const remotes = { largestAnswer: 2 * 1024 * 1024 };
      await expect(run('fetch', {}, { remotes })).rejects.toMatchObject({
        code: expect.stringMatching(/^git_(too_large|remote_error)$/),
      });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  const address = {
    transport: 'http',
    shown: '',
    url: 'https://git.example/',
    host: 'git.example',
    port: 443,
  } as const;

  /**
   * Like curl: greeting, login, request.
   * @returns the proxy's last answer
   */
  async function ask(proxyUrl: string, host: string, port: number, password?: string): Promise<string> {
    const url = new URL(proxyUrl);
    const socket = connect(Number(url.port), url.hostname);
    const heard: Buffer[] = [];
    socket.on('data', (part) => heard.push(part)).on('error', () => undefined);
    const said = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
    const until = (length: number) =>
      new Promise<void>((resolve) => {
        const look = (): void =>
          void (Buffer.concat(heard).length >= length || socket.destroyed ? resolve() : setTimeout(look, 2));
        look();
      });
    socket.write(Uint8Array.of(5, 1, 2));
    await until(2);
    socket.write(Buffer.concat([Buffer.from([1]), said(url.username), said(password ?? url.password)]));
    await until(4);
    const place = Buffer.alloc(2);
    place.writeUInt16BE(port);
    socket.write(Buffer.concat([Buffer.from([5, 1, 0, 3]), said(host), place]));
    await until(5);
    socket.destroy();
    return Buffer.concat(heard).toString('hex');
  }

  test('whose name resolves to a private address is not contacted', async () => {
    const answers = ['8.8.8.8', '169.254.169.254'];
    const proxy = await openGuardProxy(address, {}, (_, __, done) =>
      done(null, [{ address: answers[1] ?? '', family: 4 }]),
    );
    expect(await ask(proxy.url, 'git.example', 443)).toBe('05020100');
    expect(proxy.failure()).toMatchObject({
      code: 'git_remote_refused',
      message: expect.stringContaining('private'),
    });
    proxy.close();
  });

  test.each([
    ['metadata.google.internal', 443],
    ['git.example', 80],
    ['127.0.0.1', 443],
  ])('that redirects to %s:%i is not followed', async (host, port) => {
    const proxy = await openGuardProxy(address, {}, (_, __, done) =>
      done(null, [{ address: '127.0.0.1', family: 4 }]),
    );
    await ask(proxy.url, host, port);
    expect(proxy.failure()).toMatchObject({
      code: 'git_remote_refused',
      message: expect.stringContaining('redirects'),
    });
    proxy.close();
  });

  test('cannot be reached by others through the proxy', async () => {
    const proxy = await openGuardProxy(address, { allowHosts: ['git.example'] }, () => {
      throw new Error('never asked');
    });
    expect(await ask(proxy.url, 'git.example', 443, 'guessed')).toBe('05020101');
    proxy.close();
  });
});
