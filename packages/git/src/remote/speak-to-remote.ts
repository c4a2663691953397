/** One call of git to a remote: its protocol, proxy and credentials, and the meaning of its failures. */

import { devNull } from 'node:os';
import { join } from 'node:path';
import { ownFolder } from '../change/journal.ts';
import { cleanUpAfter } from '../change/stop-leftovers.ts';
import { GitFault } from '../git-fault.ts';
import { signedByAnybody } from '../identify.ts';
import type { Settings } from '../process/environment.ts';
import { type GitAnswer, GitProcessError } from '../process/run-git.ts';
import { followingAll } from '../refs/tracking.ts';
import { git, type Repository } from '../repository.ts';
import { takeLock } from '../storage/lock-file.ts';
import { type Direction, type FoundRemote, withCredentials } from './find-remote.ts';
import { openGuardProxy } from './guard-proxy.ts';
import { judgeHost } from './judge-host.ts';
import type { RemoteAddress } from './require-remote-url.ts';
import { sshCommand } from './ssh-command.ts';
import { translateFailure } from './translate-failure.ts';

/** Milliseconds; the function's own timeout is shorter. */
const LONGEST = 30 * 60_000;

interface Way {
  settings: Settings;
  variables: Record<string, string>;
  failure(): GitFault | undefined;
  close(): void;
}

/**
 * One call at a time per repository: two would write the same refs.
 * @throws GitFault `git_auth_failed`, `git_connection_failed`, `git_repository_not_found`, ...
 */
export async function speakToRemote(
  repository: Repository,
  remote: FoundRemote,
  direction: Direction,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<GitAnswer> {
  const lock = await takeLock(join(ownFolder(repository), 'transport'), {
    timeoutMs: repository.options.lockTimeoutMs,
    fence: repository.options.fence,
    onDead: (holder, lockPath) => cleanUpAfter(repository.gitdir, holder, lockPath),
  });
  try {
    return await speak({ ...repository, nonce: lock.holder.nonce }, remote, direction, args, variables);
  } finally {
    lock.release();
  }
}

async function speak(
  repository: Repository,
  remote: FoundRemote,
  direction: Direction,
  args: readonly string[],
  more: Readonly<Record<string, string>>,
): Promise<GitAnswer> {
  const way = await findWay(repository, remote);
  const credentials = await credentialsFor(repository, remote);
  const settings = [...followingAll(remote.name), ...way.settings, ...credentials];
  const variables = { ...way.variables, ...signedByAnybody(repository), ...more };
  try {
    return await git(repository, args, { settings, variables, timeoutMs: LONGEST });
  } catch (error) {
    if (!(error instanceof GitProcessError)) throw error;
    throw way.failure() ?? translateFailure(error, direction);
  } finally {
    way.close();
  }
}

const openWay = (settings: Settings, variables: Record<string, string>): Way => ({
  settings,
  variables,
  failure: () => undefined,
  close: () => undefined,
});

async function findWay(repository: Repository, { address }: FoundRemote): Promise<Way> {
  const { options } = repository;
  // On a person's own machine ssh gets the key that the editor keeps for the user; the rest is the user's configuration.
  if (address === undefined)
    return openWay([], options.ssh === undefined ? {} : { GIT_SSH_COMMAND: sshCommand(options.ssh, []) });
  return address.transport === 'ssh' ? findSshWay(repository, address) : findHttpWay(repository, address);
}

async function findHttpWay({ options }: Repository, address: RemoteAddress): Promise<Way> {
  const proxy = await openGuardProxy(address, options.remotes);
  const settings: Settings = [
    ['http.proxy', proxy.url],
    ['http.followRedirects', 'initial'],
  ];
  const protocol = new URL(address.url).protocol.slice(0, -1);
  return {
    settings,
    variables: { GIT_ALLOW_PROTOCOL: protocol },
    failure: proxy.failure,
    close: proxy.close,
  };
}

/** The address is checked here and fixed; the host key is still looked up by name. */
async function findSshWay({ options }: Repository, { host, port }: RemoteAddress): Promise<Way> {
  if (options.ssh === undefined) throw new GitFault('git_ssh_unavailable');
  const [ip = ''] = await judgeHost({ host }, options.remotes);
  const alias = port === 22 ? host : `[${host}]:${port}`;
  const pinned = [
    `HostName=${ip}`,
    `HostKeyAlias=${alias}`,
    'CheckHostIP=no',
    'ProxyCommand=none',
    'ProxyJump=none',
  ];
  const command = sshCommand(options.ssh, ['-F', devNull, ...pinned.flatMap((option) => ['-o', option])]);
  return openWay([], { GIT_ALLOW_PROTOCOL: 'ssh', GIT_SSH_COMMAND: command, GIT_SSH_VARIANT: 'ssh' });
}

/** Replaces the bare address for this call only; it is on no command line and in no file. */
async function credentialsFor({ options }: Repository, remote: FoundRemote): Promise<Settings> {
  if (remote.hasCredentials || !/^https?:/.test(remote.url)) return [];
  const found = await options.onAuth?.(remote.shown);
  return found === undefined ? [] : [[`url.${withCredentials(remote.url, found)}.insteadOf`, remote.url]];
}
