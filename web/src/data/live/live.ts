/**
 * Listeners on records: one per query, shared by all components that use it, stopped when none does or, most of them, when the
 * tab is hidden.
 */
import { useEffect, useMemo } from 'react';
import { signInHasEnded } from '../account.ts';
import { type Readable, Store, useStore } from './store.ts';
import { visible } from './visibility.ts';

/** `waiting`: no data yet. `failed`: no data for now; `denied` if the security rules refuse it. */
export type Live<T> =
  | { state: 'waiting' }
  | { state: 'ready'; value: T; isFromCache: boolean }
  | { state: 'failed'; denied: boolean; error: Error };

export interface Sink<T> {
  next: (value: T, isFromCache?: boolean) => void;
  /** The server does not respond and the cache is empty. The listener continues and may still get data. */
  away: () => void;
  /**
   * The listener has ended. It is restarted, but after a refusal by the rules only if permission may follow.
   * @param mayFollow whether it may
   */
  fail: (error: Error, mayFollow?: boolean) => void;
}

/** Starts to listen. @returns a function that stops it */
export type Source<T> = (sink: Sink<T>) => Promise<() => void>;

/** Milliseconds that a listener is kept after its last use, or after the tab is hidden: people often come right back. */
const LINGER = 3_000;
/** Milliseconds until a failed listener is restarted. */
const RETRY = 5_000;
/** Milliseconds until a listener that was permitted before is restarted after a refusal. */
const DOUBT = 500;
/** Milliseconds that an empty cache waits for the server's answer. */
const PATIENCE = 3_000;

const WAITING = { state: 'waiting' } as const;

const cached = new Set<object>();

/** Whether anything on the page comes from the cache because the database does not respond. */
export const isCached = new Store(false);

function noteOrigin(feed: object, isFromCache: boolean): void {
  if (isFromCache) cached.add(feed);
  else cached.delete(feed);
  isCached.set(cached.size > 0);
}

/** One query, and the number of components that use it. */
class Feed<T> {
  readonly store = new Store<Live<T>>(WAITING);
  readonly #source: Source<T>;
  readonly #onEnd: () => void;
  readonly #isWanted: Readable<boolean>;
  #readers = 0;
  #stop: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  /** Refused since it was last answered. */
  #isRefused = false;

  constructor(source: Source<T>, isWanted: Readable<boolean>, onEnd: () => void) {
    this.#source = source;
    this.#isWanted = isWanted;
    this.#onEnd = onEnd;
  }

  join(): () => void {
    this.#readers += 1;
    const leave = this.#isWanted.subscribe(() => this.#adjust());
    this.#adjust();
    return () => {
      leave();
      this.#readers -= 1;
      this.#adjust();
    };
  }

  /** Listens while a component uses it and it is wanted; otherwise stops after a moment. */
  #adjust(): void {
    clearTimeout(this.#timer);
    if (this.#readers > 0 && this.#isWanted.get()) this.#listen();
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
        this.#isRefused = false;
        const known = this.store.get();
        if (known.state === 'ready' && known.value === value && known.isFromCache === isFromCache) return;
        this.store.set({ state: 'ready', value, isFromCache });
        noteOrigin(this, isFromCache);
      },
      away: () => {
        if (!isOver) this.#reportAway();
      },
      fail: (error, mayFollow = false) => {
        if (!isOver) this.#fail(error, mayFollow);
      },
    };
    this.#source(sink).then((stop) => {
      end = stop;
      if (isOver) stop();
    }, sink.fail);
  }

  /** Waits before it reports a failure, because the server's answer usually follows in a moment. */
  #reportAway(): void {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => {
      if (this.store.get().state === 'ready') noteOrigin(this, true);
      else
        this.store.set({ state: 'failed', denied: false, error: new Error('The database does not answer') });
    }, PATIENCE);
  }

  #fail(error: Error, mayFollow: boolean): void {
    this.#release();
    // Rules deny everything after the sign-in has ended: what was read stays, and is followed again after the next sign-in.
    if (signInHasEnded()) return;
    const denied = /permission.denied/i.test((error as Error & { code?: string }).code ?? '');
    // A refusal of the time without sign-in may arrive after the next one.
    if (denied && !this.#isRefused && this.store.get().state === 'ready') {
      this.#isRefused = true;
      this.#timer = setTimeout(() => this.#adjust(), DOUBT);
      return;
    }
    this.store.set({ state: 'failed', denied, error });
    if (!denied || mayFollow) this.#timer = setTimeout(() => this.#adjust(), RETRY);
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

/** The feed that everything with this key shares. */
export function feedOf<T>(key: string, source: Source<T>, isWanted: Readable<boolean> = visible): Feed<T> {
  let feed = feeds.get(key) as Feed<T> | undefined;
  if (!feed) {
    feed = new Feed(source, isWanted, () => feeds.delete(key));
    feeds.set(key, feed as Feed<unknown>);
  }
  return feed;
}

const NOTHING = new Store<Live<never>>(WAITING);

/**
 * The result of a query, now and whenever it changes.
 * @param key identifies the query: components with the same key share one listener; null reads nothing
 * @param isWanted while it is false, nothing is read, and what was read stays; by default while the tab is hidden
 */
export function useLive<T>(key: string | null, source: Source<T>, isWanted?: Readable<boolean>): Live<T> {
  // Depends on the key alone: the source is a new function in each render.
  const feed = useMemo(() => (key === null ? null : feedOf(key, source, isWanted)), [key]);
  useEffect(() => feed?.join(), [feed]);
  return useStore<Live<T>>(feed?.store ?? (NOTHING as Store<Live<T>>));
}
