/** Frames per second through functions-framework with one worker, compared with the floor on the same servers. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { drawScene } from '../../emulators/scenes/scene.ts';
import { functionEnvironment } from '../../emulators/stack/environment.ts';
import { type RunningFunction, startFunction } from '../../emulators/stack/function.ts';
import { call, concurrently, furnish } from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { CONTAINER } from './container.ts';
import { figure, median, percentile, type Row } from './row.ts';

export const IN_FLIGHT = 16;
const FRAMES = 400;
/** Alternates between ours and the floor, so that a slow machine slows both. */
const ROUNDS = 5;

/** Percentage of the second monitor's frames that go into REVIEW. */
const REVIEWED = 20;

const MEMORY = 'resident, one worker with the heap of its container';

export interface Round {
  framesPerSecond: number;
  latencies: number[];
}

/** `reviewed`: ours, of a monitor with a share for REVIEW. */
type Rounds = Record<'ours' | 'reviewed' | 'floor', Round>;

export async function benchIngest(): Promise<Row[]> {
  const env = { NODE_OPTIONS: CONTAINER.join(' ') };
  const stack = await startTestStack({ functions: ['monitor'], env });
  const floor = await startFloor(stack, env);
  try {
    await furnish(stack);
    await stack.firestore.doc('monitor/line-2').update({ review: REVIEWED });
    for (const monitor of ['line-1', 'line-2']) await call(stack, `/monitor/${monitor}/start`);
    const bodies = await drawBodies();
    // Both are called directly, because the front of the local stack is not part of a deployment.
    const urlOf = (monitor: string) => `http://127.0.0.1:${stack.functions.monitor?.port}/${monitor}/image`;
    const floorUrl = `http://127.0.0.1:${floor.port}/`;
    for (const url of [urlOf('line-1'), urlOf('line-2'), floorUrl]) await send(url, bodies, 100);
    const rounds: Rounds[] = [];
    for (let round = 0; round < ROUNDS; round++)
      rounds.push({
        floor: await send(floorUrl, bodies, FRAMES),
        ours: await send(urlOf('line-1'), bodies, FRAMES),
        reviewed: await send(urlOf('line-2'), bodies, FRAMES),
      });
    return [
      throughput('ingest: throughput', rounds, 'ours'),
      throughput(`ingest: throughput, ${REVIEWED} % into REVIEW`, rounds, 'reviewed'),
      ...latencies(rounds),
      { ...figure('ingest: peak memory', await peakMemory(stack), 'MB', MEMORY), bar: '<= 250 MB' },
    ];
  } finally {
    await floor.close();
    await stack.close();
  }
}

/** The floor uses the same clients as the functions. */
export function startFloor(stack: TestStack, more: Record<string, string> = {}): Promise<RunningFunction> {
  const directory = resolve(import.meta.dirname, 'floor');
  return startFunction({
    name: 'monitor',
    env: { ...functionEnvironment(stack.addresses), ...more },
    directory,
  });
}

function throughput(name: string, rounds: readonly Rounds[], which: 'ours' | 'reviewed'): Row {
  const ratios = rounds.map((round) => round[which].framesPerSecond / round.floor.framesPerSecond);
  return {
    name,
    ours: median(rounds.map((round) => round[which].framesPerSecond)),
    reference: median(rounds.map(({ floor }) => floor.framesPerSecond)),
    unit: 'frames/s',
    ratio: median(ratios),
    bar: '>= 0.9',
    note: `${IN_FLIGHT} in flight, ${ROUNDS} rounds of ${FRAMES}, ratios ${ratios.map((each) => each.toFixed(2)).join(' ')}`,
  };
}

function latencies(rounds: readonly Rounds[]): Row[] {
  const ours = rounds.flatMap((round) => round.ours.latencies);
  const floor = rounds.flatMap((round) => round.floor.latencies);
  const spread = (values: readonly number[]) => percentile(values, 0.99) / median(values);
  return [
    {
      name: 'ingest: p50',
      ours: median(ours),
      reference: median(floor),
      unit: 'ms',
      ratio: Number.NaN,
      bar: '',
    },
    {
      name: 'ingest: p99',
      ours: percentile(ours, 0.99),
      reference: percentile(floor, 0.99),
      unit: 'ms',
      ratio: spread(ours),
      bar: '<= 3',
      note: 'ratio is p99 / p50 of ours',
    },
  ];
}

/** Bodies with drawn frames of 640 x 480; a different date makes each one a different frame. */
export async function drawBodies(): Promise<string[]> {
  const scenes = await Promise.all(
    Array.from({ length: 12 }, (_, seed) => drawScene({ seed, kind: 'bolts' })),
  );
  return scenes.map(({ jpeg }) => {
    const image_data = { date: 0, name: 'frame.jpg', dataset: 'bolts', tag: 'good' };
    return JSON.stringify({ image: jpeg.toString('base64'), image_data });
  });
}

let date = 1_790_000_000_000;

export async function send(url: string, bodies: readonly string[], count: number): Promise<Round> {
  const latencies: number[] = [];
  const begun = performance.now();
  await concurrently(count, IN_FLIGHT, async (number) => {
    const body = (bodies[number % bodies.length] as string).replace('"date":0', `"date":${date++}`);
    const sent = performance.now();
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${response.status} ${text}`);
    latencies.push(performance.now() - sent);
  });
  return { framesPerSecond: (count / (performance.now() - begun)) * 1000, latencies };
}

/** Megabytes. Linux records the peak of a process; elsewhere there is none. */
async function peakMemory(stack: TestStack): Promise<number> {
  const status = await readFile(`/proc/${stack.functions.monitor?.pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
