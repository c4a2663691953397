/** A map that holds the few entries used last; `onDrop` is called with each one that leaves. */
export class LruCache<K, V> {
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
    this.delete(key);
    this.#entries.set(key, value);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#most) return;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    const dropped = this.#entries.get(key);
    this.#entries.delete(key);
    if (dropped !== undefined) this.#onDrop(dropped);
  }

  clear(): void {
    for (const key of [...this.#entries.keys()]) this.delete(key);
  }
}
