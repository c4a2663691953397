/**
 * The only place where git is started: arguments as a list and never through a shell, a fixed environment, limited output
 * and time. git and its children are one process group, which is ended when the caller disconnects.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { GitFault } from '../git-fault.ts';
import { errorCode } from '../storage/error-code.ts';
import { environmentOf, type Settings, type Surroundings } from './environment.ts';

/** Timeout in milliseconds for local commands; calls of a remote set their own. */
const LONGEST = 110_000;
/** Maximum bytes of output in memory. */
const LARGEST = 64 * 1_024 * 1_024;
/** Maximum bytes of stderr: a few sentences. */
const LARGEST_ERROR = 64 * 1_024;
/** Milliseconds from SIGTERM, which lets git remove its locks, to SIGKILL. */
const GRACE = 2_000;
/** Milliseconds from its end until its output counts as read: what a hook left in the background may keep it open. */
const LINGER = 200;

export interface GitCall {
  args: readonly string[];
  around: Surroundings;
  /** Standard input, empty by default. */
  input?: string | Buffer | undefined;
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /** Exit codes besides 0 that are answers. Any other one is a failure. */
  answers?: readonly number[] | undefined;
  /** Maximum bytes of output. Default 64 MiB. */
  largest?: number | undefined;
}

export interface GitAnswer {
  status: number;
  stdout: Buffer;
  /** In the C locale. Used where git has no code; never shown to callers. */
  stderr: string;
}

export type { Settings };

/** A failure of git without a code of ours. Translated by the caller that knows the context. */
export class GitProcessError extends Error {
  override readonly name = 'GitProcessError';
  readonly answer: GitAnswer;

  constructor(args: readonly string[], answer: GitAnswer) {
    // An address may contain a user name and a password, and this text is logged.
    const said = answer.stderr.slice(0, 2_000).replace(/\/\/\S*@/g, '//');
    super(`git ${args[0]} ended with ${answer.status}: ${said}`);
    this.answer = answer;
  }
}

/** @throws GitProcessError, GitFault `git_unavailable`, `git_interrupted`, `git_timeout`, `git_too_large` */
export async function runGit(call: GitCall): Promise<GitAnswer> {
  call.signal?.throwIfAborted();
  const answer = await runChild(call);
  if (answer.status !== 0 && !call.answers?.includes(answer.status))
    throw new GitProcessError(call.args, answer);
  return answer;
}

let started = 0;

/** Number of processes started so far, for measurements. */
export const gitProcesses = (): number => started;

export function startGit(args: readonly string[], around: Surroundings): ChildProcess {
  started += 1;
  return spawn('git', ['--no-pager', ...args], {
    cwd: around.directory,
    env: environmentOf(around),
    stdio: 'pipe',
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}

function runChild(call: GitCall): Promise<GitAnswer> {
  const child = startGit(call.args, call.around);
  return new Promise((resolve, reject) => {
    let failure: unknown;
    const fail = (reason: unknown): void => {
      failure ??= reason;
      void endGroup(child);
    };
    const onAbort = (): void => fail(call.signal?.reason);
    const timer = setTimeout(() => fail(new GitFault('git_timeout')), call.timeoutMs ?? LONGEST);
    call.signal?.addEventListener('abort', onAbort, { once: true });
    const stdout = collect(child, call.largest ?? LARGEST, () => fail(new GitFault('git_too_large')));
    const stderr = collectError(child);
    child.on('error', (error) => {
      failure ??= errorCode(error) === 'ENOENT' ? new GitFault('git_unavailable', { need: NEED }) : error;
    });
    child.on('exit', () => stopListening(child));
    child.on('close', (status, signal) => {
      clearTimeout(timer);
      call.signal?.removeEventListener('abort', onAbort);
      if (signal !== null) failure ??= interrupted(call.args, signal);
      if (failure !== undefined) reject(failure);
      else resolve({ status: status ?? 128, stdout: Buffer.concat(stdout), stderr: stderr() });
    });
    // git closes its input when it needs no more; its exit code tells why.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(call.input ?? '');
  });
}

/** Closes the outputs of an ended git once nothing more comes, as they would be if nobody else held them. */
function stopListening(child: ChildProcess): void {
  const outputs = [child.stdout, child.stderr] as Socket[];
  const bytes = (): number => outputs.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  setTimeout(() => {
    const before = bytes();
    // After a turn of the event loop, everything that had arrived is read, however busy this process was.
    setImmediate(() => {
      if (bytes() !== before) stopListening(child);
      else for (const output of outputs) output.destroy();
    });
  }, LINGER).unref();
}

/** Named by `git_unavailable`. `git merge-tree --write-tree` is the newest command in use. */
const NEED = 'git 2.38 or later is not installed here';

/** Ended by somebody else: its exit code and words say nothing about the repository or the remote. */
const interrupted = ([command]: readonly string[], signal: NodeJS.Signals): GitFault =>
  new GitFault('git_interrupted', {}, {}, new Error(`git ${command} was ended by ${signal}`));

function collect(child: ChildProcess, most: number, onTooMuch: () => void): Buffer[] {
  const parts: Buffer[] = [];
  let size = 0;
  child.stdout?.on('data', (part: Buffer) => {
    size += part.length;
    if (size > most) {
      parts.length = 0;
      onTooMuch();
    } else parts.push(part);
  });
  return parts;
}

function collectError(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.on('data', (part: Buffer) => {
    if (text.length < LARGEST_ERROR) text += part.toString('utf8');
  });
  return () => text;
}

async function endGroup(child: ChildProcess): Promise<void> {
  signalGroup(child, 'SIGTERM');
  await sleep(GRACE, undefined, { ref: false });
  signalGroup(child, 'SIGKILL');
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch {
    // It ended meanwhile.
  }
}
