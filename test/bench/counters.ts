/**
 * The cost of refreshing counters: document reads and time by number of images. `node test/bench/counters.ts [images ...]`,
 * by default 1,000 and 5,000.
 */
import { randomBytes } from 'node:crypto';
import type { Transaction } from '@google-cloud/firestore';
import { functionEnvironment } from '../../emulators/stack/environment.ts';
import { startFirestore } from '../../emulators/stack/firestore.ts';
import { shardOf } from '../../functions/src/common/images/list-fields.ts';
import { figure, type Row } from './row.ts';

export async function benchCounters(sizes: readonly number[] = [1000, 5000]): Promise<Row[]> {
  const emulator = await startFirestore({ port: 0 });
  try {
    const projectId = `demo-b-${randomBytes(4).toString('hex')}`;
    const firestore = `${emulator.host}:${emulator.port}`;
    Object.assign(process.env, functionEnvironment({ projectId, firestore }));
    const rows: Row[] = [];
    for (const size of sizes) rows.push(...(await measure(size, 0)), ...(await measure(size, 1)));
    return rows;
  } finally {
    await emulator.close();
  }
}

/** With annotations, each record is read, because they are not in any index. */
const READ_ALL = { bar: '<= 1.02', note: 'each record once; image counts cost nothing on top' };
/** 8 reads per 1,000 images with one tag each, and a constant of about 20, which matters most at 1,000 images. */
const COUNTED = {
  bar: '<= 0.03',
  note: 'one for every 1,000: images, by label, set, tag and group of the timeline; and the documents of dataset, tags, parts, timeline',
};

async function measure(size: number, boxes: number): Promise<Row[]> {
  // Adapters read the address of Firestore at their first use.
  const { counters } = await import('../../functions/src/common/adapters/firestore/counters/counters.ts');
  const id = `d${size}-${boxes}`;
  await seed(id, size, boxes);
  const reads = await countReads();
  const started = performance.now();
  await counters.recount(id);
  const seconds = (performance.now() - started) / 1000;
  const used = reads.stop();
  const what = `${size} images ${boxes > 0 ? 'with annotations' : 'without annotations'}`;
  return [
    {
      name: `counters: reads for ${what}`,
      ours: used,
      reference: size,
      unit: 'reads',
      ratio: used / size,
      ...(boxes > 0 ? READ_ALL : COUNTED),
    },
    figure(`counters: time for ${what}`, Math.round(seconds * 100) / 100, 's'),
  ];
}

async function seed(id: string, size: number, boxes: number): Promise<void> {
  const { firestore } = await import('../../functions/src/common/adapters/firebase.ts');
  const db = firestore();
  const tag = db.doc(`dataset/${id}/tag/t`);
  await db.doc(`dataset/${id}`).set({ type: 'MULTICLASS', name: id, tags: [{ id: 't', name: 't' }] });
  await db.doc(`dataset/${id}/timeline/day-1970-01-01`).set({ imageCounter: 1 });
  for (let start = 0; start < size; start += 500) {
    const batch = db.batch();
    for (let at = start; at < Math.min(size, start + 500); at += 1) {
      const box = { type: 'rect', tag, x: 0, y: 0, w: 1, h: 1, labeled: 'manual' };
      const tags = Array.from({ length: boxes }, () => box);
      const listed = { shard: shardOf(id, `${id}-${at}`), labelled: true, session: '', date: at };
      const fields = { dataset: db.doc(`dataset/${id}`), tag, tags, tagsContained: [tag], ...listed };
      batch.set(db.doc(`image/${id}-${at}`), { ...fields, imageData: Buffer.alloc(2000) });
    }
    await batch.commit();
  }
}

/**
 * Counts like Firestore: each returned document, which the client turns into a snapshot, and one read per 1,000 index
 * entries of a `count()`, at least one.
 */
async function countReads(): Promise<{ stop: () => number }> {
  const { firestore } = await import('../../functions/src/common/adapters/firebase.ts');
  const client = firestore() as unknown as { snapshot_: (...given: unknown[]) => unknown };
  const original = client.snapshot_;
  if (typeof original !== 'function') throw new Error('this client makes snapshots in another way');
  let reads = 0;
  client.snapshot_ = function (...given) {
    reads += 1;
    return original.apply(this, given);
  };
  const transaction: Transaction = await firestore().runTransaction(async (each) =>
    Object.getPrototypeOf(each),
  );
  const { get } = transaction;
  transaction.get = async function (this: Transaction, query: never) {
    const answer = (await get.call(this, query)) as unknown as { data?: () => { count?: number } };
    if (typeof answer.data === 'function') reads += Math.max(1, Math.ceil((answer.data().count ?? 0) / 1000));
    return answer;
  } as typeof get;
  return {
    stop: () => {
      client.snapshot_ = original;
      transaction.get = get;
      return reads;
    },
  };
}

if (import.meta.main) {
  const sizes = process.argv.slice(2).map(Number);
  console.table(await benchCounters(sizes.length > 0 ? sizes : undefined));
  process.exit();
}
