import { LRUCache } from 'lru-cache';
import { sessions } from '../common/adapters/firestore/sessions/sessions.ts';
import { Cooldown } from '../common/concurrency/cooldown.ts';
import { Pacer } from '../common/concurrency/pacer.ts';
import { logging } from '../common/log.ts';
import type { DateRange, SentSession } from '../common/ports.ts';

/**
 * Milliseconds for which a session counts as marked, so that its next frames need no write. The scheduled function settles a
 * session only after it has been marked for longer than a request takes, so that no frame can arrive after the last
 * settling.
 */
const MARKED_FOR = 30_000;
/**
 * Milliseconds between two writes of one session by one process; also the time without frames after which it is settled,
 * unless a cooldown is left.
 */
const INTERVAL = 1_000;
/** Maximum number of sessions that are remembered; the least recently used one is dropped first. */
const MOST = 1_000;

interface Kept {
  session: SentSession;
  /** The record's range, as far as this process knows. */
  range: DateRange;
  markedAt: number;
  marking: Promise<boolean> | null;
  /** Between two settlings. */
  cooldown: Cooldown;
  /** True if frames arrived since the last run of the pacer. */
  isNoisy: boolean;
  isWider: boolean;
}

/**
 * Sessions that frames name (Contract 10). Before a frame is stored, its session is marked; whatever happens then, the
 * scheduled function finds the marked session and settles it from the image records. Until then, start and stop follow
 * about once a second.
 */
export class LateSessions {
  readonly #kept = new LRUCache<string, Kept>({ max: MOST });
  readonly #pacer = new Pacer({
    run: (id) => this.#run(id),
    interval: () => INTERVAL,
    failed: (session) => logging('WARNING', 'session not widened', { session }),
    most: MOST,
  });

  /** Called before the frame is stored. False: the session belongs to another monitor. */
  async note(session: SentSession, date: number): Promise<boolean> {
    const kept = this.#keep(session, date);
    if (Date.now() - kept.markedAt >= MARKED_FOR) {
      kept.marking ??= this.#mark(session.id, kept).finally(() => {
        kept.marking = null;
      });
      if (!(await kept.marking)) return false;
    }
    kept.isNoisy = true;
    this.#pacer.within(session.id, INTERVAL);
    return true;
  }

  #keep(session: SentSession, date: number): Kept {
    const { id } = session;
    const kept = this.#kept.get(id);
    if (!kept) {
      const cooldown = new Cooldown(Number.POSITIVE_INFINITY);
      const state = { markedAt: 0, marking: null, isNoisy: false, isWider: false, cooldown };
      const made: Kept = { session, range: { first: date, last: date }, ...state };
      this.#kept.set(id, made);
      return made;
    }
    const { first, last } = kept.range;
    kept.isWider ||= date < first || date > last;
    kept.range = { first: Math.min(first, date), last: Math.max(last, date) };
    return kept;
  }

  async #mark(id: string, kept: Kept): Promise<boolean> {
    const began = Date.now();
    kept.isWider = false;
    const isOurs = await sessions.widen(kept.session, kept.range, began);
    if (isOurs) kept.markedAt = began;
    else this.#kept.delete(id);
    return isOurs;
  }

  /** Each second while frames come; when none has come since the last one, everything is settled. */
  async #run(id: string): Promise<number> {
    const kept = this.#kept.get(id);
    if (!kept) return 0;
    const { isNoisy, isWider, cooldown } = kept;
    kept.isNoisy = false;
    if (isNoisy && isWider) await this.#mark(id, kept);
    else if (!isNoisy && cooldown.left === 0) return this.#settle(id, kept);
    return isNoisy ? INTERVAL : cooldown.left;
  }

  /** A count costs a read for every thousand images: a camera that sends a frame now and then costs about one a second. */
  async #settle(id: string, { cooldown }: Kept): Promise<number> {
    const began = Date.now();
    let total = 0;
    try {
      total = await sessions.settle(id);
      return 0;
    } finally {
      cooldown.begin(Date.now() - began, total);
    }
  }
}

export const lateSessions = new LateSessions();
