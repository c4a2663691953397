/** Monitor routes used by this camera, called through the project's client. */
import { type Monitor, Sightline, type SightlineError } from '../../client/src/index.ts';
import type { CameraOptions } from './options.ts';

/** Milliseconds for one call: eight attempts with their waits, and the time that the service asks for. */
export const DEADLINE = 900_000;

/** Failures of one call before it is reported to the user. */
const PATIENCE = 3;

export interface CallWatch {
  /** Stops further attempts; a request in flight is still answered. */
  signal: AbortSignal | undefined;
  onRetry(): void;
  /** Called once when a call keeps failing. */
  onTrouble(): void;
}

/** Calls the monitor once. @param work receives the signal for the call */
export async function callMonitor<T>(
  { url, monitor, key, retry }: Pick<CameraOptions, 'url' | 'monitor' | 'key' | 'retry'>,
  watch: CallWatch,
  work: (monitor: Monitor, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const tries = new Tries(watch);
  const sightline = new Sightline({
    baseUrl: url,
    retry,
    fetch: tries.fetch,
    ...(key !== null && { deviceKey: key }),
  });
  try {
    return await work(sightline.monitors(monitor), tries.signal);
  } finally {
    tries.end();
  }
}

/** Counts the attempts of one call, and stops them between attempts but never during one. */
class Tries {
  readonly #watch: CallWatch;
  readonly #control = new AbortController();
  #count = 0;
  #isUnderWay = false;

  constructor(watch: CallWatch) {
    this.#watch = watch;
    watch.signal?.addEventListener('abort', this.#interrupt);
  }

  get signal(): AbortSignal {
    return this.#control.signal;
  }

  end(): void {
    this.#watch.signal?.removeEventListener('abort', this.#interrupt);
  }

  readonly fetch: typeof fetch = async (input, init) => {
    if (this.#count > 0 && this.#watch.signal?.aborted) this.#control.abort();
    else if (this.#count > 0) this.#watch.onRetry();
    if (this.#count === PATIENCE) this.#watch.onTrouble();
    this.#count += 1;
    this.#isUnderWay = true;
    try {
      const response = await fetch(input, init);
      this.#isUnderWay = response.status < 500 && response.status !== 429;
      return response;
    } catch (error) {
      this.#isUnderWay = false;
      throw error;
    } finally {
      this.#interrupt();
    }
  };

  readonly #interrupt = (): void => {
    if (this.#watch.signal?.aborted && !this.#isUnderWay) this.#control.abort();
  };
}

/** Why there was no usable answer, in words for the user. */
export function wordsFor(error: SightlineError, url: string): string {
  if (error.kind === 'late') return error.message.replace(/^No/, 'no');
  if (error.kind === 'unreachable') return unreachable(codeOf(error), url);
  if (error.kind === 'aborted') return 'interrupted';
  return `${error.status} ${error.message}`;
}

function unreachable(code: string, url: string): string {
  const { hostname } = new URL(url);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `the address of ${hostname} cannot be found: is this device offline?`;
  if (/^(ECONNREFUSED|E(NET|HOST)(UNREACH|DOWN)|UND_ERR_CONNECT_TIMEOUT)$/.test(code))
    return `nothing answers at ${url}: is it running, and is this device online?`;
  return `the connection to ${hostname} broke${code && ` (${code})`}`;
}

function codeOf(error: unknown): string {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  if (typeof code === 'string') return code;
  return cause === undefined ? '' : codeOf(cause);
}
