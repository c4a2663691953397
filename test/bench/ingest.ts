/** Frames per second through functions-framework, one worker, against the floor on the same servers. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { drawScene } from '../../emulators/scenes/scene.ts';
import { functionEnvironment } from '../../emulators/stack/environment.ts';
import { type RunningFunction, startFunction } from '../../emulators/stack/function.ts';
import { call, concurrently, furnish } from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { figure, median, percentile, type Row } from './row.ts';

const IN_FLIGHT = 16;
const FRAMES = 400;
/** Ours and the floor in turn, so that a machine that slows down slows both. */
const ROUNDS = 5;

interface Round {
  framesPerSecond: number;
  latencies: number[];
}

export async function benchIngest(): Promise<Row[]> {
  const stack = await startTestStack({ functions: ['monitor'] });
  const floor = await startFloor(stack);
  try {
    await furnish(stack);
    await call(stack, '/monitor/line-1/start');
    const bodies = await drawBodies();
    // Both straight at their process: the front of the local stack is not part of a deployment.
    const oursUrl = `http://127.0.0.1:${stack.functions.monitor?.port}/line-1/image`;
    const floorUrl = `http://127.0.0.1:${floor.port}/`;
    await send(oursUrl, bodies, 100);
    await send(floorUrl, bodies, 100);
    const rounds: { ours: Round; floor: Round }[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rounds.push({ floor: await send(floorUrl, bodies, FRAMES), ours: await send(oursUrl, bodies, FRAMES) });
    }
    return [
      ...report(rounds),
      figure('ingest: peak memory', await peakMemory(stack), 'MB', 'resident, one worker'),
    ];
  } finally {
    await floor.close();
    await stack.close();
  }
}

/** The floor's clients are the very ones that the functions use. */
function startFloor(stack: TestStack): Promise<RunningFunction> {
  const directory = resolve(import.meta.dirname, 'floor');
  return startFunction({ name: 'monitor', env: functionEnvironment(stack.addresses), directory });
}

function report(rounds: readonly { ours: Round; floor: Round }[]): Row[] {
  const ratios = rounds.map(({ ours, floor }) => ours.framesPerSecond / floor.framesPerSecond);
  const ours = rounds.flatMap((round) => round.ours.latencies);
  const floor = rounds.flatMap((round) => round.floor.latencies);
  const spread = (values: readonly number[]) => percentile(values, 0.99) / median(values);
  return [
    {
      name: 'ingest: throughput',
      ours: median(rounds.map((round) => round.ours.framesPerSecond)),
      reference: median(rounds.map((round) => round.floor.framesPerSecond)),
      unit: 'frames/s',
      ratio: median(ratios),
      bar: '>= 0.9',
      note: `${IN_FLIGHT} in flight, ${ROUNDS} rounds of ${FRAMES}, ratios ${ratios.map((each) => each.toFixed(2)).join(' ')}`,
    },
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

/** Bodies of 640 x 480 drawn frames; each one sent becomes another frame by its date. */
async function drawBodies(): Promise<string[]> {
  const scenes = await Promise.all(
    Array.from({ length: 12 }, (_, seed) => drawScene({ seed, kind: 'bolts' })),
  );
  return scenes.map(({ jpeg }) => {
    const image_data = { date: 0, name: 'frame.jpg', dataset: 'bolts', tag: 'good' };
    return JSON.stringify({ image: jpeg.toString('base64'), image_data });
  });
}

let date = 1_790_000_000_000;

async function send(url: string, bodies: readonly string[], count: number): Promise<Round> {
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

/** Megabytes; Linux keeps the peak of a process, elsewhere there is none to show. */
async function peakMemory(stack: TestStack): Promise<number> {
  const status = await readFile(`/proc/${stack.functions.monitor?.pid}/status`, 'utf8').catch(() => '');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
