/**
 * Keeps the live state consistent with the records. It is never incremented: each update reads the records, writes what
 * they say, and reads them again, so that the last of several writers leaves the right state. The next call repairs
 * whatever a killed process left behind.
 */

import { LRUCache } from 'lru-cache';
import { monitors } from '../adapters/firestore/records/monitors.ts';
import { sessions } from '../adapters/firestore/sessions/sessions.ts';
import { liveState } from '../adapters/live-state.ts';
import { Pacer } from '../concurrency/pacer.ts';
import { logging } from '../log.ts';
import { rolesOf } from '../members/people.ts';
import type { Monitor } from '../model.ts';
import { INTERVAL, LiveCount } from './live-count.ts';
import type { Frame } from './live-ports.ts';

/**
 * An update that is due within this fraction of an interval, and within a second, is made as soon as its monitor is read for
 * a frame, because that saves a read. With many processes, intervals are longer than monitors are cached.
 */
const ALMOST = 0.25;
/** In intervals. By then a later update has usually made the second check unnecessary. */
const RECHECK_AFTER = 1.6;
/** Size of the LRU cache, in monitors. One that was dropped from it is followed as by a new process. */
const MOST_MONITORS = 10_000;

/** A stored frame; `isNew` is false for one that had been stored before. */
export interface ShownFrame extends Frame {
  isNew: boolean;
  session: string;
}

interface Following {
  latest: Frame | null;
  /** Sessions of frames since the last update. */
  sessions: Set<string>;
  frames: LiveCount;
  /** True if something is to be shown that no update has shown yet. */
  isChanged: boolean;
  /** The monitor, if it was just read, for the next update. */
  known: Monitor | null;
  /** The sign of what was shown last; null before the first update. */
  shown: string | null;
}

/**
 * `total`: frames of the running session, or of the last one; null if that is unknown. `rate`: frames of the last minute; 0 unless
 * a session runs.
 */
interface Records {
  record: Monitor;
  total: number | null;
  rate: number;
}

export class LiveFollower {
  readonly #find: typeof monitors.find;
  readonly #monitors: LRUCache<string, Following>;
  readonly #pacer: Pacer;

  /** @param find a monitor, by default as it is stored */
  constructor(find = monitors.find) {
    this.#find = find;
    this.#monitors = new LRUCache({ max: MOST_MONITORS, memoMethod: newFollowing });
    this.#pacer = new Pacer({
      run: (monitor) => this.#run(monitor),
      interval: (monitor) => this.#monitors.memo(monitor).frames.interval,
      failed: notUpdated,
      most: MOST_MONITORS,
    });
  }

  /**
   * Call this after a frame has been stored. It is shown at once if the last update is long enough ago, or else with the
   * next update. If the platform freezes the process before that, the `counters` function does it. A frame of a session
   * that has ended is shown at once, because nothing may come after it. After a failure, frames wait until the cooldown is over.
   */
  async show(monitor: string, { isNew, session, ...frame }: ShownFrame, isLate: boolean): Promise<void> {
    const following = this.#monitors.memo(monitor);
    if (!following.latest || frame.date >= following.latest.date) following.latest = frame;
    following.sessions.add(session);
    following.isChanged = true;
    if (isNew) following.frames.note(session);
    await this.#pacer.ask(monitor, isLate);
  }

  /**
   * Call this with a monitor that was just read for a frame. If an update is almost due, it is made now: one read serves
   * both.
   */
  offer(record: Monitor): void {
    const following = this.#monitors.memo(record.id);
    if (!following.isChanged) return;
    if (!this.#pacer.isDue(record.id, Math.min(ALMOST * following.frames.interval, INTERVAL))) return;
    following.known = record;
    void this.follow(record.id);
  }

  /** Writes what the records say now. An unreachable live state never fails the call: the records are what counts. */
  follow(monitor: string): Promise<void> {
    this.#monitors.memo(monitor).isChanged = true;
    return this.#pacer.now(monitor);
  }

  /**
   * Call this after the start of a session was written. The records are checked again, as after every update.
   * @param record as it was read before the start
   */
  confirm(record: Monitor, session: string): void {
    const following = this.#monitors.memo(record.id);
    following.latest = null;
    following.frames.forget();
    following.shown = signOf({ ...record, session }, 0);
    this.#pacer.within(record.id, following.frames.interval * RECHECK_AFTER);
  }

  /** An update, or the second check of the last one. */
  async #run(monitor: string): Promise<number> {
    const following = this.#monitors.memo(monitor);
    if (!following.isChanged && (await this.#isShown(monitor, following))) return 0;
    following.isChanged = false;
    try {
      const read = await this.#read(monitor, following);
      if (await this.#show(monitor, read, following)) return following.frames.interval * RECHECK_AFTER;
    } catch (error) {
      following.isChanged = true;
      throw error;
    }
    following.isChanged = true;
    return 0;
  }

  /** False if it differs from the records: another process may have written an older state after ours. */
  async #isShown(monitor: string, { shown, frames }: Following): Promise<boolean> {
    if (shown === null) return false;
    const record = await this.#find(monitor);
    if (!record) return shown === '';
    return shown === signOf(record, record.session === '' ? null : await frames.count(record.session));
  }

  /**
   * Writes the state of the records. A late frame of a deleted monitor leaves nothing.
   * @returns false if the live state did not take it: no cooldown begins, because the records have answered
   */
  async #show(monitor: string, read: Records | null, following: Following): Promise<boolean> {
    const { latest } = following;
    following.shown = read ? signOf(read.record, read.total) : '';
    try {
      if (!read) await liveState.admit(monitor, null);
      else if (read.record.session !== '')
        await liveState.show(read.record, { ...read, total: read.total ?? 0, frame: latest });
      else await liveState.stop(read.record, read.total, latest);
    } catch (error) {
      notUpdated(monitor)(error);
      return false;
    }
    if (following.latest === latest) following.latest = null;
    return true;
  }

  async #read(monitor: string, following: Following): Promise<Records | null> {
    const record = following.known ?? (await this.#find(monitor));
    following.known = null;
    if (!record) return null;
    await this.#settleOthers(record, following);
    const { session, lastSession } = record;
    if (session === '')
      return { record, total: lastSession ? await sessions.settle(lastSession.id) : null, rate: 0 };
    const [total, rate] = await Promise.all([
      following.frames.total(session),
      following.frames.rate(session),
    ]);
    return { record, total, rate };
  }

  /**
   * A stop and the next start by other processes are noticed only after seconds. Frames that were stored in the old session
   * meanwhile are missing from its count, so it is settled again.
   */
  async #settleOthers(record: Monitor, following: Following): Promise<void> {
    const followed = record.session || record.lastSession?.id;
    const others = [...following.sessions].filter((session) => session !== followed);
    following.sessions.clear();
    try {
      await Promise.all(others.map((session) => sessions.settle(session)));
    } catch (error) {
      for (const session of others) following.sessions.add(session);
      throw error;
    }
  }
}

const notUpdated = (monitor: string) => logging('WARNING', 'live state not updated', { monitor });

const newFollowing = (): Following => ({
  latest: null,
  sessions: new Set(),
  frames: new LiveCount(),
  isChanged: false,
  known: null,
  shown: null,
});

/** What the live state shows of a record, and to whom. If two of these differ, an update is needed. */
const signOf = (record: Monitor, total: number | null): string =>
  JSON.stringify([
    record.session,
    record.session === '' ? null : total,
    Object.entries(rolesOf(record)).sort(),
  ]);

export const follower = new LiveFollower();
