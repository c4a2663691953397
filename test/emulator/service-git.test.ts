/**
 * Spec 2.8, 3.2, 4.4; Contract 7: the function with a mounted volume; native git confirms each step.
 * @covers Spec 2.8, 3.2, 4.4; Contract 7, over HTTP, confirmed by native git
 * @covers Contract 7 Engine: one lease per project
 * @covers Contract 7 writes of one instance share its lease
 * @covers Contract 7 an instance that lost its lease writes nothing; a lease restored from a backup goes on from the volume's token
 */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type RunningGitRemote, startGitRemote } from '../../emulators/stack/git-remote.ts';
import { layOutVolume, PROJECT_NAME, SENTINEL } from '../../emulators/stack/project-volume.ts';
import { highestToken, passFence } from '../../functions/src/service-git/fence.ts';
import { runOperation } from '../../functions/src/service-git/run-operation.ts';
import type { Lease } from '../../functions/src/service-git/share-lease.ts';
import { call } from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { standIn } from '../support/stand-in.ts';

let stack: TestStack;
let remote: RunningGitRemote;
let editor: Server;
let root: string;
let volume: string;
let project: string;
const reloads: IncomingMessage['headers'][] = [];
let editorStatus = 204;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sightline-git-'));
  volume = join(root, 'volume');
  remote = await startGitRemote({ port: 0, directory: join(root, 'remotes') });
  project = await layOutVolume(volume, remote);
  // Replaces the editor's Admin API; only requests are checked here. The plugin's suite uses a real editor.
  editor = createServer((request, response) => {
    reloads.push({ ...request.headers, ':path': `${request.method} ${request.url}` });
    request.resume().once('end', () => response.writeHead(editorStatus).end());
  });
  await new Promise<void>((done) => editor.listen(0, '127.0.0.1', done));
  stack = await startTestStack({
    functions: ['service-git'],
    env: {
      EDITOR_VOLUME: volume,
      EDITOR_URL: `http://127.0.0.1:${(editor.address() as AddressInfo).port}`,
      EDITOR_TOKEN: 'editor-secret',
    },
  });
});
afterAll(async () => {
  await stack?.close();
  editor.closeAllConnections();
  editor.close();
  await remote?.close();
  await rm(root, { recursive: true, force: true });
});

/** Asynchronous, because this process serves the remote. */
async function git(directory: string, ...args: string[]): Promise<string> {
  const identity = ['-c', 'user.name=Other', '-c', 'user.email=other@sightline.test'];
  const { stdout } = await promisify(execFile)('git', [...identity, ...args], { cwd: directory });
  return stdout.trim();
}

const run = async (name: string, body: object = {}) => {
  const answer = await call(stack, `/service-git/${name}`, name === 'project-info' ? {} : { body });
  return { status: answer.status, ...answer.body };
};

test('a walk: edit, status, add, commit, push, someone else’s push, fetch, pull, an old commit, a commit there, back', async () => {
  expect(await run('project-info')).toMatchObject({
    status: 200,
    success: true,
    operation: 'project-info',
    projectName: PROJECT_NAME,
    currentBranch: 'main',
    isDetachedHead: false,
    state: 'clean',
  });

  await writeFile(join(project, 'README.md'), '# Edited\n');
  expect(await run('status')).toMatchObject({
    success: true,
    status: { modified: ['README.md'], staged: [] },
  });
  expect(await run('add', { files: ['README.md'] })).toMatchObject({ success: true, files: ['README.md'] });
  expect(await git(project, 'diff', '--cached', '--name-only')).toBe('README.md');

  const commit = await run('commit', { message: 'Edit the readme' });
  expect(commit).toMatchObject({
    success: true,
    branch: 'main',
    createdBranch: null,
    message: 'Edit the readme',
  });
  expect(await git(project, 'rev-parse', 'HEAD')).toBe(commit.commit);

  expect(await run('push')).toMatchObject({ success: true });
  expect(await git(join(root, 'remotes', `${PROJECT_NAME}.git`), 'rev-parse', 'main')).toBe(commit.commit);

  const other = join(root, 'other');
  await git(root, 'clone', '-q', remote.url(PROJECT_NAME), other);
  await writeFile(join(other, 'NEWS.md'), 'news\n');
  await git(other, 'add', '--all');
  await git(other, 'commit', '-q', '-m', 'News from elsewhere');
  await git(other, 'push', '-q');

  expect(await run('fetch')).toMatchObject({ success: true });
  expect(await run('project-info')).toMatchObject({ ahead: 0, behind: 1 });
  reloads.length = 0;
  expect(await run('pull')).toMatchObject({ success: true });
  expect(await readFile(join(project, 'NEWS.md'), 'utf8')).toBe('news\n');
  expect(reloads).toMatchObject([
    { ':path': 'POST /flows', 'node-red-deployment-type': 'reload', authorization: 'Bearer editor-secret' },
  ]);

  const old = await git(project, 'rev-parse', 'HEAD~2');
  expect(await run('validate-checkout', { targetRef: old })).toMatchObject({
    canCheckout: true,
    blockers: [],
  });
  expect(await run('checkout', { commitRef: old })).toMatchObject({ success: true, isDetachedHead: true });
  expect(await git(project, 'rev-parse', 'HEAD')).toBe(old);
  await writeFile(join(project, 'from-old.md'), 'a new way from here\n');
  await run('add', { stageAll: true });
  const branched = await run('commit', { message: 'Another way' });
  expect(branched.createdBranch).toMatch(/^from-[0-9a-f]{7}$/);
  expect(await git(project, 'symbolic-ref', '--short', 'HEAD')).toBe(branched.createdBranch);
  expect(await run('push')).toMatchObject({ success: true, setUpstream: true });
  expect(await run('checkout', { commitRef: old })).toMatchObject({ isDetachedHead: true });
  expect(await run('return-to-latest')).toMatchObject({ success: true, branch: branched.createdBranch });
  expect(await git(project, 'status', '--porcelain')).toBe('');
  expect(await git(project, 'fsck', '--full', '--strict')).not.toMatch(/error|missing|corrupt/);
});

