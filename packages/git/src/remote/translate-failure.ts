/**
 * Translates failures of `git fetch` and `git push`. `push --porcelain` reports them in its own format; otherwise git, curl
 * and ssh have a single exit code, so their messages in the C locale must be matched.
 */
import { type FaultCode, GitFault } from '../git-fault.ts';
import type { GitProcessError } from '../process/run-git.ts';
import type { Direction } from './find-remote.ts';

const WORDS: readonly (readonly [RegExp, FaultCode])[] = [
  [/Host key verification failed|REMOTE HOST IDENTIFICATION HAS CHANGED/, 'git_host_key_verification_failed'],
  [
    /Authentication failed|could not read (Username|Password)|Permission denied \(|Load key .{0,2048}: (invalid format|error)|Too many authentication failures|returned error: 401/,
    'git_auth_failed',
  ],
  [/returned error: 403/, 'git_push_denied'],
  [
    /[Rr]epository .{0,2048}not found|does not appear to be a git repository|returned error: (404|410)/,
    'git_repository_not_found',
  ],
  [/cannot run ssh|ssh: (command )?not found/, 'git_ssh_unavailable'],
  [/couldn't find remote ref/, 'git_remote_gone'],
  [/exists; cannot create|unable to resolve reference|refname conflict/, 'git_fetch_blocked'],
  [/cannot lock ref '.{0,2048}': is at /, 'git_ref_moved'],
  [/cannot lock ref|Unable to create '.{0,2048}\.lock'/, 'git_locked'],
  [
    /Could not resolve|Couldn't connect|Failed to connect|Connection (refused|timed out|closed|reset)|No route to host|Network is unreachable|returned error: (502|503|504)|Can't complete SOCKS5/,
    'git_connection_failed',
  ],
  [
    /fsck error|fatal: (bad|invalid|corrupt)|index-pack failed|unpack-objects failed|error in object/,
    'git_remote_unsafe',
  ],
];

/** Texts of git's receive-pack if a branch moved meanwhile; they are part of its protocol. */
const MOVED = /non-fast-forward|fetch first|stale info|failed to (update ref|lock)|cannot lock ref/;

/** The cause is git's message, for logs. */
export function translateFailure(error: GitProcessError, direction: Direction): GitFault {
  const lock = /([^/']+\.lock)'/.exec(error.answer.stderr)?.[1] ?? 'a branch';
  return new GitFault(codeOf(error, direction), { lock, age: 'a moment' }, {}, error);
}

function codeOf({ answer: { stdout, stderr } }: GitProcessError, direction: Direction): FaultCode {
  const rejected = /^!\t.*\t\[(remote )?rejected\](.*)$/m.exec(stdout.toString('utf8'));
  if (rejected !== null) {
    const isMoved = rejected[1] === undefined || MOVED.test(rejected[2] ?? '');
    return isMoved ? 'git_push_failed' : 'git_push_declined';
  }
  const found = WORDS.find(([words]) => words.test(stderr))?.[1];
  if (found === 'git_push_denied' && direction === 'fetch') return 'git_auth_failed';
  return found ?? 'git_remote_error';
}
