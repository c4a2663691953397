/** A map that holds the few entries used last; `onDrop` is told of each one that leaves. */
export class Recent<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #most: number;
  readonly #onDrop: (value: V) => void;

  constructor(most: number, onDrop: (value: V) => void = () => undefined) {
    this.#most = most;
    this.#onDrop = onDrop;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    for (const [oldest, dropped] of this.#entries) {
      if (this.#entries.size <= this.#most) return;
      this.#entries.delete(oldest);
      this.#onDrop(dropped);
    }
  }

  clear(): void {
    for (const value of this.#entries.values()) this.#onDrop(value);
    this.#entries.clear();
  }
}
