/**
 * A clock for tests that check whether something waited. It is a timer of this process, compared by order instead of
 * milliseconds: timers may fire a little early, or late on a busy machine, but of two timers the shorter one fires first.
 * Tests use half of the wait that they expect.
 * @returns whether `ms` have passed since the call
 */
export function elapsed(ms: number): () => boolean {
  let isOver = false;
  setTimeout(() => {
    isOver = true;
  }, ms).unref();
  return () => isOver;
}
