/**
 * A dashboard that watches one monitor's live state, and the bytes that it receives, which the Realtime Database charges
 * for.
 */
import { startByteTap } from './byte-tap.ts';

export interface Watcher {
  /** Bytes received, and updates of the count, since the last call. */
  take(): { bytes: number; updates: number };
  close(): Promise<void>;
}

export async function watchMonitor(database: string, namespace: string, monitor: string): Promise<Watcher> {
  const tap = await startByteTap(() => database);
  const gone = new AbortController();
  const headers = { accept: 'text/event-stream', authorization: 'Bearer owner' };
  const url = `http://${tap.address}/monitor/${monitor}.json?ns=${namespace}`;
  const response = await fetch(url, { headers, signal: gone.signal });
  let updates = 0;
  const reading = (async () => {
    for await (const chunk of response.body as ReadableStream<Uint8Array>) {
      updates += Buffer.from(chunk).toString().split('totalCounter').length - 1;
    }
  })().catch(() => {});
  return {
    take() {
      const taken = { bytes: tap.take().down, updates };
      updates = 0;
      return taken;
    },
    close: async () => {
      gone.abort();
      await reading;
      await tap.close();
    },
  };
}
