/**
 * Versions and their exports: making one against bare paging of the same records, archives against downloadZip of the same
 * images, NDJSON against csv. `node test/bench/versions.ts [images]`, 3,000 unless given: the
 * emulator walks all records for each page, so that many of them measure the emulator.
 */
import { randomBytes } from 'node:crypto';
import type { Firestore, WriteBatch } from 'firebase-admin/firestore';
import { bucketOf, functionEnvironment } from '../../emulators/stack/environment.ts';
import { startFirestore } from '../../emulators/stack/firestore.ts';
import { startStorage } from '../../emulators/storage/server.ts';
import { madeAtOnce } from '../support/made-at-once.ts';
import { standIn } from '../support/stand-in.ts';
import { buildParts, loadPart } from './built.ts';
import { measureInContainer } from './container.ts';
import { madePorts } from './made-records.ts';
import { figure, median, type Row } from './row.ts';
import { seed } from './zip-seed.ts';

/** What one child process measured. */
interface Run {
  seconds: number;
  /** Of the file, where there is one. */
  bytes: number;
  /** Peak resident memory, MB. */
  memory: number;
}

type Work = 'bare' | 'make' | 'zip' | 'yolo' | 'coco' | 'make-made' | 'csv-made' | 'ndjson-made';

const ROUNDS = 3;
/** Records that are made on the spot: the emulator walks all of them for each page. */
const MADE = 100_000;

const PARTS = {
  firebase: 'common/adapters/firebase.ts',
  fields: 'dataset/version/collect-version.ts',
  parameters: 'dataset/version/parameters.ts',
  job: 'dataset/version/version-job.ts',
  export: 'dataset/formats/export-version.ts',
  zip: 'dataset/zip/download-zip.ts',
  csv: 'dataset/csv/generate-csv.ts',
  stores: '../../test/bench/stores.ts',
} as const;

const load = <T>(part: keyof typeof PARTS): Promise<T> => loadPart<T>('versions', PARTS[part]);

export async function benchVersions(images = 3000): Promise<Row[]> {
  process.env.METADATA_SERVER_DETECTION = 'none';
  await buildParts('versions', Object.values(PARTS));
  const firestore = await startFirestore({ port: 0, heap: '6g' });
  const storage = await startStorage({ port: 0 });
  try {
    const projectId = `demo-b-${randomBytes(4).toString('hex')}`;
    const addresses = {
      firestore: `${firestore.host}:${firestore.port}`,
      storage: `127.0.0.1:${storage.port}`,
    };
    storage.createBucket(bucketOf(projectId));
    const env = { ...functionEnvironment({ projectId, ...addresses }), ZIP_STREAM_LIMIT: String(1e12) };
    await seed(projectId, addresses, images);
    return [
      ...(await benchMaking(images, env)),
      ...(await benchArchives(images, env)),
      ...(await benchLines(env)),
    ];
  } finally {
    await Promise.all([firestore.close(), storage.close()]);
  }
}

async function benchMaking(images: number, env: Record<string, string>): Promise<Row[]> {
  const rounds: [bare: Run, make: Run][] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push([await runChild('bare', env, 'small'), await runChild('make', env, 'small')]);
  const rate = (at: 0 | 1) => Math.round(images / median(rounds.map((round) => round[at].seconds)));
  const making: Row = {
    ...{ name: `versions: making, ${images} images`, ours: rate(1), reference: rate(0), unit: 'images/s' },
    ratio: median(rounds.map(([bare, make]) => bare.seconds / make.seconds)),
    bar: '>= 0.7',
  };
  const made = await runChild('make-made', env, 'made');
  const note = `${MADE} records made on the spot; ${made.seconds.toFixed(1)} s`;
  const memory = figure(
    `versions: peak memory of making, ${MADE} images`,
    Math.round(made.memory),
    'MB',
    note,
  );
  return [making, { ...memory, bar: '<= 300 MB' }];
}

async function benchArchives(images: number, env: Record<string, string>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const format of ['yolo', 'coco'] as const) {
    const rounds: [zip: Run, made: Run][] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push([await runChild('zip', env, 'small', images), await runChild(format, env, 'small')]);
    // Images, not bytes: the labels are extra.
    const rate = (at: 0 | 1) => Math.round(images / median(rounds.map((round) => round[at].seconds)));
    rows.push({
      ...{
        name: `versions: ${format}, ${images} images`,
        ours: rate(1),
        reference: rate(0),
        unit: 'images/s',
      },
      ratio: median(rounds.map(([zip, made]) => zip.seconds / made.seconds)),
      bar: '>= 0.9',
      note: `of 2 KB each, which is hard on the entries; peak memory ${Math.round(median(rounds.map(([, { memory }]) => memory)))} MB`,
    });
  }
  return rows;
}

async function benchLines(env: Record<string, string>): Promise<Row[]> {
  const rounds: [csv: Run, ndjson: Run][] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push([await runChild('csv-made', env, 'made'), await runChild('ndjson-made', env, 'made')]);
  const rate = (at: 0 | 1) => Math.round(MADE / median(rounds.map((round) => round[at].seconds)));
  return [
    {
      ...{
        name: `versions: ndjson with links, ${MADE} images`,
        ours: rate(1),
        reference: rate(0),
        unit: 'images/s',
      },
      ratio: median(rounds.map(([csv, ndjson]) => csv.seconds / ndjson.seconds)),
      bar: '>= 0.9',
      note: `of csv; peak memory ${Math.round(median(rounds.map(([, { memory }]) => memory)))} MB`,
    },
  ];
}

