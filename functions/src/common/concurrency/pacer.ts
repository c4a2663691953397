/**
 * Work that is asked for much more often than it should be done, such as publishing what frames have changed. By key there is
 * one run at a time and at most one that waits for it, which serves everybody who asked meanwhile. Runs keep an interval, and
 * a failure begins a cooldown.
 */
import { LRUCache } from 'lru-cache';
import { type Clock, systemClock } from './clock.ts';
import { Cooldown } from './cooldown.ts';

interface Options {
  /** @returns milliseconds after which to run again, whether somebody asks or not; 0: only if somebody asks */
  run: (key: string) => Promise<number>;
  /**
   * Milliseconds from the start of a run to the next one.
   * @param busy for how long runs have come without a pause when the last one began, milliseconds
   */
  interval: (key: string, busy: number) => number;
  /** A failed run is made again after its cooldown. */
  failed: (key: string) => (error: unknown) => void;
  /** Size of the LRU cache, in keys. One that was dropped from it still runs when its timer is due. */
  most: number;
  clock?: Clock;
}

interface Pace {
  /** Start of the last run, and of the first one after the last pause. */
  began: number;
  since: number;
  running: Promise<void> | null;
  next: Promise<void> | null;
  timer: { due: number; cancel: () => void } | null;
  cooldown: Cooldown;
}

export class Pacer {
  readonly #options: Options;
  readonly #clock: Clock;
  readonly #paces: LRUCache<string, Pace>;

  constructor(options: Options) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    const memoMethod = () => newPace(this.#clock);
    this.#paces = new LRUCache({ max: options.most, memoMethod });
  }

  /**
   * Runs as soon as interval and cooldown allow it. The promise ends with the run, if one starts now.
   * @param isUrgent the interval does not matter, and the promise ends with a run that starts after this call
   */
  async ask(key: string, isUrgent = false): Promise<void> {
    const pace = this.#paces.memo(key);
    const isRunning = pace.running !== null;
    const wait = Math.max(isUrgent ? 0 : this.#wait(key, pace), pace.cooldown.left);
    if (wait > 0) {
      this.#later(key, pace, wait);
      return;
    }
    const run = this.now(key);
    if (isUrgent || !isRunning) await run;
  }

  /** Runs now, or after the run that is under way; neither interval nor cooldown matter. */
  now(key: string): Promise<void> {
    const pace = this.#paces.memo(key);
    if (!pace.running) return this.#run(key, pace);
    pace.next ??= pace.running.then(() => {
      pace.next = null;
      const { left } = pace.cooldown;
      return left > 0 ? this.#later(key, pace, left) : this.#run(key, pace);
    });
    return pace.next;
  }

  /** Runs within so many milliseconds, if interval and cooldown allow it. */
  within(key: string, milliseconds: number): void {
    this.#later(key, this.#paces.memo(key), milliseconds);
  }

  /** True if nothing runs, and the interval is over in at most so many milliseconds. */
  isDue(key: string, milliseconds: number): boolean {
    const pace = this.#paces.memo(key);
    return !pace.running && pace.cooldown.left === 0 && this.#wait(key, pace) <= milliseconds;
  }

  #wait(key: string, { began, since }: Pace): number {
    return began + this.#options.interval(key, began - since) - this.#clock.now();
  }

  /** The timer that is due first stays. */
  #later(key: string, pace: Pace, milliseconds: number): void {
    const due = this.#clock.now() + milliseconds;
    if (pace.timer && pace.timer.due <= due) return;
    pace.timer?.cancel();
    const cancel = this.#clock.after(milliseconds, () => {
      pace.timer = null;
      void this.ask(key);
    });
    pace.timer = { due, cancel };
  }

  #run(key: string, pace: Pace): Promise<void> {
    const now = this.#clock.now();
    const { run, interval, failed } = this.#options;
    if (now - pace.began >= 2 * interval(key, pace.began - pace.since)) pace.since = now;
    pace.began = now;
    pace.timer?.cancel();
    pace.timer = null;
    const running = pace.cooldown
      .run(() => run(key))
      .catch((error: unknown) => {
        failed(key)(error);
        return Math.max(1, pace.cooldown.left);
      });
    pace.running = running.then((again) => {
      pace.running = null;
      if (again > 0) this.#later(key, pace, again);
    });
    return pace.running;
  }
}

const newPace = (clock: Clock): Pace => ({
  began: 0,
  since: 0,
  running: null,
  next: null,
  timer: null,
  cooldown: new Cooldown(undefined, clock),
});
