/**
 * Training files compared with bare paging of the same records: rows per second, and peak memory by size.
 * `node test/bench/csv.ts [images ...]`, by default 1,000 and 10,000.
 */
import { randomBytes } from 'node:crypto';
import type { Firestore } from '@google-cloud/firestore';
import { bucketOf, functionEnvironment } from '../../emulators/stack/environment.ts';
import { startFirestore } from '../../emulators/stack/firestore.ts';
import { ownerClient } from '../../emulators/stack/owner-client.ts';
import { startStorage } from '../../emulators/storage/server.ts';
import type { CsvRequest } from '../../functions/src/dataset/csv/csv-request.ts';
import { standIn } from '../support/stand-in.ts';
import { buildParts, loadPart } from './built.ts';
import { measureInContainer } from './container.ts';
import { lookAt, madePorts } from './made-records.ts';
import { figure, median, type Row } from './row.ts';

/** Result of one child process. */
interface Run {
  seconds: number;
  /** Peak resident memory in MB. */
  memory: number;
}

type Work = 'bare' | 'csv' | 'made';

const PARTS = [
  'dataset/csv/generate-csv.ts',
  '../../test/bench/stores.ts',
  'common/adapters/firebase.ts',
  'common/adapters/firestore/images/image-document.ts',
] as const;

const load = <T>(part: (typeof PARTS)[number]): Promise<T> => loadPart<T>('csv', part);

/** More rounds would take too long: the emulator scans 100,000 records for each page. */
const roundsOf = (size: number): number => (size > 20_000 ? 1 : 3);

export async function benchCsv(sizes: readonly number[] = [1000, 10_000]): Promise<Row[]> {
  // Otherwise Google's clients look for a metadata server on the network.
  process.env.METADATA_SERVER_DETECTION = 'none';
  await buildParts('csv', PARTS);
  // 100,000 records with their indexes do not fit into the default heap.
  const firestore = await startFirestore({ port: 0, heap: '6g' });
  const storage = await startStorage({ port: 0 });
  const rows: Row[] = [];
  try {
    const addresses = {
      firestore: `${firestore.host}:${firestore.port}`,
      storage: `127.0.0.1:${storage.port}`,
    };
    for (const size of sizes) {
      const projectId = `demo-b-${randomBytes(4).toString('hex')}`;
      storage.createBucket(bucketOf(projectId));
      const env = functionEnvironment({ projectId, ...addresses });
      await seed(projectId, addresses.firestore, { bench: size, warm: 20 });
      rows.push(await measure(size, env));
    }
    storage.createBucket(bucketOf('demo-b-memory'));
    rows.push(...(await memoryBySize(functionEnvironment({ projectId: 'demo-b-memory', ...addresses }))));
  } finally {
    await Promise.all([firestore.close(), storage.close()]);
  }
  return rows;
}

async function measure(size: number, env: Record<string, string>): Promise<Row> {
  const rounds: { csv: Run; bare: Run }[] = [];
  for (let round = 0; round < roundsOf(size); round += 1) {
    rounds.push({ bare: await runChild('bare', env), csv: await runChild('csv', env) });
  }
  const rate = (work: 'csv' | 'bare') =>
    Math.round(size / median(rounds.map((round) => round[work].seconds)));
  const memory = (work: 'csv' | 'bare') => Math.round(median(rounds.map((round) => round[work].memory)));
  return {
    name: `csv: ${size} images`,
    ours: rate('csv'),
    reference: rate('bare'),
    unit: 'images/s',
    // With fewer images, most of the time is spent on calls that every file needs once.
    bar: size >= 10_000 ? '>= 0.9' : '',
    ratio: median(rounds.map(({ csv, bare }) => bare.seconds / csv.seconds)),
    note: `peak memory ${memory('csv')} MB, of bare paging ${memory('bare')} MB`,
  };
}

/** With generated records: the emulator scans all records for each page, which takes half an hour for 100,000. */
async function memoryBySize(env: Record<string, string>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const size of [1000, 10_000, 100_000]) {
    const { memory, seconds } = await runChild('made', env, size);
    const note = `${size} records made on the spot; ${seconds.toFixed(1)} s for split, rows and upload`;
    const row = figure(`csv: peak memory, ${size} images`, Math.round(memory), 'MB', note);
    rows.push({ ...row, bar: '<= 300 MB' });
  }
  return rows;
}

const runChild = (work: Work, env: Record<string, string>, size = 0): Promise<Run> =>
  measureInContainer(import.meta.filename, ['--run', work, String(size)], env);

