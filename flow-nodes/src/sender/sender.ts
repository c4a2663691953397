import { SightlineError } from '../../../client/src/sightline-error.ts';
import type { Entry } from '../spool/entry.ts';
import { CorruptFrame, type Frame } from '../spool/frame-file.ts';
import type { Spool } from '../spool/spool.ts';
import { Deferred } from './deferred.ts';
import { Finished } from './finished.ts';
import { Gate, type Trouble } from './gate.ts';
import { judge, mayBeItsOwn, type Verdict } from './verdict.ts';

export interface SenderOptions {
  spool: Spool;
  /** One attempt. @returns the image's id @throws SightlineError */
  send: (frame: Frame, signal: AbortSignal) => Promise<string>;
  /** The service has the frame. May be called twice for one frame if the process dies. */
  onSent: (frame: Frame, id: string) => void;
  onRefused: (frame: Frame, error: SightlineError) => void;
  /** A problem of the spool: a corrupt file, a disk that cannot be read. */
  onProblem: (problem: Error) => void;
  /** After each change of what waits or fails. */
  onChange?: () => void;
  /** Unix milliseconds, with which times of frames are compared. */
  now?: () => number;
  /** Milliseconds of a monotonic clock, for waits. */
  clock?: () => number;
  random?: () => number;
}

/** Uploads at once: hides the service's latency, and stays far below a caller's rate. */
const WIDTH = 4;
/** Milliseconds. A frame that waits longer makes a backlog, beside which live frames go first every other time. */
const BACKLOG = 2_000;
/** Milliseconds between looks at frames that may be too old, and after a problem of the disk. */
const IDLE = 10_000;

/** Sends what the spool holds: oldest first, and live frames beside a backlog. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #now: () => number;
  readonly #gate: Gate;
  readonly #deferred: Deferred;
  readonly #finished: Finished;
  readonly #control = new AbortController();
  readonly #underWay = new Map<number, Promise<void>>();
  #isNewestNext = false;
  #wake: () => void = () => {};
  #isAwake = false;
  #running: Promise<void> | undefined;

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#now = options.now ?? Date.now;
    const clock = options.clock ?? (() => performance.now());
    this.#gate = new Gate(clock, options.random);
    this.#deferred = new Deferred(clock);
    this.#finished = new Finished(clock, options.onProblem);
  }

  get trouble(): Trouble | undefined {
    return this.#gate.trouble;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** A frame was added. */
  wake(): void {
    this.#isAwake = true;
    this.#wake();
  }

  /** Ends calls that are under way; their frames stay in the spool. */
  async stop(): Promise<void> {
    this.#control.abort();
    this.wake();
    await this.#running;
    await Promise.all(this.#underWay.values());
  }

  /** When the oldest waiting frame was spooled, Unix milliseconds. */
  async oldestTime(): Promise<number | undefined> {
    const times = [this.#deferred.oldestTime, await this.#options.spool.oldestTime()];
    const known = times.filter((time) => time !== undefined);
    return known.length === 0 ? undefined : Math.min(...known);
  }

  async #run(): Promise<void> {
    const { signal } = this.#control;
    while (!signal.aborted) {
      this.#isAwake = false;
      const wait = await this.#step().catch((error: Error) => {
        this.#options.onProblem(error);
        return IDLE;
      });
      if (wait > 0 && !signal.aborted) await this.#sleep(wait);
    }
  }

  /** Begins one upload if it may. @returns milliseconds to wait, unless something happens before */
  async #step(): Promise<number> {
    await this.#finished.retry();
    // Frames that cannot be dropped, as on a read-only disk, can still be sent.
    await this.#options.spool.expire(this.#control.signal).catch(this.#options.onProblem);
    const { wait, isDown } = this.#gate;
    if (wait > 0) return wait;
    // While the service fails, a single call finds out whether it still does.
    if (this.#underWay.size >= (isDown ? 1 : WIDTH)) return IDLE;
    const entry = await this.#choose();
    if (!entry) return Math.min(IDLE, this.#deferred.wait || IDLE);
    // Read here, one after the other, so that frames set out in their order.
    const frame = await this.#read(entry);
    if (!frame) return 0;
    const work = this.#deliver(entry, frame).finally(() => {
      this.#underWay.delete(entry.number);
      this.#options.onChange?.();
      this.wake();
    });
    this.#underWay.set(entry.number, work);
    return 0;
  }

  async #read(entry: Entry): Promise<Frame | undefined> {
    try {
      const frame = await this.#options.spool.read(entry);
      if (!frame) this.#deferred.remove(entry);
      return frame;
    } catch (error) {
      this.#options.onProblem(error as Error);
      if (error instanceof CorruptFrame) this.#deferred.remove(entry);
      // The disk cannot be read: the frame is there and is tried again.
      else this.#deferred.add(entry, true);
      return undefined;
    }
  }

  async #choose(): Promise<Entry | undefined> {
    // While nothing passes, another frame finds out whether it is the service or those that were tried.
    const { isDown } = this.#gate;
    const chosen = this.#deferred.take(!isDown) ?? (await this.#chooseUntried());
    return chosen ?? (isDown ? this.#deferred.take(true) : undefined);
  }

  async #chooseUntried(): Promise<Entry | undefined> {
    if (this.#deferred.isFull) return undefined;
    this.#isNewestNext = !this.#isNewestNext && (await this.#hasBacklog());
    const newest = this.#isNewestNext ? this.#options.spool.takeNewest() : undefined;
    return newest ?? this.#options.spool.takeOldest();
  }

  async #hasBacklog(): Promise<boolean> {
    const oldest = await this.#options.spool.oldestTime();
    return oldest !== undefined && this.#now() - oldest > BACKLOG;
  }

  async #deliver(entry: Entry, frame: Frame): Promise<void> {
    const { spool, send, onSent, onProblem } = this.#options;
    try {
      const failure = await send(frame, this.#control.signal).then(
        (id) => void onSent(frame, id),
        (error: unknown) => error,
      );
      if (failure !== undefined) return await this.#fail(entry, frame, toSightlineError(failure));
      this.#gate.passed();
      this.#deferred.remove(entry);
      await this.#finished.finish(() => spool.remove(entry));
    } catch (error) {
      onProblem(error as Error);
      this.#deferred.add(entry, true);
    }
  }

  async #fail(entry: Entry, frame: Frame, error: SightlineError): Promise<void> {
    const verdict = judge(error, frame);
    if (verdict === 'refuse') {
      this.#gate.passed();
      this.#options.onRefused(frame, error);
      this.#deferred.remove(entry);
      return this.#finished.finish(() => this.#options.spool.setAside(entry));
    }
    if (verdict !== 'stop') this.#gate.failed(troubleOf(error, verdict), error.retryAfter);
    this.#deferred.add(entry, mayBeItsOwn(error));
  }

  async #sleep(milliseconds: number): Promise<void> {
    if (this.#isAwake) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => {};
  }
}

const troubleOf = ({ message: reason, status }: SightlineError, verdict: Verdict): Trouble => ({
  ...{ reason, isHeld: verdict === 'hold' },
  ...(status === 429 && { isSlowed: true }),
});

/** A mistake of ours must not end the sender: the frame is tried again. */
const toSightlineError = (error: unknown): SightlineError =>
  error instanceof SightlineError
    ? error
    : new SightlineError(String((error as Error)?.message ?? error), { kind: 'unreachable', cause: error });
