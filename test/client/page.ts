/** The code in the page of the browser suite, bundled with the client like an application. */
import { initializeApp } from 'firebase/app';
import { connectDatabaseEmulator, getDatabase } from 'firebase/database';
import { type MonitorState, Sightline, type SightlineError } from '../../client/src/index.ts';

export interface PageInput {
  baseUrl: string;
  databaseUrl: string;
  projectId: string;
  token: string;
  images: string[];
  /** Milliseconds that a step may take at most: a page knows nothing of the machine's environment. */
  step: number;
}

type Seen = Pick<MonitorState, 'status' | 'totalCounter'>;

const briefly = (state: MonitorState | null): Seen => ({
  status: state?.status ?? false,
  totalCounter: state?.totalCounter ?? 0,
});

/** Waits until it returns true, at most as long as one step may take. */
async function until(check: () => boolean, step: number): Promise<void> {
  for (let tries = 0; tries < step / 50 && !check(); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

/** A session whose only picture is drawn on a canvas, watched in both ways. */
async function capture({ baseUrl, databaseUrl, projectId, token, step }: PageInput) {
  const monitor = new Sightline({ baseUrl, databaseUrl, token: () => token }).monitors('line-1');
  await monitor.start();
  const { host, hostname, port } = new URL(databaseUrl);
  const database = getDatabase(
    initializeApp({ projectId, databaseURL: `http://${host}?ns=${projectId}-default-rtdb` }),
  );
  connectDatabaseEmulator(database, hostname, Number(port), { mockUserToken: token });
  const pushed: Seen[] = [];
  const polled: Seen[] = [];
  const ends = [
    monitor.watch((state) => pushed.push(briefly(state)), { database }),
    monitor.watch((state) => polled.push(briefly(state))),
  ];
  await until(() => pushed.length > 0 && polled.length > 0, step);
  const canvas = new OffscreenCanvas(320, 240);
  const pen = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  pen.fillStyle = 'teal';
  pen.fillRect(40, 40, 200, 120);
  const picture = await canvas.convertToBlob({ type: 'image/jpeg' });
  const { id } = await monitor.upload(picture, { name: 'canvas.jpg', dataset: 'bolts', tag: 'good' });
  await until(() => pushed.at(-1)?.totalCounter === 1 && polled.at(-1)?.totalCounter === 1, step);
  await monitor.stop();
  await until(() => pushed.at(-1)?.status === false && polled.at(-1)?.status === false, step);
  for (const end of ends) end();
  return { id, size: picture.size, pushed, polled };
}

/** Reads a stream piece by piece. */
async function measure(stream: ReadableStream<Uint8Array>): Promise<{ bytes: number; start: string }> {
  let bytes = 0;
  let start = '';
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return { bytes, start };
    if (bytes === 0) start = String.fromCharCode(...value.subarray(0, 2));
    bytes += value.length;
  }
}

async function download({ baseUrl, token, images }: PageInput) {
  /** Hosts that received credentials, and those that did not. */
  const shown = new Set<string>();
  const spared = new Set<string>();
  const observed: typeof fetch = (address, init) => {
    const hosts = new Headers(init?.headers).has('authorization') ? shown : spared;
    hosts.add(new URL(String(address)).host);
    return fetch(address, init);
  };
  const dataset = new Sightline({ baseUrl, token: () => token, fetch: observed }).datasets('bolts');
  const training = await dataset.csv({ test: 0, validation: 0 });
  const streamed = await dataset.downloadZip({ images: images.slice(0, 1) });
  const linked = await dataset.downloadZip({ images });
  const problem = await dataset
    .downloadZip({ images: [] })
    .catch(({ name, status, message, requestId }: SightlineError) => ({
      name,
      status,
      message,
      hasId: /^[0-9a-f]{32}$/.test(requestId ?? ''),
    }));
  return {
    training,
    streamed: { fileName: streamed.fileName, ...(await measure(streamed.stream)) },
    linked: { fileName: linked.fileName, size: linked.size, ...(await measure(linked.stream)) },
    problem,
    hosts: { shown: [...shown], spared: [...spared] },
  };
}

export const journey = { capture, download };
Object.assign(globalThis, { journey });
