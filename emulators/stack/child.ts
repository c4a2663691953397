/**
 * A child process of the local stack, in a process group of its own: Ctrl-C in a terminal reaches only the launcher, which
 * then stops its children in order. A guard process kills the group if the launcher dies without doing so (SIGKILL).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Socket } from 'node:net';

/** Characters of output kept for the message about a failed start. */
const KEPT_OUTPUT = 20_000;
/** Milliseconds from SIGTERM to SIGKILL. */
const PATIENCE = 3_000;

/** Each line of each child's output: tests print the last ones of a failure. */
export const OUTPUT = 'sightline:child-output';

/** The guard reads a pipe whose other end only the launcher holds. The end of the pipe means that the launcher is gone. */
const GUARD = 'read -r _; kill -9 -- "-$1" 2>/dev/null || kill -9 "$1" 2>/dev/null';

export interface Child {
  pid: number;
  /** The latest output of both streams, at most 20,000 characters. */
  output(): string;
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  isRunning(): boolean;
  /** SIGTERM, then SIGKILL after three seconds. Resolves when the process has ended; may be called again. */
  close(): Promise<void>;
  /** SIGKILL to the whole group, without a chance to clean up. */
  kill(): Promise<void>;
}

export interface ChildOptions {
  directory?: string;
  /** The whole environment of the child. */
  env?: NodeJS.ProcessEnv;
  /** Called with each line of output. */
  onLine?: (line: string) => void;
}

/** @throws the system's error (for example ENOENT) if the program cannot be started */
export async function startChild(
  program: string,
  args: readonly string[],
  options: ChildOptions = {},
): Promise<Child> {
  const child = spawn(program, args, {
    cwd: options.directory,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  await once(child, 'spawn');
  const guard = startGuard(child.pid!);
  child.unref();
  const ended = new Promise<Awaited<Child['ended']>>((resolve) => {
    child.once('exit', (code, signal) => {
      guard.kill('SIGKILL');
      resolve({ code, signal });
    });
  });
  return control(child, ended, keepOutput(child, options.onLine));
}

function startGuard(pid: number): ChildProcess {
  const guard = spawn('/bin/sh', ['-c', GUARD, 'sightline-guard', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.stdin!.on('error', () => {});
  (guard.stdin as Socket).unref();
  guard.unref();
  return guard;
}

function control(child: ChildProcess, ended: Child['ended'], output: () => string): Child {
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const end = async (signal: NodeJS.Signals) => {
    if (isRunning()) signalGroup(child.pid!, signal);
    await ended;
  };
  const close = async () => {
    const timer = setTimeout(() => signalGroup(child.pid!, 'SIGKILL'), PATIENCE);
    await end('SIGTERM').finally(() => clearTimeout(timer));
  };
  return { pid: child.pid!, output, ended, isRunning, close, kill: () => end('SIGKILL') };
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function keepOutput(child: ChildProcess, onLine?: (line: string) => void): () => string {
  let kept = '';
  const lines = channel(OUTPUT);
  for (const stream of [child.stdout!, child.stderr!]) {
    let rest = '';
    stream.setEncoding('utf8');
    // The child must not keep its launcher alive: the guard stops it.
    (stream as Socket).unref();
    stream.on('data', (text: string) => {
      kept = (kept + text).slice(-KEPT_OUTPUT);
      const whole = (rest + text).split('\n');
      rest = whole.pop()!;
      for (const line of whole) {
        onLine?.(line);
        lines.publish(line);
      }
    });
  }
  return () => kept;
}
