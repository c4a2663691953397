import { useSyncExternalStore } from 'react';

/** An observable value. `useStore` and `usePart` render a component again when it, or a part of it, changes. */
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

  /** Resolves when the value is as wanted. */
  readonly until = (isWanted: (value: T) => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = () => {
        if (!isWanted(this.#value)) return;
        leave();
        resolve();
      };
      const leave = this.subscribe(look);
      look();
    });
}

export type Readable<T> = Pick<Store<T>, 'get' | 'subscribe'>;

export const useStore = <T>(store: Readable<T>): T => useSyncExternalStore(store.subscribe, store.get);

/** @param pick returns a part. It must be the same object as long as it has not changed */
export const usePart = <T, Part>(store: Readable<T>, pick: (value: T) => Part): Part =>
  useSyncExternalStore(store.subscribe, () => pick(store.get()));
