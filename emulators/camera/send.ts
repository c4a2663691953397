/** A frame or a session call, and its outcome. */
import { SightlineError } from '../../client/src/index.ts';
import type { Frame } from './frames.ts';
import { type CallWatch, callMonitor, DEADLINE, wordsFor } from './monitor-calls.ts';
import type { CameraOptions } from './options.ts';

/**
 * `done`: success. `refused`: an error answer with its sentence. `failed`: no usable answer.
 * `took` is milliseconds from the first attempt.
 */
export type Outcome = { took: number } & (
  | { kind: 'done'; id: string }
  | { kind: 'refused'; status: number; sentence: string }
  | { kind: 'failed'; reason: string }
);

/** Unset fields are left out, so that the service's defaults apply. */
export function sendFrame(options: CameraOptions, frame: Frame, watch: CallWatch): Promise<Outcome> {
  const { name, bytes, date = Date.now() } = frame;
  const about = {
    ...(options.dataset !== null && { dataset: options.dataset }),
    ...(options.tag !== null && { tag: options.tag }),
  };
  return settle(options, async () =>
    callMonitor(options, watch, async (monitor, signal) => {
      const { id } = await monitor.upload(bytes, { date, name, ...about, signal, deadline: DEADLINE });
      return id;
    }),
  );
}

export const sendSession = (
  options: CameraOptions,
  action: 'start' | 'stop',
  watch: CallWatch,
): Promise<Outcome> =>
  settle(options, () =>
    callMonitor(options, watch, async (monitor, signal) => {
      const call = { signal, deadline: DEADLINE };
      await (action === 'start' ? monitor.start({}, call) : monitor.stop(call));
      return '';
    }),
  );

async function settle({ url }: CameraOptions, work: () => Promise<string>): Promise<Outcome> {
  const begin = performance.now();
  const outcome = await work().then(
    (id) => ({ kind: 'done' as const, id }),
    (error: unknown) => outcomeOf(error, url),
  );
  return { ...outcome, took: performance.now() - begin };
}

/** A busy or failing server may answer later; any other error is final. */
function outcomeOf(error: unknown, url: string) {
  if (!(error instanceof SightlineError)) throw error;
  const { status, message } = error;
  const isFinal = status >= 300 && status < 500 && status !== 429;
  return isFinal
    ? { kind: 'refused' as const, status, sentence: message }
    : { kind: 'failed' as const, reason: wordsFor(error, url) };
}
