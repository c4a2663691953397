/** One request to the monitor function, tried until it is answered or there is no more use in trying. */
import { setTimeout as wait } from 'node:timers/promises';
import { isWorthRetry, type RetryPolicy, retryAfter, waitBefore } from './backoff.ts';

export interface Call {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string | Buffer<ArrayBuffer>;
}

/** The `data` object of the monitor's answers (Spec 4.3, 7). */
export interface MonitorData {
  error: boolean;
  result: string;
  id?: string;
}

/**
 * `done`: answered as wished. `refused`: answered with a sentence that says why not. `failed`: no answer to go by.
 * `retries` counts the tries after the first, `took` is milliseconds from the first try on.
 */
export type Outcome = { retries: number; took: number } & (
  | { kind: 'done'; data: MonitorData }
  | { kind: 'refused'; status: number; sentence: string }
  | { kind: 'failed'; reason: string }
);

type Try =
  | { kind: 'done'; data: MonitorData }
  | { kind: 'refused'; status: number; sentence: string }
  | { kind: 'again'; reason: string; asked: number | null };

/** @param signal ends the tries; a request that is under way may still be answered. */
export async function send(
  call: Call,
  policy: RetryPolicy,
  signal?: AbortSignal,
  onRetry: () => void = () => {},
): Promise<Outcome> {
  const begin = performance.now();
  for (let failures = 0; ; ) {
    const answer = await tryOnce(call, policy.timeout);
    const soFar = { retries: failures, took: performance.now() - begin };
    if (answer.kind !== 'again') return { ...answer, ...soFar };
    failures += 1;
    if (failures >= policy.attempts || signal?.aborted)
      return { kind: 'failed', reason: answer.reason, ...soFar };
    await rest(waitBefore(policy, failures, answer.asked, Math.random()), signal);
    if (signal?.aborted) return { kind: 'failed', reason: answer.reason, ...soFar };
    onRetry();
  }
}

const rest = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  wait(milliseconds, undefined, signal ? { signal } : {}).catch(() => {});

async function tryOnce({ method, url, headers, body }: Call, timeout: number): Promise<Try> {
  const signal = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, { method, headers, signal, ...(body === undefined ? {} : { body }) });
    return judge(response, await response.text());
  } catch (error) {
    return { kind: 'again', reason: reasonOf(error, timeout), asked: null };
  }
}

function judge(response: Response, text: string): Try {
  const asked = retryAfter(response.headers.get('retry-after'), Date.now());
  const data = dataOf(text);
  if (isWorthRetry(response.status)) {
    return { kind: 'again', reason: `${response.status} ${data?.result ?? ''}`.trim(), asked };
  }
  if (!response.ok) {
    return { kind: 'refused', status: response.status, sentence: data?.result ?? text.slice(0, 200).trim() };
  }
  // Something between us and the function may answer 200 with a page of its own: that acknowledges nothing.
  if (data?.error !== false) return { kind: 'again', reason: `${response.status} without a result`, asked };
  return { kind: 'done', data };
}

function dataOf(text: string): MonitorData | null {
  try {
    const { data } = JSON.parse(text) as { data?: MonitorData };
    return typeof data?.result === 'string' ? data : null;
  } catch {
    return null;
  }
}

function reasonOf(error: unknown, timeout: number): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return `no answer within ${timeout / 1000} s`;
  return cause?.code ?? cause?.message ?? message;
}
