/**
 * Keeps the live state consistent with the records. It is never incremented: each update reads the records, writes what
 * they say, and reads them again, so that the last of several writers leaves the right state. The next call repairs
 * whatever a killed process left behind.
 */
import { LRUCache } from 'lru-cache';
import { Cooldown } from './cooldown.ts';
import { INTERVAL, LiveCount } from './live-count.ts';
import type { Frame, LiveState } from './live-ports.ts';
import { logging } from './log.ts';
import type { Monitor } from './model.ts';
import { rolesOf } from './people.ts';
import type { Monitors, Sessions } from './ports.ts';

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

interface Ports {
  monitors: Monitors;
  sessions: Sessions;
  liveState: LiveState;
}

interface Following {
  latest: Frame | null;
  /** Sessions of frames since the last update. */
  sessions: Set<string>;
  began: number;
  frames: LiveCount;
  /** The running update, and the one that waits for it, which covers everybody who joins it. */
  running: Promise<void> | null;
  next: Promise<void> | null;
  /** After a failed read. */
  cooldown: Cooldown;
  /** Timers of the update for frames since the last one, and of the second check. */
  updateTimer: NodeJS.Timeout | null;
  recheckTimer: NodeJS.Timeout | null;
}

/** `total`: frames of the running session, or of the last one; null if that is unknown. */
interface Records {
  record: Monitor;
  total: number | null;
}

export class LiveFollower {
  readonly #ports: Ports;
  readonly #monitors: LRUCache<string, Following>;

  constructor(ports: Ports) {
    this.#ports = ports;
    const memoMethod = () => newFollowing(ports.sessions);
    this.#monitors = new LRUCache({ max: MOST_MONITORS, memoMethod });
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
    if (isNew) following.frames.note(session);
    const wait = isLate ? 0 : following.began + following.frames.interval - Date.now();
    if (wait <= 0 && following.cooldown.left === 0) return this.follow(monitor);
    this.#followIn(Math.max(wait, following.cooldown.left), monitor, following);
  }

  #followIn(wait: number, monitor: string, following: Following): void {
    following.updateTimer ??= setTimeout(() => {
      following.updateTimer = null;
      // An update may have failed since then.
      const { left } = following.cooldown;
      if (left > 0) this.#followIn(left, monitor, following);
      else void this.follow(monitor);
    }, wait).unref();
  }

  /**
   * Call this with a monitor that was just read for a frame. If an update is almost due, it is made now: one read serves
   * both.
   */
  offer(record: Monitor): void {
    const following = this.#monitors.memo(record.id);
    const { interval } = following.frames;
    const wait = following.began + interval - Date.now();
    const isDue = following.updateTimer !== null && wait <= Math.min(ALMOST * interval, INTERVAL);
    if (isDue && !following.running && following.cooldown.left === 0)
      void this.#run(record.id, following, record);
  }

  /** Writes what the records say now. An unreachable live state never fails the call: the records are what counts. */
  async follow(monitor: string): Promise<void> {
    const following = this.#monitors.memo(monitor);
    if (following.running) {
      following.next ??= following.running.then(() => {
        following.next = null;
        const { left } = following.cooldown;
        return left > 0 ? this.#followIn(left, monitor, following) : this.#run(monitor, following);
      });
      return following.next;
    }
    return this.#run(monitor, following);
  }

  /**
   * Call this after the start of a session was written. The records are checked again, as after every update.
   * @param record as it was read before the start
   */
  confirm(record: Monitor, session: string): void {
    const following = this.#monitors.memo(record.id);
    following.latest = null;
    following.frames.forget();
    this.#recheckSoon(record.id, following, signOf({ ...record, session }, 0));
  }

  /** @param known the monitor, if it was just read */
  #run(monitor: string, following: Following, known?: Monitor): Promise<void> {
    following.began = Date.now();
    if (following.updateTimer) clearTimeout(following.updateTimer);
    following.updateTimer = null;
    const running = this.#update(monitor, following, known)
      .catch(logging('WARNING', 'live state not updated', { monitor }))
      .finally(() => {
        if (following.running === running) following.running = null;
      });
    following.running = running;
    return running;
  }

  async #update(monitor: string, following: Following, known?: Monitor): Promise<void> {
    const { latest } = following;
    const shown = await this.#show(monitor, latest, following, known);
    if (following.latest === latest) following.latest = null;
    this.#recheckSoon(monitor, following, shown);
  }

  #recheckSoon(monitor: string, following: Following, shown: string): void {
    if (following.recheckTimer) clearTimeout(following.recheckTimer);
    const wait = following.frames.interval * RECHECK_AFTER;
    following.recheckTimer = setTimeout(() => void this.#recheck(monitor, following, shown), wait).unref();
  }

  /** Writes the state of the records, and returns it. A late frame of a deleted monitor leaves nothing. */
  async #show(monitor: string, frame: Frame | null, following: Following, known?: Monitor): Promise<string> {
    const { liveState } = this.#ports;
    const read = await following.cooldown.run(() => this.#read(monitor, following, known));
    if (!read) {
      await liveState.admit(monitor, null);
      return '';
    }
    const { record, total } = read;
    if (record.session !== '') await liveState.show(record, record.session, total ?? 0, frame);
    else await liveState.stop(record, total, frame);
    return signOf(record, total);
  }

  async #read(monitor: string, following: Following, known?: Monitor): Promise<Records | null> {
    const { monitors, sessions } = this.#ports;
    const record = known ?? (await monitors.find(monitor));
    if (!record) return null;
    await this.#settleOthers(record, following);
    if (record.session !== '') return { record, total: await following.frames.total(record.session) };
    return { record, total: record.lastSession ? await sessions.settle(record.lastSession.id) : null };
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
      await Promise.all(others.map((session) => this.#ports.sessions.settle(session)));
    } catch (error) {
      for (const session of others) following.sessions.add(session);
      throw error;
    }
  }

  /** Another process may have written an older state after ours: compares, and writes once more if they differ. */
  async #recheck(monitor: string, following: Following, shown: string): Promise<void> {
    following.recheckTimer = null;
    if (following.running) return;
    try {
      const read = await following.cooldown.run(() => this.#readAgain(monitor, following));
      if (shown !== (read ? signOf(read.record, read.total) : '')) await this.follow(monitor);
    } catch {
      this.#followIn(following.cooldown.left, monitor, following);
    }
  }

  async #readAgain(monitor: string, following: Following): Promise<Records | null> {
    const record = await this.#ports.monitors.find(monitor);
    if (!record) return null;
    return { record, total: record.session === '' ? null : await following.frames.count(record.session) };
  }
}

const newFollowing = (sessions: Sessions): Following => ({
  latest: null,
  sessions: new Set(),
  began: 0,
  frames: new LiveCount((session) => sessions.count(session)),
  running: null,
  next: null,
  cooldown: new Cooldown(),
  updateTimer: null,
  recheckTimer: null,
});

/** What the live state shows of a record, and to whom. If two of these differ, an update is needed. */
const signOf = (record: Monitor, total: number | null): string =>
  JSON.stringify([
    record.session,
    record.session === '' ? null : total,
    Object.entries(rolesOf(record)).sort(),
  ]);
