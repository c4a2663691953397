/**
 * Keeps the live state true to the records. It is never counted up: each time, the records are read, what they say is
 * written, and the records are looked at again, so that of two writers the last one has the last word right. Whatever a
 * killed process left undone is mended by the next call.
 */
import { describeError, log } from './log.ts';
import type { Frame, LiveState, Monitors, Sessions } from './ports.ts';

/**
 * Milliseconds between two updates of one monitor by one process: clients look once a second at the most (Spec 8), and a
 * Realtime Database takes 64 MB a minute, of which an update with its thumbnail is 8 KB.
 */
const INTERVAL = 1000;
/**
 * Of many processes that keep frames of one monitor each updates so much more seldom, up to this, as it sees others' frames
 * beside its own: together they update as often as one alone would.
 */
const MOST_SHARES = 20;
/** In intervals: by then a later update has made a second look needless, most of the time. */
const SECOND_LOOK = 1.6;
/** Weight of what was seen before against what has come since the last update: a few frames alone tell little of shares. */
const MEMORY = 0.7;

interface Ports {
  monitors: Monitors;
  sessions: Sessions;
  liveState: LiveState;
}

interface Following {
  latest: Frame | null;
  began: number;
  /** Milliseconds between two updates. */
  interval: number;
  /** Frames of this process since the last update, and how many the session had then. */
  mine: number;
  total: number;
  /** Frames of this process and of all, those of earlier intervals counting less and less. */
  seen: { mine: number; all: number };
  /** The update under way, and the one that waits for it: whoever joins that one is covered by it. */
  running: Promise<void> | null;
  next: Promise<void> | null;
  /** The update that is due for frames since the last one, and the second look at that one. */
  trailing: NodeJS.Timeout | null;
  timer: NodeJS.Timeout | null;
}

export class LiveFollower {
  readonly #ports: Ports;
  readonly #monitors = new Map<string, Following>();

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /**
   * A frame has become durable. It is shown at once where the last update is long enough ago, else when it is, together
   * with those that come until then; a process that the platform freezes before that is followed up by the `counters`
   * function. A frame of a session that has ended is always shown at once, for nothing may come after it.
   */
  async show(monitor: string, frame: Frame, isLate: boolean): Promise<void> {
    const following = this.#following(monitor);
    if (!following.latest || frame.date >= following.latest.date) following.latest = frame;
    following.mine += 1;
    const wait = following.began + following.interval - Date.now();
    if (wait <= 0 || isLate) return this.follow(monitor);
    following.trailing ??= setTimeout(() => void this.follow(monitor), wait).unref();
  }

  /** Writes what the records say now. A live state out of reach never fails the call: the records are what counts. */
  async follow(monitor: string): Promise<void> {
    const following = this.#following(monitor);
    if (following.running) {
      following.next ??= following.running.then(() => {
        following.next = null;
        return this.#run(monitor, following);
      });
      return following.next;
    }
    return this.#run(monitor, following);
  }

  /** The start of a session was written; a look at the records follows, as after every update. */
  confirm(monitor: string, session: string): void {
    const following = this.#following(monitor);
    following.latest = null;
    this.#lookAgainSoon(monitor, following, `${session} 0`);
  }

  #following(monitor: string): Following {
    let following = this.#monitors.get(monitor);
    if (!following) {
      const pace = { began: 0, interval: INTERVAL, mine: 0, total: Number.NaN, seen: { mine: 0, all: 0 } };
      following = { latest: null, ...pace, running: null, next: null, trailing: null, timer: null };
      this.#monitors.set(monitor, following);
    }
    return following;
  }

  #run(monitor: string, following: Following): Promise<void> {
    following.began = Date.now();
    if (following.trailing) clearTimeout(following.trailing);
    following.trailing = null;
    const running = this.#update(monitor, following)
      .catch((error: unknown) => {
        log('WARNING', 'live state not updated', { monitor, reason: describeError(error) });
      })
      .finally(() => {
        if (following.running === running) following.running = null;
      });
    following.running = running;
    return running;
  }

  async #update(monitor: string, following: Following): Promise<void> {
    const { latest, mine } = following;
    following.mine = 0;
    const { shown, total } = await this.#show(monitor, latest);
    if (following.latest === latest) following.latest = null;
    this.#pace(following, mine, total);
    this.#lookAgainSoon(monitor, following, shown);
  }

  #pace(following: Following, mine: number, total: number): void {
    const { seen } = following;
    const all = total - following.total;
    following.total = total;
    // Nothing is known at first, and a session that has just begun has fewer than the last one: then it is ours alone.
    const isKnown = all >= 0;
    seen.mine = isKnown ? seen.mine * MEMORY + mine : 0;
    seen.all = isKnown ? seen.all * MEMORY + all : 0;
    const shares = seen.all / Math.max(0.5, seen.mine);
    following.interval = INTERVAL * Math.min(Math.max(1, shares), MOST_SHARES);
  }

  #lookAgainSoon(monitor: string, following: Following, shown: string): void {
    if (following.timer) clearTimeout(following.timer);
    const wait = following.interval * SECOND_LOOK;
    following.timer = setTimeout(() => void this.#lookAgain(monitor, following, shown), wait).unref();
  }

  /** Writes the truth; returns what it was, and how many frames a running session has. */
  async #show(monitor: string, frame: Frame | null): Promise<{ shown: string; total: number }> {
    const { sessions, liveState } = this.#ports;
    const record = await this.#ports.monitors.find(monitor);
    if (!record) return { shown: '', total: Number.NaN };
    if (record.session !== '') {
      const total = await sessions.count(record.session);
      await liveState.show(monitor, record.session, total, frame);
      return { shown: `${record.session} ${total}`, total };
    }
    const total = record.lastSession ? await sessions.settle(record.lastSession.id) : null;
    await liveState.stop(monitor, total, frame);
    return { shown: `stopped ${total}`, total: Number.NaN };
  }

  /** Another process may have written an older truth after ours: compares, and writes once more where they differ. */
  async #lookAgain(monitor: string, following: Following, shown: string): Promise<void> {
    following.timer = null;
    if (following.running) return;
    const record = await this.#ports.monitors.find(monitor).catch(() => null);
    if (!record) return;
    const total =
      record.session === '' ? null : await this.#ports.sessions.count(record.session).catch(() => null);
    if (record.session === '' ? shown.startsWith('stopped') : shown === `${record.session} ${total}`) return;
    await this.follow(monitor);
  }
}
