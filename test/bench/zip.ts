/**
 * Archives: bytes per second against yazl and the system's zip, the hiding of slow reads, the first byte, peak memory.
 * `node test/bench/zip.ts [images]`, 10,000 for the first byte unless given.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import yazl from 'yazl';
import { Faults } from '../../emulators/faults.ts';
import { bucketOf, functionEnvironment } from '../../emulators/stack/environment.ts';
import { startFirestore } from '../../emulators/stack/firestore.ts';
import { startStorage } from '../../emulators/storage/server.ts';
import { LEAD } from '../../functions/src/dataset/zip/zip-files.ts';
import { zipStream } from '../../functions/src/dataset/zip/zip-stream.ts';
import { buildParts, partsOf } from './built.ts';
import { measureInContainer } from './container.ts';
import { figure, median, type Row } from './row.ts';
import { bucketAt, MOST, PICTURE, seed } from './zip-seed.ts';

const DOWNLOAD = join(import.meta.dirname, 'zip-download.mjs');
const ROUNDS = 3;
/** Objects of the latency case. */
const READS = 1000;

export async function benchZip(images = 10_000): Promise<Row[]> {
  process.env.METADATA_SERVER_DETECTION = 'none';
  await buildParts('zip', ['dataset/zip/download-zip.ts', 'common/config.ts']);
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
  const row = (of: 'yazl' | 'zip', name: string, bar: string): Row => ({
    name,
    ours: rate('ours'),
    reference: rate(of),
    unit: 'MB/s',
    bar,
    ratio: median(rounds.map((each) => each[of] / each.ours)),
  });
  return [row('yazl', 'zip: against yazl', '>= 0.9'), row('zip', 'zip: against zip -0', '')];
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
    storage.createBucket(bucketOf(projectId));
    const addresses = {
      firestore: `${firestore.host}:${firestore.port}`,
      storage: `127.0.0.1:${storage.port}`,
    };
    const env = { ...functionEnvironment({ projectId, ...addresses }), ZIP_STREAM_LIMIT: '3e9' };
    storage.createBucket(bucketOf(projectId));
    await seed(projectId, addresses, images);
    const rows = [...(await firstByte(env, images)), ...(await memory(env))];
    faults.set([{ path: 'alt=media', latency: 40 }]);
    return [...rows, ...(await latency(env, addresses.storage, projectId))];
  } finally {
    await Promise.all([firestore.close(), storage.close()]);
  }
}

async function firstByte(env: Record<string, string>, images: number): Promise<Row[]> {
  const rounds: { ids: number; uris: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = (await download(env, 'small', images, 'bare')).first;
    const ids = (await download(env, 'small', images)).first;
    rounds.push({ bare, ids, uris: (await download(env, 'small', images, 'uris')).first });
  }
  const middle = (of: 'ids' | 'uris' | 'bare') => median(rounds.map((each) => each[of]));
  const [ids, uris, bare] = [middle('ids'), middle('uris'), middle('bare')];
  return [
    {
      name: `zip: first byte of ${images} images`,
      ours: ids,
      reference: bare,
      unit: 's',
      bar: '<= 2',
      ratio: median(rounds.map((each) => each.ids / each.bare)),
      note: 'records, sizes and layout settled, against bare reading of the same records, page by page',
    },
    {
      name: `zip: first byte of ${images} images by uris`,
      ours: uris,
      reference: ids,
      unit: 's',
      bar: '<= 1.5',
      ratio: median(rounds.map((each) => each.uris / each.ids)),
      note: 'against the same by ids',
    },
  ];
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

/** One read after the other with the official client, of which a few are measured; and the most that our window allows. */
async function latency(env: Record<string, string>, address: string, projectId: string): Promise<Row[]> {
  const bucket = bucketAt(address, projectId);
  const rounds: { one: number; all: number; reading: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const some = await seconds(async () => {
      for (let at = 0; at < 25; at += 1) await bucket.file(`dataset/small/small-${at}.jpg`).download();
    });
    const { all, first } = await download(env, 'small', READS);
    const one = some / 25;
    // The first byte leaves when the first read has come.
    rounds.push({ one, all, reading: all - first + one });
  }
  const middle = (value: (round: (typeof rounds)[number]) => number) => median(rounds.map(value));
  const row = (name: string, bar: string, ours: number, reference: number): Omit<Row, 'ratio'> => ({
    name,
    ours: Math.round(ours),
    reference: Math.round(reference),
    unit: 'images/s',
    bar,
  });
  const name = `zip: ${READS} reads of 40 ms more each`;
  return [
    {
      ...row(name, '>= 12', READS / middle(({ all }) => all), 1 / middle(({ one }) => one)),
      ratio: middle(({ one, all }) => (one * READS) / all),
      note: 'against one read at a time',
    },
    {
      ...row(
        `${name}, ${LEAD.items} at once`,
        '>= 0.9',
        READS / middle(({ reading }) => reading),
        LEAD.items / middle(({ one }) => one),
      ),
      ratio: middle(({ one, reading }) => (one * READS) / LEAD.items / reading),
      note: 'against objects x latency / window, from the first read to the last byte',
    },
  ];
}

const download = (
  env: Record<string, string>,
  dataset: string,
  count: number,
  by: 'ids' | 'uris' | 'bare' = 'ids',
): Promise<Run> => measureInContainer(DOWNLOAD, [partsOf('zip'), dataset, String(count), by], env);

if (import.meta.main) console.table(await benchZip(...process.argv.slice(2).map(Number)));
