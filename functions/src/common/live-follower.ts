/**
 * Keeps the live state consistent with the records. It is never incremented: each update reads the records, writes what
 * they say, and reads them again, so that the last of several writers leaves the right state. The next call repairs
 * whatever a killed process left behind.
 */
import { logging } from './log.ts';
import type { Monitor } from './model.ts';
import { rolesOf } from './people.ts';
import type { Frame, LiveState, Monitors, Sessions } from './ports.ts';
import { Rest } from './rest.ts';

/**
 * Milliseconds between two updates of one monitor by one process. Clients look at most once a second (Spec 8), and a
 * Realtime Database takes 64 MB a minute, of which an update with its picture is 3 KB.
 */
const INTERVAL = 1000;
/**
 * If many processes store frames of one monitor, each updates less often, down to this factor, by the share of frames that
 * it sees from others. Together they update as often as one alone would.
 */
const MOST_SHARES = 20;
/**
 * A monitor that was read anyway serves an update that is due within this fraction of an interval, and within a second: with
 * many processes intervals are longer than monitors are remembered.
 */
const ALMOST = 0.25;
/** In intervals. By then a later update has usually made the second check unnecessary. */
const RECHECK_AFTER = 1.6;
/**
 * Milliseconds for which a count serves a process that stores all of a session's frames: a count is a read, and the frames
 * since then are its own.
 */
const COUNT_SERVES = 5_000;
/** By frames of others in a hundred of its own, a process tells that it is not the only one. */
const ALONE = 1.05;
/** Weight of earlier intervals against the newest one: a few frames alone say little about shares. */
const MEMORY = 0.7;

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
  /** Milliseconds between two updates. */
  interval: number;
  /** New frames of this process since the last count. */
  mine: number;
  /** The last count, of which session, and when it ended; null before the first. */
  counted: { session: string; total: number; at: number } | null;
  /** Frames of this process and of all processes, with decreasing weight for earlier intervals. */
  seen: { mine: number; all: number };
  /** The running update, and the one that waits for it, which covers everybody who joins it. */
  running: Promise<void> | null;
  next: Promise<void> | null;
  /** After records that could not be read. */
  rest: Rest;
  /** Timers of the update for frames since the last one, and of the second check. */
  trailing: NodeJS.Timeout | null;
  timer: NodeJS.Timeout | null;
}

/** `total`: frames of the running session, or of the last one; null if that is unknown. */
interface Records {
  record: Monitor;
  total: number | null;
}

export class LiveFollower {
  readonly #ports: Ports;
  readonly #monitors = new Map<string, Following>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /**
   * Call this after a frame has been stored. It is shown at once if the last update is long enough ago, or else with the
   * next update. If the platform freezes the process before that, the `counters` function does it. A frame of a session
   * that has ended is shown at once, because nothing may come after it. After a failure, all frames wait until it has rested.
   */
  async show(monitor: string, { isNew, session, ...frame }: ShownFrame, isLate: boolean): Promise<void> {
    const following = this.#following(monitor);
    if (!following.latest || frame.date >= following.latest.date) following.latest = frame;
    following.sessions.add(session);
    if (isNew) following.mine += 1;
    const wait = isLate ? 0 : following.began + following.interval - Date.now();
    if (wait <= 0 && following.rest.left === 0) return this.follow(monitor);
    this.#followIn(Math.max(wait, following.rest.left), monitor, following);
  }

