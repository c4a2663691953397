/** Attempts of object detection by an outside service, and the errors that become of their failures (Spec 7, Contract 5). */
import { retry } from '../../concurrency/retry.ts';
import { HttpError } from '../../errors.ts';
import { type Fault, faultOf } from '../../foreign-errors.ts';
import type { Detection } from '../../images/detection-ports.ts';

/** Seconds after which a per-minute quota has room again. */
const QUOTA_RETRY = 60;

/** Errors that may be temporary. A quota recovers too, but not within the time of a call. */
const TRANSIENT: ReadonlySet<Fault> = new Set(['deadline', 'unreachable', 'internal']);

/** Retries temporary errors only, and only while the deadline leaves time for another attempt. @throws the reason of `signal` */
export async function detecting<T>(
  { until, signal }: { until: number; signal?: AbortSignal },
  work: (timeout: number) => Promise<T>,
): Promise<T> {
  const isWorthIt = (error: unknown) => TRANSIENT.has(faultOf(error));
  try {
    return await retry(() => work(Math.max(until - Date.now(), 1)), {
      ...{ what: 'detection', until, signal, isWorthIt },
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw errorOf(faultOf(error), error);
  }
}

const SENTENCES = {
  permission: 'permission denied',
  'bad request': 'cannot read this image',
} as const;

function errorOf(fault: Fault, error: unknown): HttpError {
  if (fault === 'quota') return new HttpError('detection quota', { retryAfter: QUOTA_RETRY }, error);
  if (error instanceof HttpError) return error;
  if (fault === 'deadline') return new HttpError('detection late', {}, error);
  if (fault === 'unreachable' || fault === 'internal')
    return new HttpError('detection unreachable', {}, error);
  const reason = fault === 'permission' || fault === 'bad request' ? SENTENCES[fault] : 'failed';
  return new HttpError('detection failed', { reason }, error);
}

/** The box around these coordinates. Detectors draw beyond the edges of the image, and from any corner (Contract 5). */
export function boxAround(xs: readonly number[], ys: readonly number[]): Detection['bbox'] {
  const [[left, right], [top, bottom]] = [reach(xs), reach(ys)];
  return [left, top, right - left, bottom - top];
}

function reach(values: readonly number[]): [number, number] {
  const units = values.map(unit);
  return units.length === 0 ? [0, 0] : [Math.min(...units), Math.max(...units)];
}

/** NaN is 0. */
export const unit = (value: number): number => Math.min(1, Math.max(0, value || 0));
