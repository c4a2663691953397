import { chmodSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type RunningGitRemote, startGitRemote } from '../../emulators/stack/git-remote.ts';
import { addFiles } from '../../functions/src/git/operations/add-files.ts';
import { createCommit } from '../../functions/src/git/operations/create-commit.ts';
import { fetchRemote } from '../../functions/src/git/operations/fetch-remote.ts';
import { listBranches } from '../../functions/src/git/operations/list-branches.ts';
import { pullRemote } from '../../functions/src/git/operations/pull-remote.ts';
import { pushBranch } from '../../functions/src/git/operations/push-branch.ts';
import { readLog } from '../../functions/src/git/operations/read-log.ts';
import { readProjectInfo } from '../../functions/src/git/operations/read-project-info.ts';
import { switchBranch } from '../../functions/src/git/operations/switch-branch.ts';
import { openRepository, type RepositoryOptions } from '../../functions/src/git/repository.ts';
import { faultOf } from './fault-of.ts';
import { commitAll } from './fixtures.ts';
import { fsck, git, nativeStatus, newFolder, removeFolders, tryGit, write } from './native.ts';

const SECRET = 'hunter2-secret';
let remote: RunningGitRemote;
let count = 0;

beforeAll(async () => {
  const directory = newFolder();
  remote = await startGitRemote({
    port: 0,
    directory,
    credentials: { private: { user: 'ada', password: SECRET } },
  });
  await remote.createRepository('private');
});

afterAll(async () => {
  await remote.close();
  removeFolders();
});

/** Native git works on the bare folder itself: it runs while this process, which serves the remote, waits. */
function clone(from: string): string {
  const folder = newFolder();
  git(folder, 'clone', '-q', from, '.');
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@example.com');
  return folder;
}

let url: string;
let bare: string;
let ours: string;
let theirs: string;

/** A remote with one commit, and two clones of it. */
beforeEach(async () => {
  const name = `repo${count++}`;
  await remote.createRepository(name);
  url = remote.url(name);
  bare = join(remote.directory, `${name}.git`);
  ours = clone(bare);
  write(ours, 'flows.json', '[\n    {\n        "id": "a",\n        "type": "tab"\n    }\n]\n');
  write(ours, 'notes.txt', 'one\ntwo\nthree\nfour\nfive\nsix\n');
  commitAll(ours, 'first');
  git(ours, 'push', '-q', '-u', 'origin', 'main');
  git(ours, 'remote', 'set-url', 'origin', url);
  theirs = clone(bare);
});

const open = (folder = ours, options: RepositoryOptions = {}) => openRepository(folder, options);
const tip = (folder: string, ref = 'HEAD'): string => git(folder, 'rev-parse', ref).trim();
const pull = (options: RepositoryOptions = {}) => pullRemote(open(ours, options), { resolutions: {} });

function pushTheirs(path: string, content: string): string {
  write(theirs, path, content);
  commitAll(theirs, `their ${path}`, 5);
  git(theirs, 'push', '-q', 'origin', 'HEAD');
  return tip(theirs);
}

function commitOurs(path: string, content: string): string {
  write(ours, path, content);
  commitAll(ours, `our ${path}`, 6);
  return tip(ours);
}

describe('push', () => {
  test('brings the commits to the remote, and native git there finds nothing wrong', async () => {
    write(ours, 'sub/new.txt', 'new\n');
    await addFiles(open(), { all: true });
    const { commit } = await createCommit(open(), { message: 'second' });
    const before = await readProjectInfo(open());
    expect(before).toMatchObject({ tracking: 'origin/main', ahead: 1, behind: 0 });
    const answer = await pushBranch(open(), {});
    expect(answer).toMatchObject({ branch: 'main', remote: 'origin', to: commit, setUpstream: false });
    expect(tip(bare, 'main')).toBe(commit);
    expect(fsck(bare)).toBe('');
    expect(await readProjectInfo(open())).toMatchObject({ ahead: 0, behind: 0 });
    expect((await readLog(open(), { maxCount: 1 })).commits[0]).toMatchObject({ hash: commit, pushed: true });
  });

  test('sets the upstream of a new branch, as native git then sees it', async () => {
    git(ours, 'checkout', '-q', '-b', 'feature/x');
    const commit = commitOurs('x.txt', 'x\n');
    expect(await pushBranch(open(), {})).toMatchObject({
      branch: 'feature/x',
      from: null,
      to: commit,
      setUpstream: true,
    });
    expect(git(ours, 'rev-parse', '--abbrev-ref', '@{upstream}').trim()).toBe('origin/feature/x');
    expect(tip(bare, 'feature/x')).toBe(commit);
  });

  test('is rejected where the remote has commits that are not here, and changes nothing', async () => {
    const there = pushTheirs('other.txt', 'other\n');
    commitOurs('mine.txt', 'mine\n');
    expect(await faultOf(pushBranch(open(), {}))).toMatchObject({ code: 'git_push_failed', status: 409 });
    expect(tip(bare, 'main')).toBe(there);
  });

  test('that a hook of the remote declines has a code of its own', async () => {
    write(bare, 'hooks/pre-receive', '#!/bin/sh\nexit 1\n');
    chmodSync(join(bare, 'hooks/pre-receive'), 0o755);
    commitOurs('mine.txt', 'mine\n');
    expect(await faultOf(pushBranch(open(), {}))).toMatchObject({ code: 'git_push_declined' });
  });

  test('on a detached HEAD says to make a branch first', async () => {
    git(ours, 'checkout', '-q', '--detach');
    expect(await faultOf(pushBranch(open(), {}))).toMatchObject({ code: 'git_detached_head' });
  });
});

