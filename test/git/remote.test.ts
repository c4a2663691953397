/**
 * @covers Git: a 200 of a proxy or page is no remote
 * @covers Git: silent addresses, shallow clones, branches replaced or deleted at the remote
 */
import { chmodSync, readFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, jest, test } from '@jest/globals';
import { addFiles } from '../../packages/git/src/operations/add-files.ts';
import { createCommit } from '../../packages/git/src/operations/create-commit.ts';
import { fetchRemote } from '../../packages/git/src/operations/fetch-remote.ts';
import { listBranches } from '../../packages/git/src/operations/list-branches.ts';
import { requireOperation } from '../../packages/git/src/operations/operations.ts';
import { pullRemote } from '../../packages/git/src/operations/pull-remote.ts';
import { pushBranch } from '../../packages/git/src/operations/push-branch.ts';
import { readLog } from '../../packages/git/src/operations/read-log.ts';
import { readProjectInfo } from '../../packages/git/src/operations/read-project-info.ts';
import { switchBranch } from '../../packages/git/src/operations/switch-branch.ts';
import { GitProcessError } from '../../packages/git/src/process/run-git.ts';
import { translateFailure } from '../../packages/git/src/remote/translate-failure.ts';
import { bare, commitOurs, open, ours, pushTheirs, remote, theirs, tip, url, useClones } from './clones.ts';
import { faultOf } from './fault-of.ts';
import { forward, listen } from './http-pages.ts';
import { fsck, git, nativeStatus, newFolder, tryGit, write } from './native.ts';

const SECRET = 'hunter2-secret';

useClones({ private: { user: 'ada', password: SECRET } });

describe('push', () => {
  test('brings the commits to the remote, and native git there finds nothing wrong', async () => {
    write(ours, 'sub/new.txt', 'new\n');
    await addFiles(await open(), { all: true });
    const { commit } = await createCommit(await open(), { message: 'second' });
    const before = await readProjectInfo(await open());
    expect(before).toMatchObject({ tracking: 'origin/main', ahead: 1, behind: 0 });
    const answer = await pushBranch(await open(), {});
    expect(answer).toMatchObject({ branch: 'main', remote: 'origin', to: commit, setUpstream: false });
    expect(tip(bare, 'main')).toBe(commit);
    expect(fsck(bare)).toBe('');
    expect(await readProjectInfo(await open())).toMatchObject({ ahead: 0, behind: 0 });
    expect((await readLog(await open(), { maxCount: 1 })).commits[0]).toMatchObject({
      hash: commit,
      pushed: true,
    });
  });

  test('sets the upstream of a new branch, as native git then sees it', async () => {
    git(ours, 'checkout', '-q', '-b', 'feature/x');
    const commit = commitOurs('x.txt', 'x\n');
    expect(await pushBranch(await open(), {})).toMatchObject({
      branch: 'feature/x',
      from: null,
      to: commit,
      setUpstream: true,
    });
    expect(git(ours, 'rev-parse', '--abbrev-ref', '@{upstream}').trim()).toBe('origin/feature/x');
    expect(tip(bare, 'feature/x')).toBe(commit);
  });

  test('goes to the branch of the remote that is named, and what the branch follows stays', async () => {
    const commit = commitOurs('x.txt', 'x\n');
    const answer = await requireOperation('push').run(await open(), { branch: 'for/review' });
    expect(answer).toMatchObject({
      branch: 'main',
      remoteBranch: 'for/review',
      from: null,
      to: commit,
      setUpstream: false,
    });
    expect([tip(bare, 'for/review'), tip(bare, 'main')]).toEqual([commit, tip(ours, 'HEAD~1')]);
    expect(await readProjectInfo(await open())).toMatchObject({ tracking: 'origin/main', ahead: 1 });
    git(ours, 'checkout', '-q', '-b', 'new');
    expect(await pushBranch(await open(), { branch: 'elsewhere' })).toMatchObject({ setUpstream: true });
    expect(await readProjectInfo(await open())).toMatchObject({ tracking: 'origin/elsewhere', ahead: 0 });
    const unnameable = requireOperation('push').run(await open(), { branch: '-x' });
    expect(await faultOf(unnameable)).toMatchObject({ code: 'git_invalid_argument' });
  });

  test('is rejected if the remote has commits that are missing here, and changes nothing', async () => {
    const there = pushTheirs('other.txt', 'other\n');
    commitOurs('mine.txt', 'mine\n');
    expect(await faultOf(pushBranch(await open(), {}))).toMatchObject({
      code: 'git_push_failed',
      status: 409,
    });
    expect(tip(bare, 'main')).toBe(there);
  });

  test('that a hook of the remote declines has its own code', async () => {
    write(bare, 'hooks/pre-receive', '#!/bin/sh\nexit 1\n');
    chmodSync(join(bare, 'hooks/pre-receive'), 0o755);
    commitOurs('mine.txt', 'mine\n');
    expect(await faultOf(pushBranch(await open(), {}))).toMatchObject({ code: 'git_push_declined' });
  });

  test('on a detached HEAD suggests creating a branch first', async () => {
    git(ours, 'checkout', '-q', '--detach');
    expect(await faultOf(pushBranch(await open(), {}))).toMatchObject({ code: 'git_detached_head' });
  });
});

