import { type Fault, Faults } from '../../emulators/faults.ts';

/** Faults that count the requests they affected, so that a test can wait for them instead of sleeping. */
export class WatchedFaults extends Faults {
  #met = 0;

  /** Number of affected requests since the last `set`. */
  get met(): number {
    return this.#met;
  }

  override set(list: readonly Fault[]): void {
    this.#met = 0;
    super.set(list);
  }

  override take(method: string, path: string): Fault | undefined {
    const fault = super.take(method, path);
    if (fault) this.#met += 1;
    return fault;
  }
}