test('a checkout that would lose changes is blocked, with the reasons', async () => {
  await writeFile(join(project, 'README.md'), '# Not yet committed\n');
  const answer = await run('checkout', { commitRef: await git(project, 'rev-parse', 'HEAD~1') });
  expect(answer).toMatchObject({ status: 409, success: false, code: 'git_checkout_blocked' });
  expect(answer.error).toEqual(expect.any(String));
  await run('discard', { files: ['README.md'] });
  expect(await git(project, 'status', '--porcelain')).toBe('');
  expect(await git(project, 'for-each-ref', 'refs/sightline/')).not.toBe('');
});

test('flows that could not be reloaded are reported; the git change stays', async () => {
  editorStatus = 401;
  const answer = await run('reset', { commitRef: 'HEAD', resetMode: 'hard' });
  editorStatus = 204;
  expect(answer).toMatchObject({
    status: 200,
    success: true,
    reloadError: expect.stringMatching(/credentials/),
  });
});

describe('Contract 7: errors in the envelope', () => {
  test.each<[string, string, object, number, string]>([
    ['no message', 'commit', {}, 400, 'git_invalid_argument'],
    ['nothing staged', 'commit', { message: 'x' }, 409, 'git_nothing_to_commit'],
    ['a path that leaves the project', 'add', { files: ['../../etc/passwd'] }, 400, 'git_invalid_argument'],
    ['.git itself', 'add', { files: ['.git/config'] }, 400, 'git_invalid_argument'],
    ['a ref that is an option', 'checkout', { commitRef: '--upload-pack=x' }, 400, 'git_invalid_argument'],
    ['a ref that is a path', 'checkout', { commitRef: '../../file' }, 400, 'git_invalid_argument'],
    ['an unknown commit', 'checkout', { commitRef: 'f'.repeat(40) }, 404, 'git_unknown_ref'],
  ])('%s', async (_, name, body, status, code) => {
    expect(await run(name, body)).toMatchObject({ status, success: false, code });
  });

  test('invalid JSON, an unknown route, a wrong method', async () => {
    const init = { method: 'POST', body: '{"message":', headers: { 'content-type': 'application/json' } };
    expect(await call(stack, '/service-git/commit', init)).toMatchObject({
      status: 400,
      body: { success: false, code: 'not_json' },
    });
    expect(await call(stack, '/service-git/rebase', { body: {} })).toMatchObject({
      status: 404,
      body: { success: false, code: 'route_unknown' },
    });
    const wrong = await call(stack, '/service-git/status');
    expect([wrong.status, wrong.headers.get('allow'), wrong.body.success]).toEqual([405, 'POST', false]);
  });
});

