/**
 * Exports of a million images, whose records are made on the spot: against bare paging of the same records, by memory, and in
 * two parts side by side whose files, joined, are those of one run. `node test/bench/exports.ts [images] [paging | size | parts]`
 */
import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once as event } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bucketOf, functionEnvironment } from '../../emulators/stack/environment.ts';
import { startStorage } from '../../emulators/storage/server.ts';
import { buildParts } from './built.ts';
import { forkInContainer } from './container.ts';
import { partFile } from './export-part.ts';
import { type Done, PARTS, type Task, type Work } from './export-worker.ts';
import { PROJECT } from './made-records.ts';
import { figure, median, type Row } from './row.ts';

const ROUNDS = 3;
/** Processes side by side. */
const WORKERS = 2;

interface Bench {
  env: Record<string, string>;
  /** Of the files that processes leave for each other. */
  folder: string;
}

const SECTIONS = { paging: againstPaging, size: bySize, parts: inParts };

export async function benchExports(images = 1_000_000, ...wanted: string[]): Promise<Row[]> {
  await buildParts('exports', Object.values(PARTS));
  const folder = await mkdtemp(join(tmpdir(), 'sightline-exports-'));
  const storage = await startStorage({ port: 0, buckets: [bucketOf(PROJECT)] });
  const database = fork(join(import.meta.dirname, 'made-firestore.ts'));
  try {
    const [port] = (await event(database, 'message')) as [number];
    const addresses = { firestore: `127.0.0.1:${port}`, storage: `127.0.0.1:${storage.port}` };
    const bench = { env: functionEnvironment({ projectId: PROJECT, ...addresses }), folder };
    const rows: Row[] = [];
    for (const [name, measure] of Object.entries(SECTIONS))
      if (wanted.length === 0 || wanted.includes(name)) rows.push(...(await measure(images, bench)));
    return rows;
  } finally {
    database.disconnect();
    await storage.close();
    await rm(folder, { recursive: true });
  }
}

/**
 * A twentieth of the images, in turns, each in a process of its own. An export of a version reads its manifest: it is compared
 * with paging of the records that are in it.
 */
async function againstPaging(all: number, bench: Bench): Promise<Row[]> {
  const images = all / 20;
  const rounds: Record<Work, Done>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const done: Partial<Record<Work, Done>> = {};
    for (const work of ['page csv', 'csv', 'page version', 'version', 'export csv', 'export ndjson'] as const)
      done[work] = await run({ work, images, source: 'database' }, bench);
    rounds.push(done as Record<Work, Done>);
  }
  const each = (work: Work, read: (done: Done) => number) =>
    Math.round(median(rounds.map((round) => read(round[work]))));
  const noteOf = (work: Work) =>
    `${each(work, ({ processor }) => processor / images)} µs of processor time an image, peak memory ${each(work, ({ memory }) => memory)} MB`;
  const row = (name: string, ours: Work, paging: Work, bar: string): Row => ({
    name: `exports: ${name}, ${images} images`,
    ours: each(ours, ({ seconds }) => images / seconds),
    reference: each(paging, ({ seconds }) => images / seconds),
    unit: 'images/s',
    ratio: median(rounds.map((round) => round[paging].seconds / round[ours].seconds)),
    bar,
    note: `${noteOf(ours)}; paging ${noteOf(paging)}`,
  });
  return [
    row('csv of a dataset', 'csv', 'page csv', '>= 0.9'),
    row('making a version', 'version', 'page version', '>= 0.9'),
    row('csv of a version', 'export csv', 'page csv', '>= 0.9'),
    row('NDJSON of a version', 'export ndjson', 'page version', '>= 0.9'),
  ];
}

/** By work and images: what is measured for two rows is measured once. */
const measured = new Map<string, Done>();

/** With records that are made in the process. Exports need the version, so that it is made first. */
async function once(work: Work, images: number, bench: Bench): Promise<Done> {
  const key = `${work} ${images}`;
  const done = measured.get(key) ?? (await run({ work, images, source: 'made' }, bench));
  measured.set(key, done);
  return done;
}

/** Without a database, so that nothing but the export takes memory and time. */
async function bySize(images: number, bench: Bench): Promise<Row[]> {
  const rows: Row[] = [];
  for (const work of ['csv', 'version', 'export csv', 'export ndjson'] as const) {
    for (const size of [images / 10, images]) {
      const { memory, seconds } = await once(work, size, bench);
      const note = `${seconds.toFixed(1)} s, ${((1e6 * seconds) / size).toFixed(1)} microseconds an image`;
      rows.push(figure(`exports: peak memory, ${work} of ${size} images`, Math.round(memory), 'MB', note));
    }
  }
  return rows;
}

