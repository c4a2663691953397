/** The cost of each route per image, and of the scheduled function, counted on the wire. */
import type { Firestore } from '@google-cloud/firestore';
import { triggerScheduled } from '../../../emulators/stack/schedule.ts';
import { encodeObjectName } from '../../../functions/src/common/storage/object-name.ts';
import { concurrently, furnish, picture, records } from '../../support/factory.ts';
import type { TestStack } from '../../support/stack.ts';
import { type Bill, type CostStage, openCostStage } from './stage.ts';

/** Per image, unless `images` is 1. */
export interface RouteCost {
  route: string;
  /** Number of images by which the figures were divided; 1 if they are those of one call. */
  images: number;
  reads: number;
  writes: number;
  deletes: number;
  classA: number;
  classB: number;
}

export async function costOfRoutes(images: number): Promise<RouteCost[]> {
  const functions = ['dataset', 'image', 'monitor', 'counters'] as const;
  const stage = await openCostStage({ functions: [...functions] });
  const { stack } = stage;
  try {
    await furnish(stack);
    await seedLarge(stack.firestore);
    await concurrently(images, 8, async (number) => upload(stack, number));
    const kept = [...(await records(stack, 'image'))].filter(([id]) => !id.startsWith('large-'));
    const ids = kept.map(([id]) => id);
    const encoded = kept.map(([, { uri }]) => encodeObjectName(String(uri).split('/').slice(3).join('/')));
    const each = (paths: readonly string[]) => () =>
      concurrently(paths.length, 4, async (at) => ask(stack, paths[at] as string));
    const boxes = (id: string) => ({
      dataset: 'bolts',
      imageID: id,
      tags: [{ tag: 'bad', x: 0.1, y: 0.1, w: 0.5, h: 0.5 }],
    });
    const works: [route: string, work: () => Promise<unknown>, images?: number][] = [
      [
        'updateTags',
        () =>
          concurrently(images, 4, async (at) => ask(stack, '/monitor/updateTags', boxes(ids[at] as string))),
      ],
      ['csv', each(['/dataset/bolts/csv'])],
      ['downloadZip', () => ask(stack, '/dataset/bolts/downloadZip', { images: ids })],
      ['annotationsCrops', each(['/dataset/bolts/annotationsCrops/bad'])],
      ['refreshCounters', () => ask(stack, '/dataset/large/refreshCounters', {}), LARGE],
      ['getb64', each(encoded.map((uri) => `/image/getb64/image/${uri}`))],
      ['detect', each(encoded.map((uri) => `/image/detect/image/${uri}`))],
      ['detect again', each(encoded.map((uri) => `/image/detect/image/${uri}`))],
      ['delete', each(encoded.map((uri) => `/image/delete/image/${uri}`))],
      ['counters, each minute', () => triggerScheduled(stack.functions.counters as { port: number }), 1],
    ];
    const costs: RouteCost[] = [];
    for (const [route, work, among = images] of works) {
      await stage.take();
      await work();
      costs.push({ route, images: among, ...share(await quiet(stage), among) });
    }
    return costs;
  } finally {
    await stage.close();
  }
}

/** Enough records that the few other documents do not matter. */
const LARGE = 1000;

async function seedLarge(firestore: Firestore): Promise<void> {
  const dataset = firestore.doc('dataset/large');
  const tag = dataset.collection('tag').doc('good');
  await dataset.set({
    type: 'MULTICLASS',
    name: 'Large',
    tags: [{ id: 'good', name: 'good' }],
    imageCounter: 0,
  });
  for (let start = 0; start < LARGE; start += 500) {
    const images = firestore.batch();
    for (let at = start; at < start + 500; at += 1)
      images.set(firestore.doc(`image/large-${at}`), { dataset, tag, tags: [], tagsContained: [tag] });
    await images.commit();
  }
}

async function upload(stack: TestStack, number: number): Promise<void> {
  const image = (await picture(number)).toString('base64');
  const about = { date: 1_790_000_000_000 + number, name: `${number}.jpg`, dataset: 'bolts', tag: 'good' };
  await ask(stack, '/monitor/line-1/image', { image, image_data: about });
}

async function ask(stack: TestStack, path: string, body?: object): Promise<void> {
  const answer = await fetch(`${stack.baseUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${bytes.subarray(0, 300)}`);
}

/** Waits for the counters, which are published by a timer within a second. */
async function quiet(stage: CostStage): Promise<Bill> {
  await new Promise((resolve) => setTimeout(resolve, 1500));
  return stage.take();
}

function share({ firestore, storage }: Bill, among: number) {
  const { reads, writes, deletes } = firestore;
  const { classA, classB } = storage;
  const figures = { reads, writes, deletes, classA, classB };
  const shared = Object.entries(figures).map(([name, figure]) => [
    name,
    Math.round((figure / among) * 1000) / 1000,
  ]);
  return Object.fromEntries(shared) as typeof figures;
}

if (import.meta.main) {
  console.table(await costOfRoutes(Number(process.argv[2] ?? 40)));
  process.exit();
}
