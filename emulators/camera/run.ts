/** One camera session: start, concurrent frames at the requested rate, stop. */
import { setTimeout as wait } from 'node:timers/promises';
import { CameraError } from './camera-error.ts';
import { type FrameSource, sourceOf } from './frames.ts';
import type { CallWatch } from './monitor-calls.ts';
import type { CameraOptions } from './options.ts';
import { sendFrame, sendSession } from './send.ts';
import { type Summary, Tally } from './tally.ts';

export interface Watch {
  /** When it aborts, no more frames are sent and the session is stopped. */
  signal?: AbortSignal;
  /** Called when the session runs. `tally` keeps counting. */
  onStart?: (tally: Tally, total: number) => void;
  /** Called with a sentence when a call keeps failing. */
  onTrouble?: (sentence: string) => void;
}

const FRAMES = 100;

/** @throws CameraError if the session cannot start or the folder cannot be used */
export async function runCamera(options: CameraOptions, watch: Watch = {}): Promise<Summary> {
  const source = await sourceOf(options, options.count ?? FRAMES);
  const total = options.count ?? source.length ?? FRAMES;
  const isOurs = await start(options, watch);
  const tally = new Tally();
  watch.onStart?.(tally, total);
  try {
    await sendAll({ options, source, total, tally, watch });
  } catch (error) {
    if (isOurs) await stop(options, watch);
    throw error;
  }
  tally.finish();
  return tally.summary(isOurs ? await stop(options, watch) : null);
}

/** @returns whether this camera must stop the session */
async function start(options: CameraOptions, watch: Watch): Promise<boolean> {
  const outcome = await sendSession(options, 'start', callWatch(options, watch));
  if (outcome.kind === 'done') return true;
  if (outcome.kind === 'failed')
    throw new CameraError(`${options.monitor} was not started: ${outcome.reason}`);
  if (outcome.status === 409) {
    if (options.join) return false;
    const hint = `Stop it (${options.url}/monitor/${options.monitor}/stop) or take part with --join.`;
    throw new CameraError(`${options.monitor}: ${outcome.sentence}. A session runs already. ${hint}`);
  }
  throw new CameraError(`${options.monitor} was not started: ${outcome.status} ${outcome.sentence}`);
}

/** @returns the problem, or null. A session that someone else stopped is not a problem. */
async function stop(options: CameraOptions, { onTrouble }: Watch): Promise<string | null> {
  // An interrupt ends the frames, but the session must still be stopped.
  const outcome = await sendSession(options, 'stop', callWatch(options, { ...(onTrouble && { onTrouble }) }));
  if (outcome.kind === 'done' || (outcome.kind === 'refused' && outcome.status === 409)) return null;
  return outcome.kind === 'failed' ? outcome.reason : `${outcome.status} ${outcome.sentence}`;
}

const callWatch = ({ url }: CameraOptions, watch: Watch, onRetry = () => {}): CallWatch => ({
  signal: watch.signal,
  onRetry,
  onTrouble: () => watch.onTrouble?.(`No answer from ${url} yet: trying again.`),
});

interface Work {
  options: CameraOptions;
  source: FrameSource;
  total: number;
  tally: Tally;
  watch: Watch;
}

/** One worker for each request in flight; each sends the next frame when it is due. If one fails, the others begin no frame. */
async function sendAll(work: Work): Promise<void> {
  const { options, total, tally } = work;
  const { signal } = work.watch;
  const begin = performance.now();
  let isBroken = false;
  const lane = async (): Promise<void> => {
    while (tally.sent < total && !signal?.aborted && !isBroken) {
      const index = tally.sent;
      tally.sent += 1;
      const due = options.fps === 0 ? 0 : begin + (index * 1000) / options.fps - performance.now();
      if (due > 0) await wait(due, undefined, signal ? { signal } : {}).catch(() => {});
      if (signal?.aborted || isBroken) tally.sent -= 1;
      else await sendNext(work, index);
    }
  };
  const lanes = Array.from({ length: Math.min(options.concurrency, total) }, () =>
    lane().catch((error: unknown) => {
      isBroken = true;
      throw error;
    }),
  );
  // The session is stopped after the last answer.
  await Promise.allSettled(lanes);
  await Promise.all(lanes);
}

async function sendNext({ options, source, tally, watch }: Work, index: number): Promise<void> {
  const frame = await source.take(index);
  const onRetry = (): void => {
    tally.retries += 1;
  };
  tally.note(frame.name, await sendFrame(options, frame, callWatch(options, watch, onRetry)));
}
