/**
 * Calls of one process that wait for a command (Contract 19). Each holds one of the places for simultaneous calls, which frames need
 * more: few may wait, and one for each caller.
 */

/** Of the 40 calls that a process serves at once. */
const MOST = 12;

export interface Place {
  /** Aborted when the caller comes again: the older call is answered, and leaves. */
  signal: AbortSignal;
  leave(): void;
}

export class WaitingRoom {
  readonly #most: number;
  readonly #places = new Map<string, AbortController>();

  constructor(most = MOST) {
    this.#most = most;
  }

  /** @returns null if there is no room: the call is answered at once */
  enter(name: string): Place | null {
    const older = this.#places.get(name);
    if (!older && this.#places.size >= this.#most) return null;
    older?.abort();
    const own = new AbortController();
    this.#places.set(name, own);
    const leave = () => {
      if (this.#places.get(name) === own) this.#places.delete(name);
    };
    return { signal: own.signal, leave };
  }
}

export const waitingRoom = new WaitingRoom();
