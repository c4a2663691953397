/** Long work of this tab for a dataset: it continues when its page is closed, and pages follow its phase. */
import { SightlineError } from '../../../client/src/sightline-error.ts';
import { online } from './live/online.ts';
import { Store } from './live/store.ts';

export interface Running<T> {
  /** Does nothing once the work was stopped. */
  show: (next: T) => void;
  signal: AbortSignal;
}

/** One work for each dataset at a time. */
export class Works<T> {
  readonly #all = new Map<string, { store: Store<T | null>; stop: AbortController }>();

  #of(dataset: string) {
    const work = this.#all.get(dataset) ?? { store: new Store<T | null>(null), stop: new AbortController() };
    this.#all.set(dataset, work);
    return work;
  }

  /** The phase of the work; null without any. */
  store(dataset: string): Store<T | null> {
    return this.#of(dataset).store;
  }

  drop(dataset: string): void {
    const { store, stop } = this.#of(dataset);
    stop.abort();
    store.set(null);
  }

  /**
   * An earlier work is stopped.
   * @param toFailure how a failure is shown, after the phase that was shown last
   */
  async run(
    dataset: string,
    steps: (run: Running<T>) => Promise<void>,
    toFailure: (error: Error, last: T | null) => T,
  ): Promise<void> {
    this.drop(dataset);
    const own = this.#of(dataset);
    own.stop = new AbortController();
    const { signal } = own.stop;
    const show = (next: T) => {
      if (!signal.aborted) own.store.set(next);
    };
    try {
      await steps({ show, signal });
    } catch (error) {
      show(toFailure(error as Error, own.store.get()));
    }
  }
}

/**
 * Stops the work when the browser goes offline: the client would wait longer after each attempt, and would not notice that the
 * connection is back.
 * @throws SightlineError `unreachable` if the browser is offline; the signal's reason if the work was stopped
 */
export async function whileOnline(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const lost = new AbortController();
  const leave = online.subscribe(() => online.get() || lost.abort());
  try {
    if (!online.get()) lost.abort();
    else await work(AbortSignal.any([signal, lost.signal]));
  } catch (error) {
    if (!lost.signal.aborted) throw error;
  } finally {
    leave();
  }
  signal.throwIfAborted();
  if (lost.signal.aborted) throw new SightlineError('Offline', { kind: 'unreachable' });
}
