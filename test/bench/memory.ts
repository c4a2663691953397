/**
 * An hour of one camera at 5 frames a second, sent as fast as possible: 18,000 frames, and calls of people in between. Heap
 * and resident memory of each worker are measured at intervals, after a full collection.
 */
import { drawScene } from '../../emulators/scenes/scene.ts';
import { encodeObjectName } from '../../functions/src/common/storage/object-name.ts';
import { concurrently, furnish } from '../support/factory.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { type Held, INSPECTED, openHeap } from './heap.ts';
import type { Row } from './row.ts';

const WORKERS = ['monitor', 'image', 'dataset'] as const;
type Worker = (typeof WORKERS)[number];

/** Frames between two measurements: a hundred seconds of the camera. */
const STEP = 500;
/** Frames that are kept; otherwise training files and counts would grow. */
const STAY = 2000;
/** Per step: images read as base64, annotated and deleted, training files, pages of crops. */
const BESIDE = { getb64: 50, annotated: 10, deleted: 50, csv: 2, crops: 2 };
const IN_FLIGHT = 12;
/** Steps before the first measurement: code is compiled and caches are filled. */
const WARM_UP = 3;

export async function benchMemory(hours = 1): Promise<Row[]> {
  const steps = Math.round((hours * 18_000) / STEP);
  const stack = await startTestStack({ functions: [...WORKERS], env: INSPECTED });
  try {
    await furnish(stack);
    const looks = await Promise.all(
      WORKERS.map(async (name) => [name, await openHeap(stack.functions[name]!)] as const),
    );
    const held = new Map<Worker, Held[]>(WORKERS.map((name) => [name, []]));
    const camera = new Camera(stack);
    await camera.begin();
    for (let step = 0; step < steps + WARM_UP; step += 1) {
      await camera.step();
      for (const [name, look] of looks) if (step >= WARM_UP) held.get(name)!.push(await look());
      console.error(`${(step + 1) * STEP} frames: ${WORKERS.map((name) => lastOf(name, held)).join(', ')}`);
    }
    return WORKERS.flatMap((name) => rowsOf(name, held.get(name)!, steps * STEP));
  } finally {
    await stack.close();
  }
}

class Camera {
  readonly #stack: TestStack;
  #pictures: Buffer<ArrayBuffer>[] = [];
  #sent = 0;
  /** Of the frames that are kept, oldest first. */
  readonly #ids: string[] = [];

  constructor(stack: TestStack) {
    this.#stack = stack;
  }

  async begin(): Promise<void> {
    const seeds = Array.from({ length: 12 }, (_, seed) => seed);
    const scenes = await Promise.all(seeds.map((seed) => drawScene({ seed, kind: 'bolts', quality: 60 })));
    this.#pictures = scenes.map(({ jpeg }) => Buffer.from(jpeg));
    await this.#call('monitor', '/line-1/start', { method: 'POST' });
  }

  /** Nothing is in progress when it ends. */
  async step(): Promise<void> {
    await concurrently(STEP, IN_FLIGHT, () => this.#send());
    await concurrently(BESIDE.annotated, 4, (number) => this.#annotate(this.#ids.at(-1 - number)!));
    await concurrently(BESIDE.getb64, 4, async (number) => {
      await this.#call('image', `/getb64/image/${encoded(this.#ids.at(-1 - number)!)}`);
    });
    for (let number = 0; number < BESIDE.csv; number += 1) await this.#call('dataset', '/bolts/csv');
    for (let number = 0; number < BESIDE.crops; number += 1)
      await this.#call('dataset', '/bolts/annotationsCrops/good?limit=20');
    await concurrently(BESIDE.deleted, 4, async () => {
      await this.#call('image', `/delete/image/${encoded(this.#ids.shift()!)}`, { method: 'DELETE' });
    });
    await this.#forget(this.#ids.splice(0, Math.max(0, this.#ids.length - STAY)));
  }

  /** Directly, not through the functions. */
  async #forget(ids: readonly string[]): Promise<void> {
    const batch = this.#stack.firestore.batch();
    for (const id of ids) batch.delete(this.#stack.firestore.doc(`image/${id}`));
    await batch.commit();
  }

  async #send(): Promise<void> {
    const number = this.#sent++;
    // Bytes after the end of a JPEG make each one a different file.
    const picture = Buffer.concat([this.#pictures[number % 12]!, Buffer.from(`#${number}`)]);
    const date = 1_790_000_000_000 + number * 200;
    const image_data = { date, name: `frame-${number}.jpg`, dataset: 'bolts', tag: 'good' };
    const body = { image: picture.toString('base64'), image_data };
    const { data } = await this.#call('monitor', '/line-1/image', post(body));
    this.#ids.push(data.id);
  }

  async #annotate(imageID: string): Promise<void> {
    const tags = [{ tag: 'good', x: 0.1, y: 0.1, w: 0.5, h: 0.5 }];
    await this.#call('monitor', '/updateTags', post({ dataset: 'bolts', imageID, tags }));
  }

  /** Called directly, because the front of the local stack is not part of a deployment. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every area pass through here
  async #call(worker: Worker, path: string, init?: RequestInit): Promise<any> {
    const response = await fetch(`http://127.0.0.1:${this.#stack.functions[worker]?.port}${path}`, init);
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${worker}${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  }
}

const encoded = (id: string): string => encodeObjectName(`dataset/bolts/${id}.jpg`);

const post = (body: object): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

function lastOf(name: Worker, held: ReadonlyMap<Worker, Held[]>): string {
  const last = held.get(name)?.at(-1);
  return last ? `${name} ${last.heap.toFixed(1)} of ${last.resident.toFixed(0)} MB` : `${name} warms up`;
}

/** The last third compared with the first, and the growth per hour according to a regression line. */
function rowsOf(worker: Worker, held: readonly Held[], frames: number): Row[] {
  const third = Math.floor(held.length / 3);
  return (['heap', 'resident'] as const).map((kind) => {
    const values = held.map((each) => each[kind]);
    const [first, last] = [mean(values.slice(0, third)), mean(values.slice(-third))];
    const growth = slope(values) * (18_000 / STEP);
    return {
      name: `memory: ${worker}, ${kind}`,
      ours: last,
      reference: first,
      unit: 'MB',
      ratio: last / first,
      bar: '<= 1.1',
      mustHold: true,
      note: `last third against first, ${frames} frames; trend ${growth.toFixed(1)} MB in an hour`,
    };
  });
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, each) => sum + each, 0) / values.length;

/** Least squares, per step. */
function slope(values: readonly number[]): number {
  const [middle, average] = [(values.length - 1) / 2, mean(values)];
  const above = values.reduce((sum, value, at) => sum + (at - middle) * (value - average), 0);
  const below = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  return above / below;
}