/** @param datasets number of images in each */
async function seed(projectId: string, host: string, datasets: Record<string, number>): Promise<void> {
  const db = ownerClient(projectId, host);
  for (const [id, size] of Object.entries(datasets)) {
    const tags = ['good', 'rusty', 'bent'].map((tag) => ({ id: tag, name: tag }));
    await db.doc(`dataset/${id}`).set({ type: 'imageObjectDetection', name: id, tags, owner: '' });
    for (let start = 0; start < size; start += 250) {
      const batch = db.batch();
      for (let at = start; at < Math.min(size, start + 250); at += 1) {
        batch.set(
          db.doc(`image/${randomBytes(10).toString('hex')}`),
          record(db, { dataset: id, bucket: bucketOf(projectId), at }),
        );
      }
      await batch.commit();
    }
  }
  await db.terminate();
}

/** A record like that of an upload, with two boxes and a thumbnail. */
function record(db: Firestore, { dataset, bucket, at }: { dataset: string; bucket: string; at: number }) {
  const tag = db.doc(`dataset/${dataset}/tag/${['good', 'rusty', 'bent'][at % 3]}`);
  const box = (x: number) => ({ type: 'rect', tag, x, y: 0.25, w: 0.125, h: 0.3, labeled: 'manual' });
  return {
    uri: `gs://${bucket}/dataset/${dataset}/${at}-${randomBytes(8).toString('hex')}.jpg`,
    name: `frame-${at}.jpg`,
    dataset: db.doc(`dataset/${dataset}`),
    tag,
    tags: [box(0.1), box(0.5)],
    tagsContained: [tag],
    set: 'PREDETERMINED',
    imageData: Buffer.alloc(2000),
    date: at * 700,
    monitor: db.doc('monitor/line-1'),
    session: `session-${Math.floor(at / 5000)}`,
    originalFormat: 'jpeg',
    content: randomBytes(32).toString('hex'),
    width: 640,
    height: 480,
    masks: [],
    look: lookAt(at),
  };
}

async function runWork(work: Work, size: number): Promise<void> {
  const run = work === 'bare' ? await loadBare() : await loadCsv(work === 'made' ? size : null);
  // Measures an instance that has answered before; loading time is measured by another bench.
  await run('warm');
  const started = performance.now();
  await run('bench');
  const seconds = (performance.now() - started) / 1000;
  process.send?.({ seconds, memory: process.resourceUsage().maxRSS / 1024 });
  process.exit();
}

/** @param made number of generated records; null reads those of the dataset */
async function loadCsv(made: number | null): Promise<(dataset: string) => Promise<unknown>> {
  const { generateCsv } = await load<typeof import('../../functions/src/dataset/csv/generate-csv.ts')>(
    'dataset/csv/generate-csv.ts',
  );
  const { stores } = await load<typeof import('./stores.ts')>('../../test/bench/stores.ts');
  const { signal } = new AbortController();
  const percentages = { TEST: 10, VALIDATION: 10, TRAIN: 80 };
  const request: CsvRequest = {
    percentages,
    group: 'burst' as const,
    format: 'automl' as const,
    tagmap: undefined,
    strict: false,
    save: false,
    link: false,
  };
  return (dataset) => {
    const count = dataset === 'warm' ? 20 : (made ?? 0);
    if (made !== null) standIn(stores, madePorts(count, stores.objects));
    return generateCsv({ dataset, caller: { kind: 'anyone' }, request, signal });
  };
}

/** The simplest reference: reads page after page and does nothing else. */
async function loadBare(): Promise<(dataset: string) => Promise<unknown>> {
  const { firestore } = await load<typeof import('../../functions/src/common/adapters/firebase.ts')>(
    'common/adapters/firebase.ts',
  );
  const { FIELDS } = await load<
    typeof import('../../functions/src/common/adapters/firestore/images/image-document.ts')
  >('common/adapters/firestore/images/image-document.ts');
  return async (dataset) => {
    const all = firestore()
      .collection('image')
      .where('dataset', '==', firestore().doc(`dataset/${dataset}`))
      .orderBy('__name__')
      .select(...FIELDS)
      .limit(1000);
    for (let page = await all.get(); page.size > 0; page = await all.startAfter(page.docs.at(-1)).get()) {
      page.docs.map((each) => each.data());
    }
  };
}

if (process.argv[2] === '--run') {
  await runWork(process.argv[3] as Work, Number(process.argv[4]));
} else if (import.meta.main) {
  const sizes = process.argv.slice(2).map(Number);
  console.table(await benchCsv(sizes.length > 0 ? sizes : undefined));
}
