import { sessions } from '../adapters/firestore/sessions/sessions.ts';

/**
 * Milliseconds between two updates of one monitor by one process. Clients look at most once a second (Spec 8), and a
 * Realtime Database accepts 64 MB a minute; one update with its picture is 3 KB.
 */
export const INTERVAL = 1000;
/**
 * If several processes store frames of one monitor, each updates less often: its interval grows with the number of
 * processes, up to this factor. Together they update as often as one alone would.
 */
const MOST_SHARES = 20;
/**
 * Milliseconds for which a process that stores all frames adds its own to the last count instead of counting again: a count
 * is a read.
 */
const COUNT_SERVES = 5_000;
/** A process assumes that it is alone while others store at most 5 frames for each 100 of its own. */
const ALONE = 1.05;
/** Weight of earlier intervals against the newest one: a few frames alone say little about shares. */
const MEMORY = 0.7;

/** The number and rate of frames of a monitor's running session, and the pace at which this process updates its live state. */
export class LiveCount {
  /** The last count, of which session, and when it ended; null before the first. */
  #counted: { session: string; total: number; at: number } | null = null;
  /** New frames of this process in that session since then. */
  #mine = 0;
  /** Frames of the minute before the last count of them, when that ended, and new frames of this process since then. */
  #lastMinute: { session: string; frames: number; at: number; mine: number } | null = null;
  /** Frames of this process and of all processes, with decreasing weight for earlier intervals. */
  #seen = { mine: 0, all: 0 };
  /** Milliseconds between two updates. */
  interval = INTERVAL;

  /** This process has stored a new frame. */
  note(session: string): void {
    if (session === this.#counted?.session) this.#mine += 1;
    if (session === this.#lastMinute?.session) this.#lastMinute.mine += 1;
  }

  /** A session has begun. */
  forget(): void {
    this.#counted = null;
  }

  /** Counted, or for a few seconds known from the last count. */
  async total(session: string): Promise<number> {
    const counted = this.#counted;
    const isAlone = this.#seen.mine > 0 && this.#seen.all <= ALONE * this.#seen.mine;
    if (counted?.session === session && isAlone && Date.now() - counted.at < COUNT_SERVES)
      return counted.total + this.#mine;
    return this.count(session);
  }

  /** Frames of the last minute, of all processes: counted, or for a few seconds known from the last count (Contract 19). */
  async rate(session: string): Promise<number> {
    const known = this.#lastMinute;
    if (known?.session === session && Date.now() - known.at < COUNT_SERVES) return known.frames + known.mine;
    const frames = await sessions.countMinute(session);
    this.#lastMinute = { session, frames, at: Date.now(), mine: 0 };
    return frames;
  }

  async count(session: string): Promise<number> {
    const total = await sessions.count(session);
    this.#pace(session, total);
    this.#counted = { session, total, at: Date.now() };
    this.#mine = 0;
    return total;
  }

  #pace(session: string, total: number): void {
    const seen = this.#seen;
    // At first nothing is known.
    const known = this.#counted?.session === session && total >= this.#counted.total ? this.#counted : null;
    seen.mine = known ? seen.mine * MEMORY + this.#mine : 0;
    seen.all = known ? seen.all * MEMORY + total - known.total : 0;
    const shares = seen.all / Math.max(0.5, seen.mine);
    this.interval = INTERVAL * Math.min(Math.max(1, shares), MOST_SHARES);
  }
}