describe('fetch', () => {
  test('moves only the remote branches; a branch that exists only on the remote is listed and can be switched to', async () => {
    git(theirs, 'checkout', '-q', '-b', 'only/there');
    const there = pushTheirs('there.txt', 'there\n');
    git(theirs, 'tag', 'v1');
    git(theirs, 'push', '-q', 'origin', 'v1');
    const before = tip(ours);
    const { updated } = await fetchRemote(await open(), { prune: false });
    expect(updated).toEqual([
      { ref: 'origin/only/there', from: null, to: there },
      { ref: 'v1', from: null, to: there },
    ]);
    expect([tip(ours), nativeStatus(ours), fsck(ours)]).toEqual([before, [], '']);
    const { all, branches } = await listBranches(await open());
    expect(all).toEqual(['main', 'origin/only/there']);
    expect(branches['origin/only/there']).toMatchObject({
      remote: true,
      commit: there,
      label: 'their there.txt',
    });
    const switched = await switchBranch(await open(), { branch: 'origin/only/there' });
    expect(switched).toEqual({ branch: 'only/there', created: true, tracking: 'origin/only/there' });
    expect(git(ours, 'rev-parse', '--abbrev-ref', 'HEAD', '@{upstream}')).toBe(
      'only/there\norigin/only/there\n',
    );
    expect([readFileSync(join(ours, 'there.txt'), 'utf8'), nativeStatus(ours)]).toEqual(['there\n', []]);
  });

  test('prunes a branch that the remote no longer has, on request', async () => {
    git(theirs, 'checkout', '-q', '-b', 'gone');
    pushTheirs('gone.txt', '');
    await fetchRemote(await open(), { prune: false });
    git(ours, 'pack-refs', '--all');
    git(theirs, 'push', '-q', 'origin', ':gone');
    await fetchRemote(await open(), { prune: false });
    expect(tryGit(ours, 'rev-parse', '-q', '--verify', 'origin/gone').status).toBe(0);
    await fetchRemote(await open(), { prune: true });
    expect(tryGit(ours, 'rev-parse', '-q', '--verify', 'origin/gone').status).toBe(1);
    expect(fsck(ours)).toBe('');
  });

  test('of a branch in place of another whose name is its folder asks for prune, which stores it', async () => {
    const there = tip(theirs);
    git(bare, 'branch', 'a', there);
    await fetchRemote(await open(), { prune: false });
    git(bare, 'branch', '-m', 'a', 'a/b');
    expect(await faultOf(fetchRemote(await open(), { prune: false }))).toMatchObject({
      code: 'git_fetch_blocked',
      suggestion: expect.stringContaining('prune'),
    });
    expect(await fetchRemote(await open(), { prune: true })).toMatchObject({
      updated: [
        { ref: 'origin/a', to: null },
        { ref: 'origin/a/b', from: null, to: there },
      ],
    });
  });

  test.each([
    [
      "error: cannot lock ref 'refs/remotes/o/a': Unable to create '/x/.git/refs/remotes/o/a.lock': File exists.",
      'git_locked',
    ],
    ["error: cannot lock ref 'refs/remotes/o/a': is at 1 but expected 2", 'git_ref_moved'],
    [
      "error: cannot lock ref 'refs/remotes/o/a': 'refs/remotes/o/a/b' exists; cannot create 'refs/remotes/o/a'",
      'git_fetch_blocked',
    ],
  ])('that fails with "%s" is answered with %s', (stderr, code) => {
    const failure = new GitProcessError(['fetch'], { status: 1, stdout: Buffer.alloc(0), stderr });
    expect(translateFailure(failure, 'fetch')).toMatchObject({ code });
  });

  test('of a shallow clone brings branches that can be switched to, followed and pushed', async () => {
    git(theirs, 'checkout', '-q', '-b', 'dev');
    const there = pushTheirs('dev.txt', 'dev\n');
    const folder = newFolder();
    git(folder, 'clone', '-q', '--depth', '1', '--branch', 'main', `file://${bare}`, '.');
    git(folder, 'remote', 'set-url', 'origin', url);
    const run = async (name: string, body: object) => requireOperation(name).run(await open(folder), body);
    await run('fetch', {});
    expect(await run('switch-branch', { branch: 'dev' })).toMatchObject({ tracking: 'origin/dev' });
    expect([tip(folder), nativeStatus(folder)]).toEqual([there, []]);
    expect(await run('set-upstream', { branch: 'main', upstream: 'origin/dev' })).toMatchObject({
      tracking: 'origin/dev',
    });
    await run('create-branch', { branch: 'new' });
    await run('switch-branch', { branch: 'new' });
    expect(await run('push', {})).toMatchObject({ setUpstream: true });
    expect(tip(folder, 'refs/remotes/origin/new')).toBe(there);
  });

  test('of an empty remote finds nothing and is not an error', async () => {
    await remote.createRepository('empty');
    git(ours, 'remote', 'add', 'other', remote.url('empty'));
    expect(await fetchRemote(await open(), { remote: 'other', prune: false })).toEqual({
      remote: 'other',
      updated: [],
    });
  });
});