describe('the volume', () => {
  const without = async (name: string, work: () => Promise<void>) => {
    await rename(join(volume, name), join(volume, `${name}.away`));
    try {
      await work();
    } finally {
      await rename(join(volume, `${name}.away`), join(volume, name));
    }
  };

  test('is not mounted: 503 with Retry-After', () =>
    without(SENTINEL, async () => {
      const { status, body, headers } = await call(stack, '/service-git/project-info');
      expect([status, headers.get('retry-after'), body.code]).toEqual([503, '2', 'volume_absent']);
    }));

  test('projects are not enabled', () =>
    without('.config.projects.json', async () => {
      expect(await run('status')).toMatchObject({ status: 409, code: 'projects_disabled' });
    }));

  test('the active project is missing, or is not a git repository', async () => {
    await without('projects', async () => {
      expect(await run('status')).toMatchObject({ status: 404, code: 'no_active_project' });
    });
    await without(`projects/${PROJECT_NAME}/.git`, async () => {
      expect(await run('status')).toMatchObject({ status: 404, code: 'git_not_a_repository' });
    });
  });

  test('a project name that is a path is refused', async () => {
    const path = join(volume, '.config.projects.json');
    const recorded = await readFile(path, 'utf8');
    await writeFile(path, JSON.stringify({ activeProject: '../../remotes' }));
    expect(await run('status')).toMatchObject({ status: 404, code: 'no_active_project' });
    await writeFile(path, recorded);
  });

  test('an editor older than 2.0', async () => {
    const path = join(volume, '.config.nodes.json');
    await writeFile(path, JSON.stringify({ 'node-red': { name: 'node-red', version: '1.3.7' } }));
    expect(await run('status')).toMatchObject({ status: 409, code: 'editor_too_old' });
    await writeFile(path, JSON.stringify({ 'node-red': { name: 'node-red', version: '5.0.7' } }));
    expect(await run('status')).toMatchObject({ status: { current: expect.any(String) } });
    await rm(path);
  });
});

describe('two instances for a moment', () => {
  const lease = () => stack.firestore.doc('lease/service-git');

  test('while another instance holds the lease, writes wait but reads do not', async () => {
    const before = (await lease().get()).data()!;
    await lease().set({ holder: 'another', token: before.token + 1, until: new Date(Date.now() + 60_000) });
    expect(await run('add', { stageAll: true })).toMatchObject({ status: 503, code: 'volume_busy' });
    expect(await run('status')).toMatchObject({ success: true });
    await lease().set({ holder: 'another', token: before.token + 1, until: new Date(Date.now() - 1) });
    expect(await run('add', { stageAll: true })).toMatchObject({ status: 200 });
  });

  test('simultaneous writes of one instance share its lease and release it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, number) => run('create-branch', { branch: `at-once-${number}` })),
    );
    for (const answer of answers) expect([200, 423]).toContain(answer.status);
    expect((await lease().get()).get('until')).toBeUndefined();
  });

  test('an instance that was frozen and replaced finds a higher token on the volume, and writes nothing', async () => {
    await writeFile(join(project, 'frozen.md'), 'not to be added\n');
    const replaced: Lease = {
      async take(highest) {
        // Another instance took the lease and wrote, before this one went on.
        await passFence(volume, highest + 2);
        return { token: highest + 1, release: async () => {} };
      },
    };
    const input = { name: 'add', body: { stageAll: true }, place: { volume, project: PROJECT_NAME } };
    const { lease: stored } = await import('../../functions/src/service-git/adapters/lease.ts');
    standIn({ stored }, { stored: replaced });
    await expect(runOperation({ ...input, allowHosts: [] })).rejects.toMatchObject({
      code: 'volume busy',
    });
    expect(await git(project, 'diff', '--cached', '--name-only')).toBe('');
  });

  test.each<[string, () => Promise<unknown>]>([
    ['of a backup', () => lease().update({ token: 1 })],
    ['of nobody, in a new database', () => lease().delete()],
  ])(
    'after a restore the lease is that %s: the volume still knows the highest token, and writes go on',
    async (_, restore) => {
      const highest = await highestToken(volume);
      await passFence(volume, highest + 10);
      await restore();
      expect(await run('add', { stageAll: true })).toMatchObject({ status: 200 });
      expect(await highestToken(volume)).toBe(highest + 11);
      expect((await lease().get()).get('token')).toBe(highest + 11);
      expect(await run('add', { stageAll: true })).toMatchObject({ status: 200 });
    },
  );

  test.each(['', '9'.repeat(20), '9'.repeat(400)])(
    '"%s" as the highest token counts as none',
    async (text) => {
      const fence = join(volume, '.sightline-fence');
      const token = await readFile(fence, 'utf8');
      await writeFile(fence, text);
      expect(await highestToken(volume)).toBe(0);
      await writeFile(fence, token);
    },
  );

  test('a token that cannot be read is not taken for none', async () => {
    const fence = join(volume, '.sightline-fence');
    const token = await readFile(fence, 'utf8');
    await rm(fence);
    await symlink(fence, fence);
    await expect(passFence(volume, 1)).rejects.toMatchObject({ code: 'ELOOP' });
    await rm(fence);
    await writeFile(fence, token);
  });
});
