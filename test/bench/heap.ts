/** Memory of a running worker, read through Node's inspector; the functions are not changed for it. */
import { readFile } from 'node:fs/promises';
import { WebSocket } from 'ws';
import type { RunningFunction } from '../../emulators/stack/function.ts';

/** Environment of an inspected process; each uses a free port. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/** Megabytes. */
export interface Held {
  /** JavaScript objects, after a full collection. */
  heap: number;
  /** Resident memory at that moment. */
  resident: number;
}

export async function openHeap({ output, pid }: RunningFunction): Promise<() => Promise<Held>> {
  const [, url] = /Debugger listening on (ws:\S+)/.exec(output()) ?? [];
  if (!url) throw new Error('The worker runs without its inspector.');
  const socket = new WebSocket(url);
  await new Promise((done, failed) => socket.once('open', done).once('error', failed));
  let number = 0;
  const ask = (method: string): Promise<{ usedSize?: number }> =>
    new Promise((answered) => {
      const id = ++number;
      const listen = (data: unknown) => {
        const message = JSON.parse(String(data)) as { id?: number; result: { usedSize?: number } };
        if (message.id !== id) return;
        socket.off('message', listen);
        answered(message.result);
      };
      socket.on('message', listen);
      socket.send(JSON.stringify({ id, method }));
    });
  return async () => {
    // Twice: what finalizers release in the first is collected in the second.
    for (const _ of [1, 2]) await ask('HeapProfiler.collectGarbage');
    const { usedSize = Number.NaN } = await ask('Runtime.getHeapUsage');
    return { heap: usedSize / 1e6, resident: await residentOf(pid) };
  };
}

/** Only available on Linux. */
async function residentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) * 1024) / 1e6;
}
