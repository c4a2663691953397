/**
 * Archives: bytes per second against yazl and the system's zip, the hiding of slow reads, the first byte, peak memory.
 * `node test/bench/zip.ts [images]`, 10,000 for the first byte unless given.
 */
import { fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Firestore } from '@google-cloud/firestore';
import { type Bucket, Storage } from '@google-cloud/storage';
import yazl from 'yazl';
import { Faults } from '../../emulators/faults.ts';
import { bucketOf, functionEnvironment } from '../../emulators/stack/environment.ts';
import { startFirestore } from '../../emulators/stack/firestore.ts';
import { startStorage } from '../../emulators/storage/server.ts';
import { zipStream } from '../../functions/src/dataset/zip-stream.ts';
import { buildParts, loadPart } from './built.ts';
import { figure, median, type Row } from './row.ts';

const ROUNDS = 3;
/** The heap that Node gives itself in a function of 1 GiB; on a large machine it collects much later. */
const CONTAINER = ['--max-old-space-size=512', '--max-semi-space-size=4'];
/** A JPEG of a usual inspection camera, bytes. */
const PICTURE = 230_000;
/** As many of those as an archive may hold: 10,000 are over its 2 GiB (Contract 4). */
const MOST = 9000;

export async function benchZip(images = 10_000): Promise<Row[]> {
  process.env.METADATA_SERVER_DETECTION = 'none';
  await buildParts('zip', ['dataset/download-zip.ts', 'dataset/wiring.ts', 'common/config.ts']);
  return [...(await benchWriters()), ...(await benchDownloads(images))];
}

/** Reads excluded: the bytes are in memory, and the system's zip finds its files in the page cache. */
async function benchWriters(): Promise<Row[]> {
  const files = Array.from({ length: 400 }, (_, at) => ({
    path: `label/${at}.jpg`,
    content: [randomBytes(PICTURE)] as [Buffer],
  }));
  const folder = await mkdtemp(join(tmpdir(), 'sightline-bench-'));
  await Promise.all(files.map(({ content }, at) => writeFile(join(folder, `${at}.jpg`), content[0])));
  const rounds: Record<'ours' | 'yazl' | 'zip', number>[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ours = await seconds(() => drain(ourArchive(files)));
    const yazlSeconds = await seconds(() => drain(yazlArchive(files)));
    const zip = await seconds(() => systemZip(folder));
    if (round > 0) rounds.push({ ours, yazl: yazlSeconds, zip });
  }
  await rm(folder, { recursive: true });
  const rate = (of: 'ours' | 'yazl' | 'zip') =>
    Math.round((400 * PICTURE) / 1e6 / median(rounds.map((each) => each[of])));
  const row = (of: 'yazl' | 'zip', name: string): Row => ({
    name,
    ...{ ours: rate('ours'), reference: rate(of), unit: 'MB/s', bar: '' },
    ratio: median(rounds.map((each) => each[of] / each.ours)),
  });
  return [row('yazl', 'zip: against yazl'), row('zip', 'zip: against zip -0')];
}

type Files = readonly { path: string; content: [Buffer] }[];

function ourArchive(files: Files): Readable {
  async function* rest() {
    yield* files.slice(1);
  }
  return zipStream(files[0] as Files[number], rest());
}

function yazlArchive(files: Files): NodeJS.ReadableStream {
  const zip = new yazl.ZipFile();
  for (const { path, content } of files) zip.addBuffer(content[0], path, { compress: false });
  zip.end();
  return zip.outputStream;
}