/**
 * @throws if the joined files are not those of one run: the manifest and csv byte for byte, NDJSON line by line, where only
 *   the names of files differ
 */
async function inParts(images: number, bench: Bench): Promise<Row[]> {
  let alone = 0;
  for (const work of ['version', 'export csv', 'export plain'] as const)
    alone += (await once(work, images, bench)).seconds;
  const started = performance.now();
  const task = (work: Work, number: number): Task => ({
    work,
    images,
    source: 'made',
    part: [number, WORKERS],
  });
  const workers = Array.from({ length: WORKERS }, (_, number) => start(task('part', number), bench));
  await Promise.all(workers.map(({ child }) => event(child, 'message')));
  const joined = await run(task('join', 0), bench);
  for (const { child } of workers) child.send('sets are known');
  const parts = await Promise.all(workers.map(({ done }) => done));
  const seconds = (performance.now() - started) / 1000;
  await requireEqual(images, bench.folder);
  const memory = Math.round(Math.max(...parts.map((each) => each.memory)));
  const row: Row = {
    name: `exports: version, csv and NDJSON of ${images} images in ${WORKERS} parts`,
    ours: Math.round(images / seconds),
    reference: Math.round(images / alone),
    unit: 'images/s',
    ratio: alone / seconds,
    bar: '>= 1.2',
    note: `joined the same as by one; peak memory of a part ${memory} MB, of the step between ${Math.round(joined.memory)} MB in ${joined.seconds.toFixed(1)} s`,
  };
  return [row];
}

async function requireEqual(images: number, folder: string): Promise<void> {
  const files = (kind: 'manifest' | 'csv' | 'ndjson') =>
    Array.from({ length: WORKERS }, (_, number) => partFile(folder, kind, number));
  const { hash } = JSON.parse(await readFile(join(folder, `version-of-${images}.json`), 'utf8'));
  const requireSame = (what: string, one: unknown, other: unknown) => {
    if (one !== other) throw new Error(`${what} in parts is not that of one run`);
  };
  requireSame('the manifest', await hashOf(files('manifest')), hash);
  requireSame('csv', await hashOf(files('csv')), await hashOf([join(folder, `export csv-of-${images}`)]));
  const whole = recordsOf([join(folder, `export plain-of-${images}`)]);
  const names = new Set<string>();
  let lines = 0;
  for await (const { file, ...rest } of recordsOf(files('ndjson'))) {
    const { file: _, ...expected } = (await whole.next()).value ?? {};
    lines += 1;
    requireSame(`line ${lines} of NDJSON`, JSON.stringify(rest), JSON.stringify(expected));
    names.add(`${rest.split}/${file}`);
  }
  requireSame('the end of NDJSON', (await whole.next()).done, true);
  requireSame('the number of lines', lines, images);
  requireSame('the number of names', names.size, images);
}

async function hashOf(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest('hex');
}

/** Without the line about the dataset, which each file begins with. */
async function* recordsOf(files: readonly string[]): AsyncGenerator<Record<string, unknown>> {
  for (const file of files)
    for await (const line of createInterface({ input: createReadStream(file) })) {
      const record = JSON.parse(line) as Record<string, unknown>;
      if (record.type !== 'dataset') yield record;
    }
}

interface Started {
  child: ChildProcess;
  done: Promise<Done>;
}

function start(task: Task, { env, folder }: Bench): Started {
  const worker = join(import.meta.dirname, 'export-worker.ts');
  const limits = { ZIP_STREAM_LIMIT: String(1e12) };
  const child = forkInContainer(worker, [JSON.stringify(task), folder], { ...env, ...limits });
  const done = new Promise<Done>((resolve, reject) => {
    child.on('message', (message) => {
      if (typeof message === 'object') resolve(message as Done);
    });
    child.once('exit', (code) => reject(new Error(`bench process of ${task.work} ended with ${code}`)));
  });
  done.catch(() => {});
  return { child, done };
}

const run = (task: Task, bench: Bench): Promise<Done> => start(task, bench).done;

if (import.meta.main) {
  const [images, ...wanted] = process.argv.slice(2);
  console.table(await benchExports(images === undefined ? images : Number(images), ...wanted));
}
