import { chmodSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from '@jest/globals';
import { fetchRemote } from '../../functions/src/git/operations/fetch-remote.ts';
import { pushBranch } from '../../functions/src/git/operations/push-branch.ts';
import { openRepository } from '../../functions/src/git/repository.ts';
import { commitAll, plain } from './fixtures.ts';
import { fsck, git, newFolder, removeFolders, write } from './native.ts';

const PATH = process.env.PATH ?? '';
let bin: string;
let bare: string;
let ours: string;

/** In place of ssh: takes down its arguments, then does what it is told, as a shell on the server would. */
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
  git(ours, 'remote', 'add', 'origin', `ssh://git@server${bare}`);
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

test('push and fetch speak through git’s own ssh, with the project’s key and host keys checked', async () => {
  expect(await pushBranch(open(), {})).toMatchObject({ branch: 'main', setUpstream: true });
  expect(tip(bare, 'main')).toBe(tip(ours, 'HEAD'));
  const theirs = newFolder();
  git(theirs, 'clone', '-q', bare, '.');
  git(theirs, 'config', 'user.name', 'Grace');
  git(theirs, 'config', 'user.email', 'grace@example.com');
  commitAll(theirs, 'theirs', 3);
  git(theirs, 'push', '-q');
  const { updated } = await fetchRemote(open(), { prune: false });
  expect(updated).toEqual([{ ref: 'origin/main', from: tip(ours, 'HEAD'), to: tip(theirs, 'HEAD') }]);
  expect(fsck(ours)).toBe('');
  const calls = readFileSync(join(bin, 'calls'), 'utf8');
  expect(calls).toContain('BatchMode=yes -o StrictHostKeyChecking=yes');
  expect(calls).toContain('UserKnownHostsFile="/keys/known_hosts" -i /keys/it’s mine -o IdentitiesOnly=yes');
  expect(calls).toContain('git@server');
});

test.each([
  ['Host key verification failed.', 'git_host_key_verification_failed'],
  ['git@server: Permission denied (publickey).', 'git_auth_failed'],
  ['ssh: Could not resolve hostname server: Name or service not known', 'git_connection_failed'],
  ['ERROR: Repository not found.', 'git_repository_not_found'],
])('ssh says %j: %s', async (words, code) => {
  installSsh(`#!/bin/sh\necho '${words}' >&2\nexit 255\n`);
  await expect(fetchRemote(open(), { prune: false })).rejects.toMatchObject({ code });
  await expect(pushBranch(open(), {})).rejects.toMatchObject({ code });
});

test('a push that is rejected has the code of one over https', async () => {
  await pushBranch(open(), {});
  git(ours, 'commit', '-q', '--amend', '-m', 'other');
  await expect(pushBranch(open(), {})).rejects.toMatchObject({ code: 'git_push_failed' });
});

test('hooks and programs that the repository’s configuration names are not run', async () => {
  write(ours, '.git/hooks/pre-push', `#!/bin/sh\ntouch ${join(bin, 'hook-ran')}\n`);
  chmodSync(join(ours, '.git/hooks/pre-push'), 0o755);
  git(ours, 'config', 'core.sshCommand', `touch ${join(bin, 'command-ran')}`);
  await pushBranch(open(), {});
  expect(readFileSync(join(bin, 'calls'), 'utf8')).not.toBe('');
  expect(() => readFileSync(join(bin, 'hook-ran'))).toThrow('ENOENT');
  expect(() => readFileSync(join(bin, 'command-ran'))).toThrow('ENOENT');
});

test('without a git program the answer says what to do', async () => {
  process.env.PATH = bin;
  await expect(fetchRemote(open(), { prune: false })).rejects.toMatchObject({
    code: 'git_ssh_unavailable',
    status: 501,
    suggestion: expect.stringContaining('https address with a token'),
  });
});
