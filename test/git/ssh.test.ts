/**
 * @covers Contract 7 Engine: hardened profile, hostile trees, configurations, remotes
 * @covers Git: a configuration that runs programs, over ssh too
 * @covers Git: remotes that lead to private and metadata addresses, over ssh too
 */
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { fetchRemote } from '../../packages/git/src/operations/fetch-remote.ts';
import { pushBranch } from '../../packages/git/src/operations/push-branch.ts';
import { openRepository } from '../../packages/git/src/repository.ts';
import { commitAll, plain } from './fixtures.ts';
import { fsck, git, newFolder, removeFolders, write } from './native.ts';

const PATH = process.env.PATH ?? '';
let bin: string;
let bare: string;
let ours: string;

/** Replaces ssh: records its arguments, then runs the command, like a shell on the server. */
const SERVER = '#!/bin/sh\necho "$@" >> "$(dirname "$0")/calls"\nfor last; do :; done\nexec sh -c "$last"\n';

function installSsh(script: string): void {
  write(bin, 'ssh', script);
  chmodSync(join(bin, 'ssh'), 0o755);
}

beforeEach(() => {
  bin = newFolder();
  bare = newFolder();
  git(bare, 'init', '-q', '--bare', '-b', 'main');
  ours = plain();
  git(ours, 'remote', 'add', 'origin', `ssh://git@localhost${bare}`);
  process.env.PATH = `${bin}${delimiter}${PATH}`;
  installSsh(SERVER);
});

afterEach(() => {
  process.env.PATH = PATH;
});

afterAll(removeFolders);

const open = () =>
  openRepository(ours, { ssh: { keyFile: '/keys/it’s mine', knownHostsFile: '/keys/known_hosts' } });
const tip = (folder: string, ref: string): string => git(folder, 'rev-parse', ref).trim();

test('push and fetch use git’s own ssh, with the project’s key and checked host keys', async () => {
  expect(await pushBranch(await open(), {})).toMatchObject({ branch: 'main', setUpstream: true });
  expect(tip(bare, 'main')).toBe(tip(ours, 'HEAD'));
  const theirs = newFolder();
  git(theirs, 'clone', '-q', bare, '.');
  git(theirs, 'config', 'user.name', 'Grace');
  git(theirs, 'config', 'user.email', 'grace@example.com');
  commitAll(theirs, 'theirs', 3);
  git(theirs, 'push', '-q');
  const { updated } = await fetchRemote(await open(), { prune: false });
  expect(updated).toEqual([{ ref: 'origin/main', from: tip(ours, 'HEAD'), to: tip(theirs, 'HEAD') }]);
  expect(fsck(ours)).toBe('');
  const calls = readFileSync(join(bin, 'calls'), 'utf8');
  expect(calls).toContain('BatchMode=yes -o StrictHostKeyChecking=yes');
  expect(calls).toMatch(/HostName=(127\.0\.0\.1|::1) -o HostKeyAlias=localhost/);
  expect(calls).toContain('UserKnownHostsFile="/keys/known_hosts" -i /keys/it’s mine -o IdentitiesOnly=yes');
  expect(calls).toContain('git@localhost');
});

test.each([
  ['Host key verification failed.', 'git_host_key_verification_failed'],
  ['git@server: Permission denied (publickey).', 'git_auth_failed'],
  ['ssh: Could not resolve hostname server: Name or service not known', 'git_connection_failed'],
  ['ERROR: Repository not found.', 'git_repository_not_found'],
])('ssh says %j: %s', async (words, code) => {
  installSsh(`#!/bin/sh\necho '${words}' >&2\nexit 255\n`);
  await expect(fetchRemote(await open(), { prune: false })).rejects.toMatchObject({ code });
  await expect(pushBranch(await open(), {})).rejects.toMatchObject({ code });
});

test('a rejected push has the same code as over https', async () => {
  await pushBranch(await open(), {});
  git(ours, 'commit', '-q', '--amend', '-m', 'other');
  await expect(pushBranch(await open(), {})).rejects.toMatchObject({ code: 'git_push_failed' });
});

test('hooks are not run, and a repository whose configuration names a program is refused', async () => {
  write(ours, '.git/hooks/pre-push', `#!/bin/sh\ntouch ${join(bin, 'hook-ran')}\n`);
  chmodSync(join(ours, '.git/hooks/pre-push'), 0o755);
  await pushBranch(await open(), {});
  expect(readFileSync(join(bin, 'calls'), 'utf8')).not.toBe('');
  expect(() => readFileSync(join(bin, 'hook-ran'))).toThrow('ENOENT');
  git(ours, 'config', 'core.sshCommand', `touch ${join(bin, 'command-ran')}`);
  await expect(open()).rejects.toMatchObject({ code: 'git_unsafe_config', status: 501 });
});

test('an address inside the network is refused before ssh runs', async () => {
  git(ours, 'remote', 'set-url', 'origin', `ssh://git@169.254.169.254${bare}`);
  await expect(fetchRemote(await open(), { prune: false })).rejects.toMatchObject({
    code: 'git_remote_refused',
  });
  git(ours, 'remote', 'set-url', 'origin', `git@10.0.0.7:${bare}`);
  await expect(pushBranch(await open(), {})).rejects.toMatchObject({ code: 'git_remote_refused' });
  expect(existsSync(join(bin, 'calls'))).toBe(false);
});

test("without the project's identity ssh is not used", async () => {
  const repository = await openRepository(ours);
  await expect(fetchRemote(repository, { prune: false })).rejects.toMatchObject({
    code: 'git_ssh_unavailable',
    status: 501,
    suggestion: expect.stringContaining('https address with a token'),
  });
});

test('without a git program the answer has a suggestion', async () => {
  process.env.PATH = newFolder();
  await expect(open()).rejects.toMatchObject({ code: 'git_unavailable', status: 501 });
});
