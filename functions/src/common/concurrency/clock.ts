/** Time as the process sees it. Tests have a clock of their own. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /**
   * Calls once, after so many milliseconds. It keeps no process alive.
   * @returns cancels the call
   */
  after(milliseconds: number, call: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds).unref();
    return () => clearTimeout(timer);
  },
};
