/**
 * Work on what strangers send, in a process that can be killed: whatever it costs, the callers of this process notice nothing.
 * A worker thread would not do: it cannot be ended while it parses, and its buffers are those of all (Facts: found on 2026-11-28).
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { HttpError } from '../errors.ts';
import { Channel } from './channel.ts';
import { IsolatedProcess } from './isolated-process.ts';
import { Places } from './places.ts';
import type { Budget, Failure, Ports } from './protocol.ts';
import type { InputOf, OutputOf, PortsOf } from './serve.ts';

/**
 * Pieces of work at once in this process. Long ones may take minutes, so that short ones, each a mask of an export, have a place
 * of their own. The function's 2 GiB hold all of them, and 600 MB of its own.
 */
const PLACES = { long: new Places(2), short: new Places(1) };

/** Milliseconds for which a process without work is kept: of an export's masks each is a piece of work. */
const KEPT_IDLE = 5_000;
/** A process that has grown beyond this is not used again: the next piece of work would have less of its budget. */
const SLIM = 150;

const idle: { process: IsolatedProcess; timer: NodeJS.Timeout }[] = [];

interface Asked<Each> {
  input: InputOf<Each>;
  ports: PortsOf<Each> & Ports<PortsOf<Each>>;
  budget: Budget;
  place: keyof typeof PLACES;
  /** By whom places are shared. */
  caller: string;
  /** When aborted, the process is killed at once. */
  signal: AbortSignal;
  /** Another entry point than `functions/src/isolated.ts`, for one piece of work: of tests. */
  entry?: string;
}

/**
 * Has a piece of work done by an isolated process (functions/src/isolated.ts has their names).
 * @throws HttpError `too costly`; what the work or its ports throw; the reason of `signal`
 */
export const runIsolated = <Each>(name: string, asked: Asked<Each>): Promise<OutputOf<Each>> =>
  PLACES[asked.place].run(() => run(name, asked), asked);

async function run<Each>(
  name: string,
  { input, ports, budget, signal, entry }: Asked<Each>,
): Promise<OutputOf<Each>> {
  const process = (entry === undefined && takeIdle()) || new IsolatedProcess(entry);
  // The process may be of an earlier request: what its ports log belongs to this one.
  const channel = new Channel(process, ports, AsyncLocalStorage.snapshot());
  const abort = () => process.kill();
  signal.addEventListener('abort', abort, { once: true });
  try {
    const end = await channel.run({ kind: 'start', work: name, input, budget });
    signal.throwIfAborted();
    if (end.kind === 'done') {
      if (end.megabytes < SLIM && entry === undefined) keep(process);
      else process.kill();
      return end.output as OutputOf<Each>;
    }
    process.kill();
    if (end.kind === 'failed') throw errorOf(end.failure, channel);
    throw new HttpError('too costly', { reason: reasonOf(end.verdict, budget) });
  } finally {
    channel.close();
    signal.removeEventListener('abort', abort);
  }
}

function takeIdle(): IsolatedProcess | undefined {
  for (let next = idle.pop(); next; next = idle.pop()) {
    clearTimeout(next.timer);
    if (next.process.isAlive) {
      next.process.hold();
      return next.process;
    }
  }
  return undefined;
}

function keep(process: IsolatedProcess): void {
  process.release();
  const timer = setTimeout(() => {
    idle.splice(
      idle.findIndex((each) => each.process === process),
      1,
    );
    process.kill();
  }, KEPT_IDLE);
  timer.unref();
  idle.push({ process, timer });
}

function errorOf(failure: Failure, channel: Channel): unknown {
  if (failure.kind === 'port') return channel.thrown(failure.number);
  if (failure.kind === 'other') return new Error(`isolated work: ${failure.text}`);
  const { code, particulars, cause } = failure;
  return new HttpError(code, particulars as never, cause === '' ? undefined : new Error(cause));
}

function reasonOf(verdict: string, { seconds, megabytes }: Budget): string {
  const [part, had] = verdict.split(' ');
  if (part === 'time') return `time: ${had} s; at most ${seconds} s`;
  if (part === 'memory' && had !== undefined) return `memory: ${had} MB; at most ${megabytes} MB`;
  // V8 or the platform has ended it.
  if (part === 'memory') return `memory: more than ${megabytes} MB`;
  return 'reading it has ended its process';
}
