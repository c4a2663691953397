/** Listeners on records: one for each query, shared by whoever shows it, released when nobody does or the tab is hidden. */
import { useEffect, useMemo } from 'react';
import { Store, useStore } from './store.ts';
import { visible } from './visibility.ts';

/** `waiting`: nothing has come yet. `failed`: nothing comes for now; `denied` where the rules refuse. */
export type Live<T> =
  | { state: 'waiting' }
  | { state: 'ready'; value: T; isFromCache: boolean }
  | { state: 'failed'; denied: boolean; error: Error };

export interface Sink<T> {
  next: (value: T, isFromCache?: boolean) => void;
  /** The server does not answer and the cache has nothing; the listener goes on and may still get something. */
  away: () => void;
  /** The listener has ended. */
  fail: (error: Error) => void;
}

/** Begins to listen. @returns what ends it */
export type Source<T> = (sink: Sink<T>) => Promise<() => void>;

/** Milliseconds that a listener outlives its last reader, or a tab that is hidden: people go back and forth. */
const LINGER = 3_000;
/** Milliseconds until a listener that failed is tried again. */
const RETRY = 5_000;
/** Milliseconds that an empty cache waits for the server's word. */
const PATIENCE = 3_000;

const WAITING = { state: 'waiting' } as const;

const cached = new Set<object>();

/** Whether something that is shown comes from the cache, because the database does not answer. */
export const isCached = new Store(false);

function noteOrigin(feed: object, isFromCache: boolean): void {
  if (isFromCache) cached.add(feed);
  else cached.delete(feed);
  isCached.set(cached.size > 0);
}

/** One query and who shows it. */
class Feed<T> {
  readonly store = new Store<Live<T>>(WAITING);
  readonly #source: Source<T>;
  readonly #onEnd: () => void;
  #readers = 0;
  #stop: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;

  constructor(source: Source<T>, onEnd: () => void) {
    this.#source = source;
    this.#onEnd = onEnd;
  }

  join(): () => void {
    this.#readers += 1;
    const leave = visible.subscribe(() => this.#adjust());
    this.#adjust();
    return () => {
      leave();
      this.#readers -= 1;
      this.#adjust();
    };
  }

  /** Listens where somebody looks; else lets go after a moment. */
  #adjust(): void {
    clearTimeout(this.#timer);
    if (this.#readers > 0 && visible.get()) this.#listen();
    else this.#timer = setTimeout(() => this.#release(), LINGER);
  }

  #listen(): void {
    if (this.#stop) return;
    let end: (() => void) | undefined;
    let isOver = false;
    this.#stop = () => {
      isOver = true;
      end?.();
    };
    const sink: Sink<T> = {
      next: (value, isFromCache = false) => {
        if (isOver) return;
        clearTimeout(this.#patience);
        const known = this.store.get();
        if (known.state === 'ready' && known.value === value && known.isFromCache === isFromCache) return;
        this.store.set({ state: 'ready', value, isFromCache });
        noteOrigin(this, isFromCache);
      },
      away: () => {
        if (!isOver) this.#tellAway();
      },
      fail: (error) => {
        if (!isOver) this.#fail(error);
      },
    };
    this.#source(sink).then((stop) => {
      end = stop;
      if (isOver) stop();
    }, sink.fail);
  }

  /** The server's word mostly follows in a moment. */
  #tellAway(): void {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => {
      if (this.store.get().state === 'ready') noteOrigin(this, true);
      else
        this.store.set({ state: 'failed', denied: false, error: new Error('The database does not answer') });
    }, PATIENCE);
  }

  #fail(error: Error): void {
    this.#release();
    const denied = /permission.denied/i.test((error as Error & { code?: string }).code ?? '');
    this.store.set({ state: 'failed', denied, error });
    if (!denied) this.#timer = setTimeout(() => this.#adjust(), RETRY);
  }

  #release(): void {
    clearTimeout(this.#patience);
    this.#stop?.();
    this.#stop = undefined;
    noteOrigin(this, false);
    if (this.#readers === 0) this.#onEnd();
  }
}

const feeds = new Map<string, Feed<unknown>>();

function feedOf<T>(key: string, source: Source<T>): Feed<T> {
  let feed = feeds.get(key) as Feed<T> | undefined;
  if (!feed) {
    feed = new Feed(source, () => feeds.delete(key));
    feeds.set(key, feed as Feed<unknown>);
  }
  return feed;
}

const NOTHING = new Store<Live<never>>(WAITING);

/**
 * What a query gives, now and whenever it changes.
 * @param key names the query: whoever gives the same key shares its listener; null reads nothing
 */
export function useLive<T>(key: string | null, source: Source<T>): Live<T> {
  // The key says which query it is; the source is a new function at each render.
  const feed = useMemo(() => (key === null ? null : feedOf(key, source)), [key]);
  useEffect(() => feed?.join(), [feed]);
  return useStore<Live<T>>(feed?.store ?? (NOTHING as Store<Live<T>>));
}
