/**
 * A camera of the flow nodes after an outage: how fast its backlog is sent under the service's rate limit, and how old live
 * frames get meanwhile. `node test/bench/backlog.ts`
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Camera } from '../../flow-nodes/src/camera.ts';
import { deviceKey } from '../support/device-key.ts';
import { furnish, picture } from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { median, percentile, type Row } from './row.ts';

/** Calls a minute, half the default. The bucket is full when the service is back, and then gets ten tokens a second. */
const RATE = 600;
const BACKLOG = 1_200;
/** Live frames a second. */
const LIVE = 5;
/** Milliseconds, at the 95th percentile. */
const OLDEST = 5_000;

export async function benchBacklog(): Promise<Row[]> {
  const env = { ACCESS: 'required', RATE_UPLOAD: String(RATE) };
  const stack = await startTestStack({ functions: ['monitor'], env });
  const folder = await mkdtemp(join(tmpdir(), 'sightline-backlog-'));
  try {
    await furnish(stack);
    return await measure(stack, folder);
  } finally {
    await stack.close();
    await rm(folder, { recursive: true });
  }
}

async function measure(stack: TestStack, folder: string): Promise<Row[]> {
  const outage = new Outage();
  const sent = new Map<string, number>();
  const fail = (problem: Error): never => {
    throw problem;
  };
  const [key] = (await deviceKey(stack, 'create', '--monitor', 'line-1')).stdout.split('\n');
  const camera = await Camera.open({
    ...{ baseUrl: stack.baseUrl, monitor: 'line-1', deviceKey: key, folder, fetch: outage.fetch },
    limits: { bytes: 0, age: 0, atLimit: 'refuse' },
    onSent: ({ name }) => sent.set(name, performance.now()),
    onRefused: ({ name }, { reason }) => fail(new Error(`${name} was refused: ${reason}`)),
    onProblem: fail,
  });
  const keep = async (name: string, number: number): Promise<number> => {
    await camera.keep({ bytes: await picture(number % 50), date: Date.now(), name });
    return performance.now();
  };
  for (let number = 0; number < BACKLOG; number += 1) await keep(`old-${number}`, number);
  outage.isOver = true;
  const begun = performance.now();
  const live: { name: string; at: number }[] = [];
  while (sent.size < BACKLOG) {
    const name = `live-${live.length}`;
    live.push({ name, at: await keep(name, live.length) });
    await sleep(1000 / LIVE);
  }
  const seconds = (performance.now() - begun) / 1000;
  const count = sent.size;
  while ((await camera.backlog()).count > 0) await sleep(50);
  await camera.close();
  const ages = live.map(({ name, at }) => (sent.get(name) ?? Number.NaN) - at);
  return [ageRow(ages), rateRow(count, seconds, outage.refused)];
}

/** Nobody is reached until it is over. */
class Outage {
  isOver = false;
  /** Calls over the rate. */
  refused = 0;

  readonly fetch: typeof fetch = async (...call) => {
    if (!this.isOver) throw new TypeError('fetch failed');
    const response = await fetch(...call);
    if (response.status === 429) this.refused += 1;
    return response;
  };
}

function ageRow(ages: readonly number[]): Row {
  const ours = percentile(ages, 0.95);
  return {
    ...{ name: 'backlog: age of a live frame', ours, reference: OLDEST, unit: 'ms', ratio: OLDEST / ours },
    bar: '>= 1',
    note: `p95 of ${ages.length} beside ${BACKLOG} old ones; median ${median(ages).toFixed(0)} ms`,
  };
}

/** The reference: what the bucket held, and what it got since. */
function rateRow(ours: number, seconds: number, refused: number): Row {
  const reference = RATE + (seconds * RATE) / 60;
  return {
    ...{ name: 'backlog: frames sent', ours, reference, unit: 'frames', ratio: ours / reference },
    bar: '>= 0.8',
    note: `of what the rate allows in ${seconds.toFixed(0)} s; ${refused} calls were over it`,
  };
}

if (import.meta.main) console.table(await benchBacklog());