describe('a remote that refuses access', () => {
  const to = (address: string): void => void git(ours, 'remote', 'set-url', 'origin', address);

  test('requires credentials: they are requested once, used, and never stored', async () => {
    to(remote.url('private'));
    const asked: string[] = [];
    const onAuth = (address: string) => {
      asked.push(address);
      return { username: 'ada', password: SECRET };
    };
    expect(await faultOf(pushBranch(await open(), {}))).toMatchObject({ code: 'git_auth_failed' });
    expect(await pushBranch(await open(ours, { onAuth }), {})).toMatchObject({ to: tip(ours) });
    expect(asked).toEqual([remote.url('private')]);
    expect(readFileSync(join(ours, '.git/config'), 'utf8')).not.toContain(SECRET);
    const wrong = await open(ours, { onAuth: () => ({ username: 'ada', password: 'wrong' }) });
    const refused = await faultOf(fetchRemote(wrong, { prune: false }));
    expect(refused).toMatchObject({ code: 'git_auth_failed', status: 502 });
    expect(String(refused.cause)).toMatch(/Authentication failed for 'http:/);
  });

  test('has user info in its address: it is used, but never shown in an answer', async () => {
    to(remote.url('private').replace('//', `//ada:${SECRET}@`));
    await fetchRemote(await open(), { prune: false });
    const info = JSON.stringify(await readProjectInfo(await open()));
    expect(info).toContain('/private.git');
    expect(info).not.toContain(SECRET);
    expect(info).not.toContain('ada:');
  });

  test('is unknown, deleted or unreachable: each has its own code', async () => {
    expect(await faultOf(fetchRemote(await open(), { remote: 'nowhere', prune: false }))).toMatchObject({
      code: 'git_remote_undefined',
    });
    to(remote.url('no-such-repository'));
    expect(await faultOf(fetchRemote(await open(), { prune: false }))).toMatchObject({
      code: 'git_repository_not_found',
    });
    to('http://127.0.0.1:1/x.git');
    expect(await faultOf(fetchRemote(await open(), { prune: false }))).toMatchObject({
      code: 'git_connection_failed',
      status: 503,
    });
  });

  test('does not permit pushes, redirects elsewhere, or is not a git server', async () => {
    const reached: string[] = [];
    const other = await listen((request, response) => {
      reached.push(request.url ?? '');
      response.end();
    });
    const odd = await listen((request, response) => {
      if (request.url?.startsWith('/denied')) response.writeHead(403).end();
      else if (request.url?.startsWith('/away'))
        response.writeHead(302, { location: `${other.url}/x` }).end();
      else response.end('<html>\nhello</html>\n');
    });
    try {
      to(`${odd.url}/denied.git`);
      expect(await faultOf(pushBranch(await open(), {}))).toMatchObject({ code: 'git_push_denied' });
      to(`${odd.url}/away.git`);
      expect(await faultOf(fetchRemote(await open(), { prune: false }))).toMatchObject({
        code: 'git_remote_refused',
      });
      to(`${odd.url}/page.git`);
      expect(await faultOf(fetchRemote(await open(), { prune: false }))).toMatchObject({
        code: 'git_remote_error',
      });
      expect(reached).toEqual([]);
    } finally {
      await Promise.all([other.close(), odd.close()]);
    }
  });

  test.each(['hardened', 'own machine'] as const)(
    'is a page that answers 200 to everything: fetch, pull and push fail (%s), and no branch is removed',
    async (profile) => {
      const page = await listen((_, response) => response.end('{"data":{"error":false}}'));
      const there = pushTheirs('other.txt', 'other\n');
      await fetchRemote(await open(), { prune: false });
      commitOurs('mine.txt', 'mine\n');
      const before = git(ours, 'for-each-ref');
      const error = expect.objectContaining({ code: 'git_remote_error', status: 502 });
      try {
        to(`${page.url}/x.git`);
        const here = await open(ours, { profile });
        for (const prune of [false, true]) expect(await faultOf(fetchRemote(here, { prune }))).toEqual(error);
        expect(await faultOf(pullRemote(here, { resolutions: {} }))).toEqual(error);
        expect(await faultOf(pushBranch(here, {}))).toEqual(error);
        expect([git(ours, 'for-each-ref'), tip(ours, 'origin/main')]).toEqual([before, there]);
      } finally {
        await page.close();
      }
    },
  );

  test('is reached through the proxy in the environment, on a person’s own machine', async () => {
    const asked: string[] = [];
    const proxy = await listen((request, response) => {
      asked.push(request.url ?? '');
      response.end('Please log in to this network');
    });
    const { http_proxy: before } = process.env;
    try {
      process.env.http_proxy = proxy.url;
      to('http://git.example/line.git');
      const here = await open(ours, { profile: 'own machine' });
      expect(await faultOf(pullRemote(here, { resolutions: {} }))).toMatchObject({
        code: 'git_remote_error',
      });
      expect(asked).toContain('http://git.example/line.git/info/refs?service=git-upload-pack');
      const hardened = await open(ours, { remotes: { allowHosts: ['git.example'] } });
      asked.length = 0;
      expect(await faultOf(fetchRemote(hardened, { prune: false }))).toMatchObject({ status: 503 });
      expect(asked).toEqual([]);
    } finally {
      if (before === undefined) delete process.env.http_proxy;
      else process.env.http_proxy = before;
      await proxy.close();
    }
  });

  test('has a dangling HEAD: its branches are fetched', async () => {
    git(bare, 'symbolic-ref', 'HEAD', 'refs/heads/none');
    const there = pushTheirs('x.txt', 'x\n');
    expect((await fetchRemote(await open(), { prune: true })).updated).toMatchObject([{ to: there }]);
  });

  test('is behind a firewall that drops every packet: the wait ends', async () => {
    const connects = Socket.prototype.connect as (...args: unknown[]) => Socket;
    jest.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args: unknown[]) {
      return JSON.stringify(args).includes('192.0.2.1') ? this : connects.apply(this, args);
    });
    try {
      to('http://192.0.2.1/x.git');
      const remotes = { allowHosts: ['192.0.2.1'], timeoutMs: 50 };
      expect(await faultOf(fetchRemote(await open(ours, { remotes }), { prune: false }))).toMatchObject({
        code: 'git_connection_failed',
      });
    } finally {
      jest.restoreAllMocks();
    }
  });

  test('stops answering: the wait ends', async () => {
    const silent = await listen(() => undefined);
    try {
      to(`${silent.url}/x.git`);
      const work = fetchRemote(await open(ours, { remotes: { timeoutMs: 100 } }), { prune: false });
      expect(await faultOf(work)).toMatchObject({ code: 'git_connection_failed' });
    } finally {
      await silent.close();
    }
  });

  test('moved on the same host: the redirect is followed, also by later requests', async () => {
    const moved = await listen((request, response) => {
      const old = request.url?.startsWith('/old.git/info') ?? false;
      if (old)
        response
          .writeHead(301, {
            location: (request.url ?? '').replace('/old', new URL(url).pathname.replace('.git', '')),
          })
          .end();
      else forward(remote.port, request, response);
    });
    try {
      to(`${moved.url}/old.git`);
      const there = pushTheirs('x.txt', 'x\n');
      expect((await fetchRemote(await open(), { prune: false })).updated).toMatchObject([
        { ref: 'origin/main', to: there },
      ]);
    } finally {
      await moved.close();
    }
  });
});