const runChild = (work: Work, env: Record<string, string>, dataset: string, count = MADE): Promise<Run> =>
  measureInContainer(import.meta.filename, ['--run', work, dataset, String(count)], env);

const { signal } = new AbortController();
const caller = { kind: 'anyone' } as const;

async function runWork(work: Work, dataset: string, count: number): Promise<void> {
  const run = await WORKS[work](dataset, count);
  const started = performance.now();
  const bytes = await run();
  const seconds = (performance.now() - started) / 1000;
  process.send?.({ seconds, bytes, memory: process.resourceUsage().maxRSS / 1024 } satisfies Run);
  process.exit();
}

/** Loads what the work needs; what that costs is another bench's figure. */
const WORKS: Record<Work, (dataset: string, count: number) => Promise<() => Promise<number>>> = {
  bare: loadBare,
  make: async (dataset) => loadMake(dataset, null),
  'make-made': async (dataset, count) => loadMake(dataset, count),
  zip: async (dataset, count) => {
    const { downloadZip } =
      await load<typeof import('../../functions/src/dataset/zip/download-zip.ts')>('zip');
    const images = Array.from({ length: count }, (_, at) => `${dataset}-${at}`);
    return async () => drain(await downloadZip({ dataset, caller, images, signal }));
  },
  yolo: async (dataset) => loadExport(dataset, 'yolo'),
  coco: async (dataset) => loadExport(dataset, 'coco'),
  'ndjson-made': async (dataset) => loadExport(dataset, 'ndjson'),
  'csv-made': async (dataset, count) => {
    const { generateCsv } =
      await load<typeof import('../../functions/src/dataset/csv/generate-csv.ts')>('csv');
    const { stores } = await load<typeof import('./stores.ts')>('stores');
    const percentages = { TEST: 10, VALIDATION: 10, TRAIN: 80 };
    const rest = {
      link: false,
      group: 'burst',
      format: 'automl',
      tagmap: undefined,
      strict: false,
      save: false,
    } as const;
    standIn(stores, madePorts(count, stores.objects));
    return async () => {
      await generateCsv({ dataset, caller, request: { percentages, ...rest }, signal });
      return 0;
    };
  },
};

/** What anyone would write: page after page, and nothing done with it. */
async function loadBare(dataset: string): Promise<() => Promise<number>> {
  const { firestore } =
    await load<typeof import('../../functions/src/common/adapters/firebase.ts')>('firebase');
  const { VERSION_FIELDS } =
    await load<typeof import('../../functions/src/dataset/version/collect-version.ts')>('fields');
  return async () => {
    const all = firestore()
      .collection('image')
      .where('dataset', '==', firestore().doc(`dataset/${dataset}`))
      .orderBy('__name__')
      .select(...VERSION_FIELDS)
      .limit(1000);
    for (let page = await all.get(); page.size > 0; page = await all.startAfter(page.docs.at(-1)).get())
      page.docs.map((each) => each.data());
    return 0;
  };
}

/** @param made number of records that are made on the spot; null reads those of the dataset */
async function loadMake(dataset: string, made: number | null): Promise<() => Promise<number>> {
  const { parametersOf, versionBody } =
    await load<typeof import('../../functions/src/dataset/version/parameters.ts')>('parameters');
  const { workOnVersion } =
    await load<typeof import('../../functions/src/dataset/version/version-job.ts')>('job');
  const { firestore } =
    await load<typeof import('../../functions/src/common/adapters/firebase.ts')>('firebase');
  const { stores } = await load<typeof import('./stores.ts')>('stores');
  const objects = {
    ...stores.objects,
    stats: async (names: Iterable<string>) => new Map([...names].map(toStat)),
  };
  if (made !== null) standIn(stores, { ...madePorts(made, stores.objects), objects });
  return async () => {
    await madeAtOnce(
      { parametersOf, workOnVersion },
      { dataset, body: versionBody.parse({}), signal },
      stores,
      made === null ? commitTo(firestore()) : undefined,
    );
    return 0;
  };
}

const commitTo =
  (database: Firestore) =>
  async <T>(work: (batch: WriteBatch) => Promise<T>): Promise<T> => {
    const batch = database.batch();
    const result = await work(batch);
    await batch.commit();
    return result;
  };

const toStat = (name: string) => [name, { size: 230_000, generation: '1790000000000000' }] as const;

async function loadExport(
  dataset: string,
  format: 'yolo' | 'coco' | 'ndjson',
): Promise<() => Promise<number>> {
  const { exportVersion } =
    await load<typeof import('../../functions/src/dataset/formats/export-version.ts')>('export');
  const { stores } = await load<typeof import('./stores.ts')>('stores');
  if (dataset === 'made') standIn(stores, { datasets: madePorts(0, stores.objects).datasets });
  const wanted = {
    dataset,
    caller,
    number: 'latest',
    format,
    images: undefined,
    upright: true,
    base: 'http://host',
    wait: 0,
    signal,
  };
  return async () => drain(await exportVersion(wanted));
}

async function drain(file: object): Promise<number> {
  if (!('stream' in file)) throw new Error('not streamed');
  let bytes = 0;
  for await (const chunk of file.stream as AsyncIterable<Buffer>) bytes += chunk.length;
  return bytes;
}

if (process.argv[2] === '--run') {
  await runWork(process.argv[3] as Work, process.argv[4] as string, Number(process.argv[5]));
} else if (import.meta.main) {
  console.table(await benchVersions(...process.argv.slice(2).map(Number)));
}
