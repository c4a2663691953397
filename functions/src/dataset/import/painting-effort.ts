import { setImmediate } from 'node:timers/promises';
import { FileFault } from './archive.ts';

/**
 * Steps for the outlines of one image: an outline takes one for each point, and one wherever it crosses a row. A thousand
 * objects that each reach from top to bottom of 50 megapixels take some 15 million.
 */
const MOST = 20_000_000;
/** Steps after which others have their turn: about 0.1 s. */
const SLICE = 200_000;

/** Counts what it takes to paint the outlines of an image, so that no image holds up the worker. */
export class PaintingEffort {
  readonly #signal: AbortSignal;
  #left = MOST;
  #done = 0;

  /** @param signal aborted when the caller has left */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Called before an outline is painted. @throws FileFault */
  plan(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw new FileFault('its outlines have too many points for its size');
  }

  /** Called after some steps. @returns whether `rest` is due */
  spend(steps: number): boolean {
    this.#done += steps;
    return this.#done >= SLICE;
  }

  /** Lets others work. @throws the reason of the signal */
  async rest(): Promise<void> {
    this.#done = 0;
    await setImmediate();
    this.#signal.throwIfAborted();
  }
}
