/** Frames that were tried and failed, and when each of them is due again. */
import { waitBefore } from '../../../client/src/retry.ts';
import type { Entry } from '../spool/entry.ts';

/** They are held in memory, so they are few; while they are this many, no other frame is tried. */
const MOST = 64;
/** Of a frame that may itself be the reason why it fails. Milliseconds. */
const OWN = { base: 1_000, limit: 600_000 };

interface Tried {
  entry: Entry;
  failures: number;
  /** On the clock of this class. */
  due: number;
  isTaken: boolean;
}

export class Deferred {
  readonly #now: () => number;
  readonly #tried = new Map<number, Tried>();

  /** @param now milliseconds of a monotonic clock */
  constructor(now: () => number) {
    this.#now = now;
  }

  get isFull(): boolean {
    return this.#tried.size >= MOST;
  }

  /**
   * The frame that is due and failed least of its own, the oldest of these.
   * @param withOwn also one that failed of its own
   */
  take(withOwn: boolean): Entry | undefined {
    const due = this.#idle().filter((each) => each.due <= this.#now() && (withOwn || each.failures === 0));
    due.sort((one, other) => one.failures - other.failures || one.entry.number - other.entry.number);
    const [first] = due;
    if (first) first.isTaken = true;
    return first?.entry;
  }

  /** @param isOwn this frame may be the reason: it waits by itself, and others go on */
  add(entry: Entry, isOwn: boolean): void {
    const failures = (this.#tried.get(entry.number)?.failures ?? 0) + (isOwn ? 1 : 0);
    const wait = isOwn ? waitBefore(OWN, failures) : 0;
    this.#tried.set(entry.number, { entry, failures, due: this.#now() + wait, isTaken: false });
  }

  remove({ number }: Entry): void {
    this.#tried.delete(number);
  }

  /** Milliseconds until the next one is due; undefined without any. */
  get wait(): number | undefined {
    const dues = this.#idle().map(({ due }) => due);
    return dues.length === 0 ? undefined : Math.max(0, Math.min(...dues) - this.#now());
  }

  /** When the oldest was spooled, Unix milliseconds. */
  get oldestTime(): number | undefined {
    const times = [...this.#tried.values()].map(({ entry }) => entry.time);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  #idle(): Tried[] {
    return [...this.#tried.values()].filter(({ isTaken }) => !isTaken);
  }
}