  #followIn(wait: number, monitor: string, following: Following): void {
    following.trailing ??= setTimeout(() => {
      following.trailing = null;
      // An update may have failed since then.
      const { left } = following.rest;
      if (left > 0) this.#followIn(left, monitor, following);
      else void this.follow(monitor);
    }, wait).unref();
  }

  /**
   * Call this with a monitor that was just read for a frame. If an update is almost due, it is made now: one read serves
   * both.
   */
  offer(record: Monitor): void {
    const following = this.#following(record.id);
    const wait = following.began + following.interval - Date.now();
    const isDue = following.trailing !== null && wait <= Math.min(ALMOST * following.interval, INTERVAL);
    if (isDue && !following.running && following.rest.left === 0)
      void this.#run(record.id, following, record);
  }

  /** Writes what the records say now. An unreachable live state never fails the call: the records are what counts. */
  async follow(monitor: string): Promise<void> {
    const following = this.#following(monitor);
    if (following.running) {
      following.next ??= following.running.then(() => {
        following.next = null;
        const { left } = following.rest;
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
    const following = this.#following(record.id);
    following.latest = null;
    following.counted = null;
    this.#recheckSoon(record.id, following, signOf({ ...record, session }, 0));
  }

  #following(monitor: string): Following {
    let following = this.#monitors.get(monitor);
    if (!following) {
      const pace = { began: 0, interval: INTERVAL, mine: 0, counted: null, seen: { mine: 0, all: 0 } };
      const work = { running: null, next: null, rest: new Rest(), trailing: null, timer: null };
      following = { latest: null, sessions: new Set(), ...pace, ...work };
      this.#monitors.set(monitor, following);
    }
    return following;
  }

  /** @param known the monitor, if it was just read */
  #run(monitor: string, following: Following, known?: Monitor): Promise<void> {
    following.began = Date.now();
    if (following.trailing) clearTimeout(following.trailing);
    following.trailing = null;
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

  /** The number of frames of a running session: counted, or for a few seconds known from the last count. */
  async #total(following: Following, session: string): Promise<number> {
    const { counted, seen } = following;
    const isAlone = seen.mine > 0 && seen.all <= ALONE * seen.mine;
    if (counted?.session === session && isAlone && Date.now() - counted.at < COUNT_SERVES)
      return counted.total + following.mine;
    return this.#count(following, session);
  }

  async #count(following: Following, session: string): Promise<number> {
    const total = await this.#ports.sessions.count(session);
    this.#pace(following, session, total);
    following.counted = { session, total, at: Date.now() };
    following.mine = 0;
    return total;
  }

  #pace(following: Following, session: string, total: number): void {
    const { seen, mine, counted } = following;
    // At first nothing is known.
    const isKnown = counted?.session === session && total >= counted.total;
    const all = isKnown ? total - counted.total : 0;
    seen.mine = isKnown ? seen.mine * MEMORY + mine : 0;
    seen.all = isKnown ? seen.all * MEMORY + all : 0;
    const shares = seen.all / Math.max(0.5, seen.mine);
    following.interval = INTERVAL * Math.min(Math.max(1, shares), MOST_SHARES);
  }

  #recheckSoon(monitor: string, following: Following, shown: string): void {
    if (following.timer) clearTimeout(following.timer);
    const wait = following.interval * RECHECK_AFTER;
    following.timer = setTimeout(() => void this.#recheck(monitor, following, shown), wait).unref();
  }

  /** Writes the state of the records, and returns it. */
  async #show(monitor: string, frame: Frame | null, following: Following, known?: Monitor): Promise<string> {
    const { liveState } = this.#ports;
    const read = await following.rest.afterFailure(() => this.#read(monitor, following, known));
    if (!read) return '';
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
    if (record.session !== '') return { record, total: await this.#total(following, record.session) };
    return { record, total: record.lastSession ? await sessions.settle(record.lastSession.id) : null };
  }

  /**
   * A stop and the next start at other processes are noticed after seconds: frames that were stored in the earlier session
   * meanwhile are in nobody's count.
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
    following.timer = null;
    if (following.running) return;
    try {
      const read = await following.rest.afterFailure(() => this.#readAgain(monitor, following));
      if (read && shown !== signOf(read.record, read.total)) await this.follow(monitor);
    } catch {
      this.#followIn(following.rest.left, monitor, following);
    }
  }

  async #readAgain(monitor: string, following: Following): Promise<Records | null> {
    const record = await this.#ports.monitors.find(monitor);
    if (!record) return null;
    return { record, total: record.session === '' ? null : await this.#count(following, record.session) };
  }
}

/** What the live state shows of a record, and to whom. If two of these differ, an update is needed. */
const signOf = (record: Monitor, total: number | null): string =>
  JSON.stringify([
    record.session,
    record.session === '' ? null : total,
    Object.entries(rolesOf(record)).sort(),
  ]);
