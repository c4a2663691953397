import { randomBytes } from 'node:crypto';
import { didNothing, waitBefore } from '../../../client/src/retry.ts';
import { SightlineError } from '../../../client/src/sightline-error.ts';
import { HOLD, RETRY, type Trouble } from '../sender/gate.ts';
import { judge } from '../sender/verdict.ts';
import { SerialQueue } from '../serial-queue.ts';
import type { Disk } from '../spool/disk.ts';
import { readSession, type SessionState, STOPPED, writeSession } from './session-file.ts';

/** One attempt each. @throws SightlineError */
export interface SessionCalls {
  start(name: string, signal: AbortSignal): Promise<unknown>;
  stop(signal: AbortSignal): Promise<unknown>;
}

export interface SessionView {
  /** '' while stopped. */
  name: string;
  since: number;
  /** `wanted`: frames carry the name already, the service does not know yet. */
  state: 'stopped' | 'stopping' | 'wanted' | 'running' | 'foreign';
  trouble: Trouble | undefined;
}

interface Options {
  disk: Disk;
  calls: SessionCalls;
  onChange?: () => void;
  now?: () => number;
}

/** Milliseconds between attempts while the monitor runs a session of somebody else. */
const FOREIGN = 30_000;

/**
 * The session that is wanted, and telling the service so. A start or stop is done for the flow as soon as it is on disk;
 * the service is told when it can be reached. Frames carry the session's name from the start on, so they belong to it
 * whenever they arrive.
 */
export class SessionKeeper {
  readonly #options: Options;
  readonly #now: () => number;
  readonly #control = new AbortController();
  #state: SessionState = STOPPED;
  #trouble: Trouble | undefined;
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();
  /** Counts starts and stops, so that an answer to an older call is not taken for the newer one. */
  #orders = 0;
  /** A start or stop is being written; no call begins meanwhile. */
  #isOrdering = false;
  /** Starts, stops and writes happen one after the other. */
  readonly #queue = new SerialQueue();

  private constructor(options: Options, state: SessionState) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    this.#state = state;
  }

  static async open(options: Options): Promise<SessionKeeper> {
    const keeper = new SessionKeeper(options, await readSession(options.disk));
    keeper.#tell();
    return keeper;
  }

  /** What frames carry now; undefined while stopped. */
  get name(): string | undefined {
    return this.#state.name || undefined;
  }

  get view(): SessionView {
    const { name, since, live, mustStop } = this.#state;
    const states = { no: 'wanted', asked: 'wanted', yes: 'running', foreign: 'foreign' } as const;
    const state = name === '' ? (mustStop ? 'stopping' : 'stopped') : states[live];
    return { name, since, state, trouble: this.#trouble };
  }

  /** Does nothing while a session runs. Resolves when it is on disk. */
  start(): Promise<SessionView> {
    return this.#queue.run(async () => {
      const now = this.#now();
      if (this.#state.name === '')
        await this.#order({ ...this.#state, name: newName(now), since: now, live: 'no' });
      return this.view;
    });
  }

  /** Does nothing while no session runs. */
  stop(): Promise<SessionView> {
    return this.#queue.run(async () => {
      const { name, live, mustStop } = this.#state;
      const isKnown = live === 'asked' || live === 'yes';
      if (name !== '') await this.#order({ ...STOPPED, mustStop: mustStop || isKnown });
      return this.view;
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#control.abort();
    await this.#work;
    await this.#queue.settled();
  }

  async #order(state: SessionState): Promise<void> {
    // The order follows from what is known now: a call that began during the write would change that.
    this.#isOrdering = true;
    this.#orders += 1;
    try {
      await writeSession(this.#options.disk, state);
      this.#state = state;
      this.#failures = 0;
    } finally {
      this.#isOrdering = false;
      this.#options.onChange?.();
      this.#tell();
    }
  }

  async #ordered(): Promise<void> {
    while (this.#isOrdering) await this.#queue.settled();
  }

  /** Tells the service, one call after the other. */
  #tell(): void {
    clearTimeout(this.#timer);
    this.#work = this.#work.then(async () => {
      await this.#ordered();
      if (this.#control.signal.aborted) return;
      const order = this.#orders;
      const wait = await this.#tellOnce(order);
      if (order === this.#orders && wait !== undefined && !this.#control.signal.aborted) {
        this.#timer = setTimeout(() => this.#tell(), wait);
        this.#timer.unref();
      }
      this.#options.onChange?.();
    });
  }

  /** @returns milliseconds until it should be tried again; undefined: all is said */
  async #tellOnce(order: number): Promise<number | undefined> {
    try {
      if (this.#state.mustStop) await this.#tellStop(order);
      if (order !== this.#orders) return undefined;
      const { name, live } = this.#state;
      if (name !== '' && live !== 'yes') await this.#tellStart();
      this.#failures = 0;
      this.#trouble = undefined;
      return this.#state.live === 'foreign' ? FOREIGN : undefined;
    } catch (error) {
      return this.#fail(error);
    }
  }

  async #tellStop(order: number): Promise<void> {
    await this.#options.calls.stop(this.#control.signal).catch(unlessConflict);
    if (order === this.#orders) await this.#note({ ...this.#state, mustStop: false });
  }

  async #tellStart(): Promise<void> {
    const { live, name } = this.#state;
    const wasAsked = live === 'asked';
    // On disk before the call: if its answer is lost, "Already started" then means this session. Not while the monitor runs
    // another one: it would mean that one, which our stop would end.
    if (live === 'no') await this.#note({ ...this.#state, live: 'asked' });
    const call = this.#options.calls.start(name, this.#control.signal);
    const answer = await call.catch(unlessConflict).catch(async (error: unknown) => {
      const isUntold = !wasAsked && error instanceof SightlineError && didNothing(error);
      if (isUntold) await this.#noteStart(name, live);
      throw error;
    });
    this.#trouble = undefined;
    await this.#noteStart(name, answer === CONFLICT && !wasAsked ? 'foreign' : 'yes');
  }

  /** What became of a start. */
  async #noteStart(name: string, live: SessionState['live']): Promise<void> {
    await this.#ordered();
    if (this.#state.name === name) return this.#note({ ...this.#state, live });
    // Stopped before the answer, when nobody knew whether there is anything to stop.
    await this.#note({ ...this.#state, mustStop: live === 'yes' });
  }

  /** The service's side has changed. A full disk must not prevent later calls. */
  async #note(state: SessionState): Promise<void> {
    this.#state = state;
    // What holds when its turn comes: a start or stop may be written before.
    await this.#queue.run(() => writeSession(this.#options.disk, this.#state)).catch(() => {});
  }

  #fail(error: unknown): number | undefined {
    if (!(error instanceof SightlineError)) throw error;
    const verdict = judge(error);
    if (verdict === 'stop') return undefined;
    this.#failures += 1;
    const isHeld = verdict !== 'retry';
    this.#trouble = { reason: error.message, isHeld };
    return waitBefore(isHeld ? HOLD : RETRY, this.#failures, error.retryAfter);
  }
}

const CONFLICT = Symbol('409');

/** Already started, already stopped. */
function unlessConflict(error: unknown): typeof CONFLICT {
  if (error instanceof SightlineError && error.kind === 'refused' && error.status === 409) return CONFLICT;
  throw error;
}

/** Unique, sorts by time, and says when: `20261122-093000-5f3a`. */
function newName(now: number): string {
  const time = new Date(now).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  return `${time}-${randomBytes(2).toString('hex')}`;
}
