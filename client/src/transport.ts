/** Carries calls to the service: addresses, credentials, tries, deadlines. */
import { attempt, bodyOf, failureOf } from './attempt.ts';
import { didNothing, isWorthRetry, pause, type RetryPolicy, waitBefore } from './retry.ts';
import type { SightlineError } from './sightline-error.ts';

/** What may be said with every call. */
export interface CallOptions {
  /** Ends the call, whatever it waits for; it then throws a SightlineError of kind `aborted`. */
  signal?: AbortSignal | undefined;
  /** Milliseconds for the whole call, all tries and waits included. */
  deadline?: number | undefined;
}

export interface Request<T> {
  method: 'GET' | 'POST' | 'DELETE';
  /** Below the base address, percent-encoded. */
  path: string;
  /** What is undefined is left out. */
  query?: Record<string, string | number | boolean | undefined>;
  json?: unknown;
  bytes?: { body: Uint8Array; mediaType: string };
  /** Done twice it leaves the same as done once: it is tried again whatever became of an earlier try. */
  isRepeatable: boolean;
  /** It may work for minutes: a try has the whole deadline. */
  isLong?: boolean;
  /** The body of its answer is left unread. */
  isOpen?: boolean;
  /** A refusal that means that an earlier try, whose answer was lost, did the work; and what that would have said. */
  doneBefore?: { status: number; result: T };
  /** Takes the result out of the body; undefined where that is not the service's. */
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

/** Milliseconds, where the caller sets none. A training file or an archive of a large dataset takes minutes. */
const DEADLINE = 120_000;
const LONG_DEADLINE = 900_000;

/** One call, through all of its tries. */
interface Course {
  requestId: string;
  signal: AbortSignal | undefined;
  /** By the clock of `performance.now()`. */
  end: number;
}

export class Transport {
  readonly settings: Settings;

  constructor(settings: Settings) {
    this.settings = settings;
  }

  /** @throws SightlineError */
  call<T>(request: Request<T>, options: CallOptions = {}): Promise<T> {
    return this.#insist(request, options, async (response, requestId) => {
      const body = await bodyOf(response);
      const result = response.ok ? request.read(body) : undefined;
      if (result === undefined) throw failureOf(response, body, requestId);
      return result;
    });
  }

  /** An answer of the wished kind as it begins to come; its body is the caller's to read. @throws SightlineError */
  open(request: Request<Response>, isWished: (response: Response) => boolean, options: CallOptions = {}) {
    return this.#insist({ ...request, isOpen: true }, options, async (response, requestId) => {
      if (isWished(response)) return response;
      throw failureOf(response, await bodyOf(response), requestId);
    });
  }

  async #insist<T>(
    request: Request<T>,
    options: CallOptions,
    take: (response: Response, requestId: string) => Promise<T>,
  ): Promise<T> {
    const { retry } = this.settings;
    const deadline = options.deadline ?? (request.isLong ? LONG_DEADLINE : DEADLINE);
    const course = { requestId: newRequestId(), signal: options.signal, end: performance.now() + deadline };
    let mayBeDone = false;
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#try(request, course, take);
      } catch (thrown) {
        const error = thrown as SightlineError;
        const { doneBefore } = request;
        if (mayBeDone && doneBefore?.status === error.status) return doneBefore.result;
        if (tries >= retry.attempts || !isWorthRetry(error, request.isRepeatable)) throw error;
        mayBeDone ||= !didNothing(error);
        const wait = waitBefore(retry, tries, error.retryAfter);
        if (performance.now() + wait >= course.end) throw error;
        await pause(wait, course.signal);
      }
    }
  }

  #try<T>(
    request: Request<T>,
    { requestId, signal, end }: Course,
    take: (response: Response, requestId: string) => Promise<T>,
  ): Promise<T> {
    const left = Math.max(0, Math.round(end - performance.now()));
    const { timeout } = this.settings.retry;
    // A try that is given up although it works may only be one that can be made again.
    const patience = request.isRepeatable && !request.isLong ? Math.min(left, timeout) : left;
    const send = async (init: RequestInit) =>
      this.settings.fetch(this.#addressOf(request), {
        ...init,
        ...(await this.#contentOf(request, requestId)),
      });
    const { isOpen = false } = request;
    return attempt({ requestId, signal, patience, isOpen }, send, (response) => take(response, requestId));
  }

  #addressOf({ path, query = {} }: Pick<Request<unknown>, 'path' | 'query'>): string {
    const said = Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const search = new URLSearchParams(said).toString();
    return `${this.settings.baseUrl}${path}${search && `?${search}`}`;
  }

  async #contentOf({ method, json, bytes }: Request<unknown>, requestId: string): Promise<RequestInit> {
    const { token, deviceKey } = this.settings;
    // Asked at each try: a token may have run out while the one before waited.
    const bearer = token && (await token());
    const headers = {
      'X-Request-Id': requestId,
      ...(bearer && { Authorization: `Bearer ${bearer}` }),
      ...(deviceKey !== undefined && { 'X-Device-Key': deviceKey }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...(bytes && { 'Content-Type': bytes.mediaType }),
    };
    const text = json === undefined ? undefined : JSON.stringify(json);
    const body = (bytes?.body as Uint8Array<ArrayBuffer> | undefined) ?? text;
    return { method, headers, ...(body !== undefined && { body }) };
  }
}

/** The same at each try of a call, so that the service's log shows them together. `randomUUID` needs a secure page. */
function newRequestId(): string {
  const random = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(random, (each) => each.toString(16).padStart(2, '0')).join('');
}
