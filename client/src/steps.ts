/** Long work of the service, of which each call does a part. */
import { pause } from './retry.ts';
import { type CallOptions, startDeadline } from './transport.ts';

export type StepOptions<T> = CallOptions & { onProgress?: (step: T) => void };

/** Milliseconds between two steps. */
const BETWEEN = 200;

/** Repeats a call until nothing is left. Without a deadline each step has its own. */
export async function inSteps<T>(
  call: (options: CallOptions) => Promise<T>,
  leftOf: (step: T) => number,
  { onProgress, ...options }: StepOptions<T> = {},
): Promise<T> {
  const left = startDeadline(options.deadline);
  for (;;) {
    const step = await call({ ...options, deadline: left() });
    onProgress?.(step);
    if (leftOf(step) === 0) return step;
    await pause(BETWEEN, options.signal);
  }
}
