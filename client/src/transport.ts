/** Sends calls to the service: addresses, credentials, retries, deadlines. */
import { attempt, bodyOf, failureOf, type KeepOpen } from './attempt.ts';
import { didNothing, isWorthRetry, pause, type RetryPolicy, waitBefore } from './retry.ts';
import type { SightlineError } from './sightline-error.ts';

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, which then throws a SightlineError of kind `aborted`. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for the whole call, including retries and waits. */
  deadline?: number | undefined;
}

/**
 * For an operation that makes several requests.
 * @returns the milliseconds that are left of its deadline; undefined without one
 */
export function startDeadline(deadline: number | undefined): () => number | undefined {
  const begun = performance.now();
  return () => deadline && Math.max(0, begun + deadline - performance.now());
}

type QueryValue = string | number | boolean | undefined;

export interface Request<T> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the base address, percent-encoded. */
  path: string;
  /** Undefined values are left out; each of a list is a parameter. */
  query?: Record<string, QueryValue | readonly QueryValue[]>;
  json?: unknown;
  /** Idempotency key, the same for each attempt, so that the service makes the changes once. */
  key?: string;
  bytes?: { body: Uint8Array; mediaType: string };
  /** Doing it twice has the same effect as once, so it is retried whatever happened to an earlier attempt. */
  isRepeatable: boolean;
  /** It may take minutes, so an attempt may use the whole deadline. */
  isLong?: boolean;
  /** If a retry fails with `status`, an earlier attempt, whose answer was lost, succeeded: the call returns `result`. */
  doneBefore?: { status: number; result: T };
  /** Extracts the result from the body; undefined if the body is not the service's. */
  read(body: unknown): T | undefined;
}

export interface Settings {
  /** Without a slash at the end. */
  baseUrl: string;
  token: (() => Promise<string | null> | string | null) | undefined;
  deviceKey: string | undefined;
  fetch: typeof fetch;
  retry: RetryPolicy;
}

/** Default deadlines in milliseconds. A training file or an archive of a large dataset takes minutes. */
export const DEADLINE = 120_000;
const LONG_DEADLINE = 900_000;

/** Reads the answer within the time of the attempt; `keepOpen` as in `attempt`. */
type Take<T> = (response: Response, requestId: string, keepOpen: KeepOpen) => Promise<T>;

/** One call with all of its attempts. */
interface Progress {
  requestId: string;
  signal: AbortSignal | undefined;
  /** On the clock of `performance.now()`. */
  end: number;
  /** Whether the last attempt got its token, and so may have reached the service. */
  isSent: boolean;
}

export class Transport {
  readonly settings: Settings;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  /** @throws SightlineError */
  call<T>(request: Request<T>, options: CallOptions = {}): Promise<T> {
    return this.#withRetries(request, options, async (response, requestId) => {
      const body = await bodyOf(response);
      const result = response.ok ? request.read(body) : undefined;
      if (result === undefined) throw failureOf(response, body, requestId);
      return result;
    });
  }

  /** As `call`, but `take` reads the answer, and may leave its body to be read later. @throws SightlineError */
  open<T>(request: Request<T>, take: Take<T>, options: CallOptions = {}): Promise<T> {
    return this.#withRetries(request, options, take);
  }

  async #withRetries<T>(request: Request<T>, options: CallOptions, take: Take<T>): Promise<T> {
    const { retry } = this.settings;
    const deadline = options.deadline ?? (request.isLong ? LONG_DEADLINE : DEADLINE);
    const end = performance.now() + deadline;
    const progress = { requestId: randomId(), signal: options.signal, end, isSent: false };
    let mayBeDone = false;
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#try(request, progress, take);
      } catch (thrown) {
        const error = thrown as SightlineError;
        const { doneBefore } = request;
        if (mayBeDone && doneBefore?.status === error.status) return doneBefore.result;
        if (tries >= retry.attempts || !isWorthRetry(error, request.isRepeatable)) throw error;
        mayBeDone ||= progress.isSent && !didNothing(error);
        const wait = waitBefore(retry, tries, error.retryAfter);
        if (performance.now() + wait >= progress.end) throw error;
        await pause(wait, progress.signal);
      }
    }
  }

  #try<T>(request: Request<T>, progress: Progress, take: Take<T>): Promise<T> {
    progress.isSent = false;
    const { requestId, signal, end } = progress;
    const left = Math.max(0, Math.round(end - performance.now()));
    const { timeout } = this.settings.retry;
    // Only a repeatable call may be abandoned while the service may still be working on it.
    const patience = request.isRepeatable && !request.isLong ? Math.min(left, timeout) : left;
    const send = async (init: RequestInit) => {
      const content = await this.#contentOf(request, requestId);
      progress.isSent = true;
      return this.settings.fetch(this.#addressOf(request), { ...init, ...content });
    };
    return attempt({ requestId, signal, patience }, send, (response, keepOpen) =>
      take(response, requestId, keepOpen),
    );
  }

  #addressOf({ path, query = {} }: Pick<Request<unknown>, 'path' | 'query'>): string {
    const given = Object.entries(query).flatMap(([name, values]) =>
      [values].flat().flatMap((value) => (value === undefined ? [] : [[name, String(value)]])),
    );
    const search = new URLSearchParams(given).toString();
    return `${this.settings.baseUrl}${path}${search && `?${search}`}`;
  }

  async #contentOf({ method, json, bytes, key }: Request<unknown>, requestId: string): Promise<RequestInit> {
    const { token, deviceKey } = this.settings;
    // Fetched for each attempt, because the token may have expired during the wait.
    const bearer = token && (await token());
    const headers = {
      'X-Request-Id': requestId,
      ...(bearer && { Authorization: `Bearer ${bearer}` }),
      ...(deviceKey !== undefined && { 'X-Device-Key': deviceKey }),
      ...(key !== undefined && { 'Idempotency-Key': key }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...(bytes && { 'Content-Type': bytes.mediaType }),
    };
    const text = json === undefined ? undefined : JSON.stringify(json);
    const body = (bytes?.body as Uint8Array<ArrayBuffer> | undefined) ?? text;
    return { method, headers, ...(body !== undefined && { body }) };
  }
}

/** Identifies a call across its attempts. Not `randomUUID`, which needs a secure context. */
export function randomId(): string {
  const random = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(random, (each) => each.toString(16).padStart(2, '0')).join('');
}
