/** Turns pushed values into an async iterable. A slow reader gets the newest value and skips those in between. */
type Feed<T> = (next: (value: T) => void, signal: AbortSignal) => Promise<void>;

/** Each iteration starts its own feed. It stops when the reader leaves the loop or the signal aborts. */
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
  // `fed` is awaited at the end. This keeps an earlier failure from being an unhandled rejection.
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