describe('fetch', () => {
  test('moves the remote branches and nothing else; a branch of the remote alone is listed and can be switched to', async () => {
    git(theirs, 'checkout', '-q', '-b', 'only/there');
    const there = pushTheirs('there.txt', 'there\n');
    git(theirs, 'tag', 'v1');
    git(theirs, 'push', '-q', 'origin', 'v1');
    const before = tip(ours);
    const { updated } = await fetchRemote(open(), { prune: false });
    expect(updated).toEqual([
      { ref: 'origin/only/there', from: null, to: there },
      { ref: 'v1', from: null, to: there },
    ]);
    expect([tip(ours), nativeStatus(ours), fsck(ours)]).toEqual([before, [], '']);
    const { all, branches } = await listBranches(open());
    expect(all).toEqual(['main', 'origin/only/there']);
    expect(branches['origin/only/there']).toMatchObject({
      remote: true,
      commit: there,
      label: 'their there.txt',
    });
    const switched = await switchBranch(open(), { branch: 'origin/only/there' });
    expect(switched).toEqual({ branch: 'only/there', created: true, tracking: 'origin/only/there' });
    expect(git(ours, 'rev-parse', '--abbrev-ref', 'HEAD', '@{upstream}')).toBe(
      'only/there\norigin/only/there\n',
    );
    expect([readFileSync(join(ours, 'there.txt'), 'utf8'), nativeStatus(ours)]).toEqual(['there\n', []]);
  });

  test('prunes a branch that the remote has no more, where that is asked for', async () => {
    git(theirs, 'checkout', '-q', '-b', 'gone');
    pushTheirs('gone.txt', '');
    await fetchRemote(open(), { prune: false });
    git(ours, 'pack-refs', '--all');
    git(theirs, 'push', '-q', 'origin', ':gone');
    await fetchRemote(open(), { prune: false });
    expect(tryGit(ours, 'rev-parse', '-q', '--verify', 'origin/gone').status).toBe(0);
    await fetchRemote(open(), { prune: true });
    expect(tryGit(ours, 'rev-parse', '-q', '--verify', 'origin/gone').status).toBe(1);
    expect(fsck(ours)).toBe('');
  });

  test('of an empty remote finds nothing and is no error', async () => {
    await remote.createRepository(`empty${count}`);
    git(ours, 'remote', 'add', 'other', remote.url(`empty${count}`));
    expect(await fetchRemote(open(), { remote: 'other', prune: false })).toEqual({
      remote: 'other',
      updated: [],
    });
  });
});

