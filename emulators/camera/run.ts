/** A camera's whole session: start, frames in real concurrency at the pace that was asked for, stop. */
import { setTimeout as wait } from 'node:timers/promises';
import { frameCall, sessionCall } from './calls.ts';
import { CameraError } from './camera-error.ts';
import { drawnFrames, type FrameSource, folderFrames } from './frames.ts';
import type { CameraOptions } from './options.ts';
import { type Outcome, send } from './send.ts';
import { type Summary, Tally } from './tally.ts';

export interface Watch {
  /** Aborted: no further frame is sent, and the session is stopped. */
  signal?: AbortSignal;
  /** Told once the session runs. `tally` goes on counting. */
  onStart?: (tally: Tally, total: number) => void;
}

const FRAMES = 100;

/** A session call is not worth the half minute that a frame is. */
const SESSION_ATTEMPTS = 4;

/** @throws CameraError where the session cannot begin or the folder cannot be used */
export async function runCamera(options: CameraOptions, watch: Watch = {}): Promise<Summary> {
  const source = options.dir
    ? await folderFrames(options.dir)
    : await drawnFrames(options, options.count ?? FRAMES);
  const total = options.count ?? source.length ?? FRAMES;
  const isOurs = await start(options);
  const tally = new Tally();
  watch.onStart?.(tally, total);
  try {
    await sendAll({ options, source, total, tally, signal: watch.signal });
  } catch (error) {
    if (isOurs) await stop(options);
    throw error;
  }
  tally.finish();
  return tally.summary(isOurs ? await stop(options) : null);
}

/** @returns whether the session is ours to stop */
async function start(options: CameraOptions): Promise<boolean> {
  const outcome = await sendSession(options, 'start');
  if (outcome.kind === 'done') return true;
  if (outcome.kind === 'failed') {
    throw new CameraError(
      `${options.monitor} was not started: ${outcome.reason}. Does ${options.url} serve it (npm start)?`,
    );
  }
  if (outcome.status === 409) {
    // A try of our own whose answer was lost had started it.
    if (outcome.retries > 0) return true;
    if (options.join) return false;
    const hint = `Stop it (${options.url}/monitor/${options.monitor}/stop) or take part with --join.`;
    throw new CameraError(`${options.monitor}: ${outcome.sentence}. A session runs already. ${hint}`);
  }
  throw new CameraError(`${options.monitor} was not started: ${outcome.status} ${outcome.sentence}`);
}

/** @returns the problem, or null; a session that someone else stopped is none. */
async function stop(options: CameraOptions): Promise<string | null> {
  const outcome = await sendSession(options, 'stop');
  if (outcome.kind === 'done' || (outcome.kind === 'refused' && outcome.status === 409)) return null;
  return outcome.kind === 'failed' ? outcome.reason : `${outcome.status} ${outcome.sentence}`;
}

const sendSession = (options: CameraOptions, action: 'start' | 'stop'): Promise<Outcome> =>
  send(sessionCall(options, action), {
    ...options.retry,
    attempts: Math.min(SESSION_ATTEMPTS, options.retry.attempts),
  });

interface Work {
  options: CameraOptions;
  source: FrameSource;
  total: number;
  tally: Tally;
  signal: AbortSignal | undefined;
}

/** As many lanes as requests may be in flight; each takes the next frame when it is due. */
async function sendAll(work: Work): Promise<void> {
  const { options, total, tally, signal } = work;
  const begin = performance.now();
  const lane = async (): Promise<void> => {
    while (tally.sent < total && !signal?.aborted) {
      const index = tally.sent;
      tally.sent += 1;
      const due = options.fps === 0 ? 0 : begin + (index * 1000) / options.fps - performance.now();
      if (due > 0) await wait(due, undefined, signal ? { signal } : {}).catch(() => {});
      if (signal?.aborted) tally.sent -= 1;
      else await sendFrame(work, index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.concurrency, total) }, lane));
}

async function sendFrame({ options, source, tally, signal }: Work, index: number): Promise<void> {
  const frame = await source.take(index);
  const onRetry = (): void => {
    tally.retries += 1;
  };
  tally.note(frame.name, await send(frameCall(options, frame, Date.now()), options.retry, signal, onRetry));
}