async function systemZip(folder: string): Promise<void> {
  const zip = spawn('zip', ['-0', '-q', '-r', '-', '.'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.all([drain(zip.stdout), once(zip, 'exit')]);
}

async function drain(stream: AsyncIterable<unknown>): Promise<number> {
  let bytes = 0;
  for await (const chunk of stream) bytes += (chunk as Buffer).length;
  return bytes;
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** What one child process measured of one download. */
interface Run {
  /** Seconds to the first byte, and to the last. */
  first: number;
  all: number;
  bytes: number;
  /** Peak resident memory, MB. */
  memory: number;
}

async function benchDownloads(images: number): Promise<Row[]> {
  const faults = new Faults();
  const [firestore, storage] = await Promise.all([
    startFirestore({ port: 0 }),
    startStorage({ port: 0, faults }),
  ]);
  try {
    const projectId = `demo-b-${randomBytes(4).toString('hex')}`;
    const addresses = {
      firestore: `${firestore.host}:${firestore.port}`,
      storage: `127.0.0.1:${storage.port}`,
    };
    const env = { ...functionEnvironment({ projectId, ...addresses }), ZIP_STREAM_LIMIT: '3e9' };
    await seed(projectId, addresses, images);
    const rows = [await firstByte(env, images), ...(await memory(env))];
    faults.set([{ path: 'alt=media', latency: 40 }]);
    return [...rows, await latency(env, addresses.storage, projectId)];
  } finally {
    await Promise.all([firestore.close(), storage.close()]);
  }
}

async function firstByte(env: Record<string, string>, images: number): Promise<Row> {
  const runs: Run[] = [];
  for (let round = 0; round < ROUNDS; round += 1) runs.push(await download(env, 'small', images));
  const first = median(runs.map((run) => run.first));
  return {
    ...figure(`zip: first byte of ${images} images`, first, 's', 'records, sizes and layout settled'),
    bar: '<= 1.5 s',
  };
}

async function memory(env: Record<string, string>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of [500, MOST]) {
    const run = await download(env, 'large', count);
    const note = `${Math.round(run.bytes / 1e6)} MB at ${Math.round(run.bytes / 1e6 / run.all)} MB/s, reads included`;
    rows.push({
      ...figure(`zip: peak memory, ${count} images of 230 KB`, Math.round(run.memory), 'MB', note),
      bar: '<= 300 MB',
    });
  }
  return rows;
}

/** The reference is one read after the other with the official client, of which a few are measured. */
async function latency(env: Record<string, string>, address: string, projectId: string): Promise<Row> {
  const bucket = bucketAt(address, projectId);
  const one = await seconds(async () => {
    for (let at = 0; at < 25; at += 1) await bucket.file(`dataset/small/small-${at}.jpg`).download();
  });
  const { all } = await download(env, 'small', 1000);
  return {
    name: 'zip: 1000 reads of 40 ms more each',
    ...{ ours: Math.round(1000 / all), reference: Math.round(25 / one), unit: 'images/s', bar: '>= 12' },
    ratio: (one * 40) / all,
    note: 'against one read at a time',
  };
}

function download(env: Record<string, string>, dataset: string, count: number): Promise<Run> {
  const child = fork(import.meta.filename, ['--run', dataset, String(count)], {
    execArgv: CONTAINER,
    env: { ...process.env, ...env },
  });
  return new Promise((resolve, reject) => {
    child.once('message', (run) => resolve(run as Run));
    child.once('exit', (code) => reject(new Error(`bench process ended with ${code}`)));
  });
}

async function runDownload(dataset: string, count: number): Promise<void> {
  const { downloadZip } = await loadPart<typeof import('../../functions/src/dataset/download-zip.ts')>(
    'zip',
    'dataset/download-zip.ts',
  );
  const { ports } = await loadPart<typeof import('../../functions/src/dataset/wiring.ts')>(
    'zip',
    'dataset/wiring.ts',
  );
  const { signal } = new AbortController();
  const open = async (images: string[]): Promise<Readable> => {
    const target = { dataset, caller: { kind: 'anyone' as const }, body: { images }, signal };
    const archive = await downloadZip(target, ports);
    if ('link' in archive) throw new Error('not streamed');
    return archive.stream;
  };
  // An instance that has answered before: what loading costs is another bench's figure.
  await drain(await open([`${dataset}-0`]));
  const images = Array.from({ length: count }, (_, at) => `${dataset}-${at}`);
  const started = performance.now();
  let first = 0;
  let bytes = 0;
  for await (const chunk of await open(images)) {
    first ||= performance.now() - started;
    bytes += (chunk as Buffer).length;
  }
  const all = performance.now() - started;
  const memory = process.resourceUsage().maxRSS / 1024;
  process.send?.({ first: first / 1000, all: all / 1000, bytes, memory });
  process.exit();
}

const bucketAt = (address: string, projectId: string): Bucket =>
  new Storage({ apiEndpoint: `http://${address}`, projectId }).bucket(bucketOf(projectId));

/** `small`: an object of 2 KB for each record. `large`: records that share 50 objects of 230 KB. */
async function seed(
  projectId: string,
  addresses: { firestore: string; storage: string },
  images: number,
): Promise<void> {
  const settings = { projectId, host: addresses.firestore, ssl: false };
  const db = new Firestore({ ...settings, customHeaders: { Authorization: 'Bearer owner' } });
  const bucket = bucketAt(addresses.storage, projectId);
  const jpeg = (size: number) => Buffer.concat([Buffer.from('ffd8ff', 'hex'), randomBytes(size - 3)]);
  const small = jpeg(2000);
  await seedRecords(projectId, db, 'small', images, (at) => `small-${at}.jpg`);
  await seedRecords(projectId, db, 'large', MOST, (at) => `large-${at % 50}.jpg`);
  const objects = [
    ...Array.from({ length: images }, (_, at): [string, Buffer] => [`dataset/small/small-${at}.jpg`, small]),
    ...Array.from({ length: 50 }, (_, at): [string, Buffer] => [
      `dataset/large/large-${at}.jpg`,
      jpeg(PICTURE),
    ]),
  ].values();
  const worker = async () => {
    for (const [name, bytes] of objects)
      await bucket.file(name).save(bytes, { resumable: false, validation: false });
  };
  await Promise.all(Array.from({ length: 16 }, worker));
  await db.terminate();
}

async function seedRecords(
  projectId: string,
  db: Firestore,
  dataset: string,
  count: number,
  objectOf: (at: number) => string,
): Promise<void> {
  const bucket = bucketOf(projectId);
  await db
    .doc(`dataset/${dataset}`)
    .set({ type: 'MULTICLASS', name: dataset, tags: [{ id: 't', name: 'label' }] });
  for (let start = 0; start < count; start += 500) {
    const batch = db.batch();
    for (let at = start; at < Math.min(count, start + 500); at += 1) {
      batch.set(db.doc(`image/${dataset}-${at}`), {
        ...{ uri: `gs://${bucket}/dataset/${dataset}/${objectOf(at)}`, name: `frame-${at}.jpg` },
        ...{ dataset: db.doc(`dataset/${dataset}`), tag: db.doc(`dataset/${dataset}/tag/t`), tags: [] },
        ...{
          tagsContained: [db.doc(`dataset/${dataset}/tag/t`)],
          set: 'TRAIN',
          imageData: Buffer.alloc(2000),
        },
        ...{
          date: at,
          session: '',
          originalFormat: 'jpeg',
          content: 'x',
          width: 640,
          height: 480,
          masks: [],
        },
      });
    }
    await batch.commit();
  }
}

if (process.argv[2] === '--run') await runDownload(String(process.argv[3]), Number(process.argv[4]));
else if (import.meta.main) console.table(await benchZip(...process.argv.slice(2).map(Number)));
