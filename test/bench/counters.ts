/**
 * What refreshing counters costs: document reads and time against the number of images.
 * `node test/bench/counters.ts [images ...]`, 1,000 and 5,000 unless given.
 */
import { randomBytes } from 'node:crypto';
import { functionEnvironment } from '../../emulators/stack/environment.ts';
import { startFirestore } from '../../emulators/stack/firestore.ts';
import { figure, type Row } from './row.ts';

export async function benchCounters(sizes: readonly number[] = [1000, 5000]): Promise<Row[]> {
  const emulator = await startFirestore({ port: 0 });
  try {
    const projectId = `demo-b-${randomBytes(4).toString('hex')}`;
    const firestore = `${emulator.host}:${emulator.port}`;
    Object.assign(process.env, functionEnvironment({ projectId, firestore }));
    const rows: Row[] = [];
    for (const size of sizes) rows.push(...(await measure(size)));
    return rows;
  } finally {
    await emulator.close();
  }
}

async function measure(size: number): Promise<Row[]> {
  // Adapters read where Firestore is at their first use.
  const { counters } = await import('../../functions/src/common/adapters/firestore/counters.ts');
  const id = `d${size}`;
  await seed(id, size);
  const reads = await countReads();
  const started = performance.now();
  await counters.recount(id);
  const seconds = (performance.now() - started) / 1000;
  const used = reads.stop();
  return [
    {
      name: `counters: document reads for ${size} images`,
      ...{ ours: used, reference: size, unit: 'reads', ratio: used / size, bar: '<= 1.02' },
      note: 'images and annotations in one reading of the records; image counts cost nothing on top',
    },
    figure(`counters: time for ${size} images`, Math.round(seconds * 100) / 100, 's'),
  ];
}

async function seed(id: string, size: number): Promise<void> {
  const { firestore } = await import('../../functions/src/common/adapters/firebase.ts');
  const db = firestore();
  const tag = db.doc(`dataset/${id}/tag/t`);
  await db.doc(`dataset/${id}`).set({ type: 'MULTICLASS', name: id, tags: [{ id: 't', name: 't' }] });
  for (let start = 0; start < size; start += 500) {
    const batch = db.batch();
    for (let at = start; at < Math.min(size, start + 500); at += 1) {
      const box = { type: 'rect', tag, x: 0, y: 0, w: 1, h: 1, labeled: 'manual' };
      const fields = { dataset: db.doc(`dataset/${id}`), tag, tags: [box], tagsContained: [tag] };
      batch.set(db.doc(`image/${id}-${at}`), { ...fields, imageData: Buffer.alloc(2000) });
    }
    await batch.commit();
  }
}

/** Counts the documents that come from the service: the client makes a snapshot of each. */
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
  return {
    stop: () => {
      client.snapshot_ = original;
      return reads;
    },
  };
}

if (import.meta.main) {
  const sizes = process.argv.slice(2).map(Number);
  console.table(await benchCounters(sizes.length > 0 ? sizes : undefined));
  process.exit();
}
