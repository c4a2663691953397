/**
 * SSH remotes, through the machine's own git program for the transport alone: with the project's key, with host keys
 * checked, without prompts, without hooks, and without what the repository's configuration would run.
 */
import { spawn } from 'node:child_process';
import { devNull } from 'node:os';
import { GitFault } from '../git-fault.ts';
import type { Repository } from '../repository.ts';
import { errorCode } from '../storage/error-code.ts';
import type { SshIdentity } from './remote-options.ts';
import type { Direction } from './translate-fault.ts';

const MOST_MS = 10 * 60_000;

export interface SshAnswer {
  stdout: string;
}

/** @throws GitFault `git_ssh_unavailable`, `git_host_key_verification_failed`, `git_auth_failed`, ... */
export async function runSshGit(
  repository: Repository,
  direction: Direction,
  args: readonly string[],
): Promise<SshAnswer> {
  const { status, stdout, stderr } = await run(repository, args);
  if (status === 0) return { stdout };
  throw sshFault(direction, stdout, stderr);
}

function run(repository: Repository, args: readonly string[]) {
  const settings = [
    `core.hooksPath=${devNull}`,
    'core.fsmonitor=false',
    'gc.auto=0',
    'maintenance.auto=false',
    'protocol.allow=never',
    'protocol.ssh.allow=always',
  ];
  const whole = [
    `--git-dir=${repository.commondir}`,
    ...settings.flatMap((setting) => ['-c', setting]),
    ...args,
  ];
  const env = {
    ...process.env,
    GIT_SSH_COMMAND: sshCommand(repository.options.ssh ?? {}),
    GIT_TERMINAL_PROMPT: '0',
    LC_ALL: 'C',
  };
  return new Promise<{ status: number; stdout: string; stderr: string }>((resolve, reject) => {
    const child = spawn('git', whole, {
      cwd: repository.dir,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: MOST_MS,
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', (part: Buffer) => (stdout += part.toString()));
    child.stderr.on('data', (part: Buffer) => (stderr += part.toString()));
    child.on('error', (error) =>
      reject(errorCode(error) === 'ENOENT' ? new GitFault('git_ssh_unavailable') : error),
    );
    child.on('close', (status) => resolve({ status: status ?? 1, stdout, stderr }));
  });
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export function sshCommand({ keyFile, knownHostsFile }: SshIdentity): string {
  const key = keyFile === undefined ? [] : ['-i', quote(keyFile), '-o', 'IdentitiesOnly=yes'];
  const hosts = knownHostsFile === undefined ? [] : ['-o', quote(`UserKnownHostsFile="${knownHostsFile}"`)];
  return [
    'ssh',
    '-F',
    devNull,
    '-o',
    'BatchMode=yes',
    '-o',
    'StrictHostKeyChecking=yes',
    '-o',
    'ConnectTimeout=15',
    ...hosts,
    ...key,
  ].join(' ');
}

/**
 * ssh and git give one exit status for every failure, so their words (in the C locale) are all there is to tell
 * them apart. `--porcelain` lines of push are a format, and come first.
 */
const WORDS: readonly (readonly [RegExp, ConstructorParameters<typeof GitFault>[0]])[] = [
  [/Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/, 'git_host_key_verification_failed'],
  [
    /Permission denied \(|Load key .*: (invalid format|error)|Too many authentication failures/,
    'git_auth_failed',
  ],
  [/Repository not found|does not appear to be a git repository|not found\.?$/m, 'git_repository_not_found'],
  [/cannot run ssh|ssh: (command )?not found/, 'git_ssh_unavailable'],
  [
    /Could not resolve hostname|Connection (refused|timed out|closed|reset)|No route to host|Network is unreachable/,
    'git_connection_failed',
  ],
];

function sshFault(direction: Direction, stdout: string, stderr: string): GitFault {
  const rejected = /^!\t.*\t\[(remote )?rejected\]/m.exec(stdout);
  if (rejected !== null)
    return new GitFault(rejected[1] === undefined ? 'git_push_failed' : 'git_push_declined');
  const found = WORDS.find(([words]) => words.test(stderr))?.[1];
  return new GitFault(found ?? (direction === 'push' ? 'git_push_denied' : 'git_remote_error'));
}
