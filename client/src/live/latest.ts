/** What is pushed, as an async iterable: a reader that is slower than the pushes gets the newest and misses those between. */
type Feed<T> = (next: (value: T) => void, signal: AbortSignal) => Promise<void>;

/** Each iteration is a feed of its own, which ends when the reader leaves the loop, and by the signal. */
export async function* latestOf<T>(feed: Feed<T>, signal: AbortSignal | undefined): AsyncGenerator<T, void> {
  const control = new AbortController();
  const end = () => control.abort();
  if (signal?.aborted) return;
  signal?.addEventListener('abort', end, { once: true });
  let newest: { value: T } | undefined;
  let isOver = false;
  let wake = (): void => {};
  const fed = feed((value) => {
    newest = { value };
    wake();
  }, control.signal).finally(() => {
    isOver = true;
    wake();
  });
  // It is awaited at the end; until then its failure is nobody's.
  fed.catch(() => {});
  try {
    for (;;) {
      while (newest) {
        const { value } = newest;
        newest = undefined;
        yield value;
      }
      if (isOver) break;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    await fed;
  } finally {
    end();
    signal?.removeEventListener('abort', end);
  }
}
