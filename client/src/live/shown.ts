/** Waits while the page is hidden. Returns at once outside a browser; the signal ends the wait. */
export async function shown(signal: AbortSignal): Promise<void> {
  const page = (globalThis as { document?: Document }).document;
  if (!page?.hidden || signal.aborted) return;
  await new Promise<void>((resolve) => {
    const look = () => {
      if (page.hidden && !signal.aborted) return;
      page.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', look);
      resolve();
    };
    page.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', look);
  });
}