describe('pull', () => {
  test('fast-forwards branch, index and files', async () => {
    const there = pushTheirs('sub/other.txt', 'other\n');
    expect(await pull()).toMatchObject({ result: 'fast-forward', to: there, files: ['sub/other.txt'] });
    expect([tip(ours), nativeStatus(ours), fsck(ours)]).toEqual([there, [], '']);
    expect(await pull()).toMatchObject({ result: 'up-to-date', files: [] });
  });

  test('merges changes of both sides to one file into the tree that native git makes', async () => {
    pushTheirs('notes.txt', 'ONE\ntwo\nthree\nfour\nfive\nsix\n');
    commitOurs('notes.txt', 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n');
    git(theirs, 'fetch', '-q', ours, 'main');
    git(theirs, 'merge', '-q', '--no-edit', 'FETCH_HEAD');
    expect(await pull()).toMatchObject({ result: 'merge', files: ['notes.txt'] });
    expect(tip(ours, 'HEAD^{tree}')).toBe(tip(theirs, 'HEAD^{tree}'));
    expect(git(ours, 'log', '-1', '--format=%P').trim().split(' ')).toHaveLength(2);
    expect([nativeStatus(ours), fsck(ours)]).toEqual([[], '']);
  });

  test('in a conflict names the files and leaves branch, index and files as they were, without markers', async () => {
    pushTheirs('notes.txt', 'theirs\n');
    const before = commitOurs('notes.txt', 'ours\n');
    write(ours, 'flows.json', 'not yet committed');
    const found = await faultOf(pull());
    expect(found).toMatchObject({
      code: 'git_pull_merge_conflict',
      status: 409,
      extra: { conflicted: ['notes.txt'] },
    });
    expect([tip(ours), nativeStatus(ours)]).toEqual([before, ['.M flows.json']]);
    expect(readFileSync(join(ours, 'notes.txt'), 'utf8')).toBe('ours\n');
    expect(await readProjectInfo(open())).toMatchObject({ state: 'clean', ahead: 1, behind: 1 });
  });

  test('takes a choice for each file in conflict', async () => {
    pushTheirs('notes.txt', 'theirs\n');
    commitOurs('notes.txt', 'ours\n');
    const answer = await pullRemote(open(), { resolutions: { 'notes.txt': 'theirs' } });
    expect(answer).toMatchObject({ result: 'merge', files: ['notes.txt'] });
    expect(readFileSync(join(ours, 'notes.txt'), 'utf8')).toBe('theirs\n');
    expect([nativeStatus(ours), fsck(ours)]).toEqual([[], '']);
  });

  test('merges two people’s work on different nodes of a flow file whose lines are in conflict', async () => {
    pushTheirs('flows.json', '[{"id":"a","type":"tab"},{"id":"t","type":"debug","z":"a"}]');
    commitOurs('flows.json', '[{"id":"a","type":"tab"},{"id":"o","type":"inject","z":"a"}]');
    expect(await pull()).toMatchObject({ result: 'merge' });
    const flow: unknown = JSON.parse(readFileSync(join(ours, 'flows.json'), 'utf8'));
    expect(flow).toEqual([
      { id: 'a', type: 'tab' },
      { id: 't', type: 'debug', z: 'a' },
      { id: 'o', type: 'inject', z: 'a' },
    ]);
  });

  test('keeps uncommitted changes to other files, and is refused where it would overwrite one', async () => {
    pushTheirs('notes.txt', 'theirs\n');
    write(ours, 'flows.json', '[]');
    write(ours, 'notes.txt', 'unsaved\n');
    const before = tip(ours);
    expect(await faultOf(pull())).toMatchObject({
      code: 'git_pull_overwrite',
      extra: { files: ['notes.txt'] },
    });
    expect([tip(ours), nativeStatus(ours)]).toEqual([before, ['.M flows.json', '.M notes.txt']]);
    git(ours, 'checkout', '-q', 'notes.txt');
    expect(await pull()).toMatchObject({ result: 'fast-forward' });
    expect(nativeStatus(ours)).toEqual(['.M flows.json']);
  });

  test('does not overwrite an untracked file', async () => {
    pushTheirs('new.txt', 'theirs\n');
    write(ours, 'new.txt', 'mine\n');
    expect(await faultOf(pull())).toMatchObject({
      code: 'git_pull_overwrite',
      extra: { files: ['new.txt'] },
    });
    expect(readFileSync(join(ours, 'new.txt'), 'utf8')).toBe('mine\n');
  });

  test('refuses histories that have nothing in common, and a branch that the remote has not', async () => {
    git(ours, 'checkout', '-q', '--orphan', 'other');
    git(ours, 'commit', '-q', '-m', 'orphan');
    expect(await faultOf(pull())).toMatchObject({ code: 'git_remote_gone' });
    const work = pullRemote(open(), { branch: 'main', resolutions: {} });
    expect(await faultOf(work)).toMatchObject({ code: 'git_pull_unrelated_history' });
  });
});

describe('a remote that does not let us in', () => {
  const to = (address: string): void => void git(ours, 'remote', 'set-url', 'origin', address);

  test('wants credentials: they are asked for once, used, and stored nowhere', async () => {
    to(remote.url('private'));
    const asked: string[] = [];
    const onAuth = (address: string) => {
      asked.push(address);
      return { username: 'ada', password: SECRET };
    };
    expect(await faultOf(pushBranch(open(), {}))).toMatchObject({ code: 'git_auth_failed' });
    expect(await pushBranch(open(ours, { onAuth }), {})).toMatchObject({ to: tip(ours) });
    expect(asked).toEqual([remote.url('private')]);
    expect(readFileSync(join(ours, '.git/config'), 'utf8')).not.toContain(SECRET);
    const wrong = open(ours, { onAuth: () => ({ username: 'ada', password: 'wrong' }) });
    expect(await faultOf(fetchRemote(wrong, { prune: false }))).toMatchObject({
      code: 'git_auth_failed',
      status: 502,
    });
  });

  test('has its user info in the address: it is used, and no answer shows it', async () => {
    to(remote.url('private').replace('//', `//ada:${SECRET}@`));
    await fetchRemote(open(), { prune: false });
    const info = JSON.stringify(await readProjectInfo(open()));
    expect(info).toContain('/private.git');
    expect(info).not.toContain(SECRET);
    expect(info).not.toContain('ada:');
  });

  test('is unknown, gone or unreachable: each its own code', async () => {
    expect(await faultOf(fetchRemote(open(), { remote: 'nowhere', prune: false }))).toMatchObject({
      code: 'git_remote_undefined',
    });
    to(remote.url('no-such-repository'));
    expect(await faultOf(fetchRemote(open(), { prune: false }))).toMatchObject({
      code: 'git_repository_not_found',
    });
    to('http://127.0.0.1:1/x.git');
    expect(await faultOf(fetchRemote(open(), { prune: false }))).toMatchObject({
      code: 'git_connection_failed',
      status: 503,
    });
  });

  test('does not permit pushes, redirects elsewhere, or is no git at all', async () => {
    const reached: string[] = [];
    const other = await listen((request, response) => {
      reached.push(request.url ?? '');
      response.end();
    });
    const odd = await listen((request, response) => {
      if (request.url?.startsWith('/denied')) response.writeHead(403).end();
      else if (request.url?.startsWith('/away'))
        response.writeHead(302, { location: `${other.url}/x` }).end();
      else response.end('<html>hello</html>');
    });
    try {
      to(`${odd.url}/denied.git`);
      expect(await faultOf(pushBranch(open(), {}))).toMatchObject({ code: 'git_push_denied' });
      to(`${odd.url}/away.git`);
      expect(await faultOf(fetchRemote(open(), { prune: false }))).toMatchObject({
        code: 'git_remote_refused',
      });
      to(`${odd.url}/page.git`);
      expect(await faultOf(fetchRemote(open(), { prune: false }))).toMatchObject({
        code: 'git_remote_error',
      });
      expect(reached).toEqual([]);
    } finally {
      await Promise.all([other.close(), odd.close()]);
    }
  });

  test('falls silent: the wait ends', async () => {
    const silent = await listen(() => undefined);
    try {
      to(`${silent.url}/x.git`);
      const work = fetchRemote(open(ours, { remotes: { timeoutMs: 100 } }), { prune: false });
      expect(await faultOf(work)).toMatchObject({ code: 'git_connection_failed' });
    } finally {
      await silent.close();
    }
  });

  test('moved on the same host: the redirect is followed, also for what comes after', async () => {
    const moved = await listen((request, response) => {
      const old = request.url?.startsWith('/old.git/info') ?? false;
      if (old)
        response
          .writeHead(301, {
            location: (request.url ?? '').replace('/old', new URL(url).pathname.replace('.git', '')),
          })
          .end();
      else forward(request, response);
    });
    try {
      to(`${moved.url}/old.git`);
      const there = pushTheirs('x.txt', 'x\n');
      expect((await fetchRemote(open(), { prune: false })).updated).toMatchObject([
        { ref: 'origin/main', to: there },
      ]);
    } finally {
      await moved.close();
    }
  });
});

async function listen(
  handler: Parameters<typeof createServer>[1] & {},
): Promise<{ url: string; close: () => Promise<void> }> {
  const server: Server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

/** To the real remote. */
const forward: Parameters<typeof createServer>[1] & {} = async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { method = 'GET', headers } = request;
  const type = headers['content-type'];
  const answer = await fetch(`http://127.0.0.1:${remote.port}${request.url}`, {
    method,
    headers: type === undefined ? {} : { 'content-type': type },
    ...(method === 'POST' ? { body: Buffer.concat(parts) } : {}),
  });
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
  response.end(Buffer.from(await answer.arrayBuffer()));
};
