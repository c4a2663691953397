import { useSyncExternalStore } from 'react';

/** An observable value. `useStore` renders a component again when it, or the part of it that is asked for, changes. */
export class Store<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  readonly get = (): T => this.#value;

  readonly set = (value: T): void => {
    if (Object.is(value, this.#value)) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

type Readable<T> = Pick<Store<T>, 'get' | 'subscribe'>;

export const useStore = <T>(store: Readable<T>): T => useSyncExternalStore(store.subscribe, store.get);

/** @param pick gives a part that is the same object while nothing of it has changed */
export const usePart = <T, Part>(store: Readable<T>, pick: (value: T) => Part): Part =>
  useSyncExternalStore(store.subscribe, () => pick(store.get()));
