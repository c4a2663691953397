/** @covers Local stack */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { git } from '../../emulators/stack/git.ts';
import { type RunningGitRemote, startGitRemote } from '../../emulators/stack/git-remote.ts';
import { layOutVolume, PROJECT_NAME } from '../../emulators/stack/project-volume.ts';

let directory: string;
let remote: RunningGitRemote;
const credentials = { closed: { user: 'ada', password: 'secret' } };

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sightline-git-'));
  remote = await startGitRemote({ port: 0, directory: join(directory, 'remotes'), credentials });
});
afterAll(async () => {
  await remote.close();
  await rm(directory, { recursive: true });
});

const AUTHOR = ['-c', 'user.name=A', '-c', 'user.email=a@sightline.test'];
const cloneTo = async (name: string, url: string) => {
  await git(directory, ['clone', '-q', url, name]);
  return join(directory, name);
};

test('a bare repository is cloned, pushed to and cloned again over HTTP', async () => {
  await remote.createRepository('flows');
  const first = await cloneTo('first', remote.url('flows'));
  const large = 'x'.repeat(3_000_000) + Math.random();
  await writeFile(join(first, 'flows.json'), large);
  await git(first, ['add', '.']);
  await git(first, [...AUTHOR, 'commit', '-q', '-m', 'one']);
  await git(first, ['push', '-q', 'origin', 'HEAD:main']);
  const second = await cloneTo('second', remote.url('flows'));
  expect(await readFile(join(second, 'flows.json'), 'utf8')).toBe(large);
});

test('a push that is behind is refused by the remote', async () => {
  const [left, right] = [
    await cloneTo('left', remote.url('flows')),
    await cloneTo('right', remote.url('flows')),
  ];
  for (const folder of [left, right]) {
    await git(folder, [...AUTHOR, 'commit', '-q', '--allow-empty', '-m', folder]);
  }
  await git(left, ['push', '-q', 'origin', 'main']);
  await expect(git(right, ['push', '-q', 'origin', 'main'])).rejects.toThrow('rejected');
});

test('a repository with credentials answers 401 without them and works with them', async () => {
  await remote.createRepository('closed');
  const refs = `${remote.url('closed')}/info/refs?service=git-upload-pack`;
  expect((await fetch(refs)).status).toBe(401);
  await expect(git(directory, ['ls-remote', remote.url('closed')])).rejects.toThrow(
    'could not read Username',
  );
  expect(await git(directory, ['ls-remote', remote.url('closed').replace('//', '//ada:secret@')])).toBe('');
});

test.each([
  '/',
  '/flows.git/config',
  '/flows.git/info/refs',
  '/none.git/info/refs?service=git-upload-pack',
  '/..%2f.git/info/refs',
])('%s is 404', async (path) => {
  expect((await fetch(`http://127.0.0.1:${remote.port}${path}`)).status).toBe(404);
});

test('the sample volume is a Node-RED user directory whose project is one commit ahead of its remote', async () => {
  const volume = join(directory, 'volume');
  const project = await layOutVolume(volume, remote);
  const projects = JSON.parse(await readFile(join(volume, '.config.projects.json'), 'utf8'));
  expect(projects.activeProject).toBe(PROJECT_NAME);
  expect(await readFile(join(volume, '.sightline-volume'), 'utf8')).toContain('mounted');
  expect(await git(project, ['status', '--short', '--branch'])).toBe('## main...origin/main [ahead 1]');
  expect((await git(project, ['log', '--format=%s', 'origin/main'])).split('\n')).toHaveLength(3);
  const flows = JSON.parse(await readFile(join(project, 'flows.json'), 'utf8')) as { id: string }[];
  expect(flows).toHaveLength(11);
  expect(new Set(flows.map(({ id }) => id)).size).toBe(11);
});

test("preparing the volume again keeps the work in it and updates the remote's port", async () => {
  const volume = join(directory, 'volume');
  const project = await layOutVolume(volume, remote);
  await git(project, [...AUTHOR, 'commit', '-q', '--allow-empty', '-m', 'mine']);
  const moved = await startGitRemote({ port: 0, directory: remote.directory });
  await layOutVolume(volume, moved);
  expect(await git(project, ['remote', 'get-url', 'origin'])).toBe(moved.url(PROJECT_NAME));
  expect(await git(project, ['log', '-1', '--format=%s'])).toBe('mine');
  await git(project, ['push', '-q']);
  expect(await git(project, ['rev-list', '--count', '@{upstream}..'])).toBe('0');
  await moved.close();
});

test('the sample commits are the same on every machine', async () => {
  const other = await startGitRemote({ port: 0, directory: join(directory, 'other') });
  const project = await layOutVolume(join(directory, 'other-volume'), other);
  expect(await git(project, ['rev-parse', 'origin/main'])).toBe('c068523140e96e9488831c676f670ce27d2eed38');
  await other.close();
});
