/**
 * Runs of 100,000 images with ten boxes each: made of a file, evaluated, and a page of an order, beside bare reading of the same
 * file. Files are on this machine's disk, image records are made on the spot. `node test/bench/runs.ts [images]`.
 */
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { mkdtemp, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Random } from '../../emulators/scenes/random.ts';
import { runUploadName } from '../../functions/src/common/runs/run-ports.ts';
import { manifestName } from '../../functions/src/common/versions/version-ports.ts';
import type { Annotation } from '../../packages/records/src/image.ts';
import { buildParts, loadPart } from './built.ts';
import { measureInContainer } from './container.ts';
import { datasetsOf, madeDataset, TAGS } from './made-datasets.ts';
import { idAt, placeOf, recordAt } from './made-records.ts';
import { figure, type Row } from './row.ts';
import { besideReference } from './run-reference.ts';

const DATASET = 'made';
const BOXES = 10;
const VERSION = 'v'.repeat(64);
const ADMIN = { kind: 'person', uid: 'bench', admin: true, permissions: [] };

const PARTS = {
  make: 'dataset/runs/upload/make-upload.ts',
  evaluate: 'dataset/runs/judge/evaluate-run.ts',
  list: 'dataset/runs/judge/list-run-images.ts',
} as const;
type Work = 'bare' | 'make' | 'evaluate' | 'page';

interface Measured {
  /** Of processor time. */
  seconds: number;
  /** Peak resident memory, MB. */
  memory: number;
  /** Of the run that was made. */
  hash?: string | undefined;
}

export async function benchRuns(images = 100_000): Promise<Row[]> {
  // Of two folders, so that their paths begin at the sources.
  await buildParts('runs', [...Object.values(PARTS), 'common/errors.ts', 'isolated.ts']);
  const folder = await mkdtemp(join(tmpdir(), 'sightline-runs-'));
  try {
    await writeFiles(folder, images);
    const run = (work: Work, hash = '') =>
      measureInContainer<Measured>(import.meta.filename, ['--run', work, folder, String(images), hash], {});
    const bare = await run('bare');
    const made = await run('make');
    const judged = await run('evaluate', made.hash);
    const page = await run('page', made.hash);
    const row = (name: string, { seconds, memory }: Measured): Row => ({
      ...{ name: `runs: ${name}, ${images} images with ${BOXES} boxes`, unit: 's of processor time' },
      ...{ ours: seconds, reference: bare.seconds, ratio: bare.seconds / seconds, bar: '<= 60 s' },
      note: `reference: each line is parsed; peak memory ${Math.round(memory)} MB`,
    });
    return [
      row('made of NDJSON', made),
      row('evaluated', judged),
      { ...row('a page of 100 by disagreement', page), bar: '' },
      {
        ...figure('runs: most memory', Math.round(Math.max(made.memory, judged.memory)), 'MB'),
        bar: '<= 512 MB',
      },
      ...besideReference(),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The file of a model, in the order of the images, and the manifest of the version that it is compared with. */
async function writeFiles(folder: string, images: number): Promise<void> {
  const random = new Random(1);
  const truths = Array.from({ length: images }, () => makeBoxes(random));
  async function* lines(make: (at: number) => object): AsyncGenerator<string> {
    for (let at = 0; at < images; at += 1) yield `${JSON.stringify(make(at))}\n`;
  }
  const write = (name: string, make: (at: number) => object) =>
    pipeline(Readable.from(lines(make)), createWriteStream(pathOf(folder, name)));
  await write(manifestName(DATASET, VERSION), (at) => {
    const { id, content, uri, name, session, monitor, date, width, height } = recordAt(at, images, DATASET);
    const shown = { uri, name, session, monitor, date, width, height, generation: '1', size: 1 };
    return { image: id, sha256: content, ...shown, set: 'TEST', tag: null, tags: truths[at], masks: [] };
  });
  await write(runUploadName(DATASET, 1), (at) => ({
    image: idAt(at, images),
    predictions: (truths[at] as Annotation[]).map(({ tag, x, y, w, h }) => ({
      tag: random.next() < 0.9 ? tag : random.pick(TAGS),
      score: random.next(),
      box: [x + random.next() / 100, y + random.next() / 100, w, h],
    })),
  }));
}

const makeBoxes = (random: Random): Annotation[] =>
  Array.from({ length: BOXES }, () => ({
    ...{ type: 'rect', tag: random.pick(TAGS), labeled: 'manual' },
    ...{
      x: random.next() * 0.7,
      y: random.next() * 0.7,
      w: 0.01 + random.next() / 5,
      h: 0.01 + random.next() / 5,
    },
  }));

const pathOf = (folder: string, name: string): string => join(folder, name.replaceAll('/', '_'));

/** @param hash of the run, once it is made */
function portsOn(folder: string, images: number, hash: string) {
  const file = (name: string) => pathOf(folder, name);
  const objects = {
    stat: async (name: string) =>
      stat(file(name)).then(
        ({ size }) => ({ size, generation: '1' }),
        () => null,
      ),
    put: async (name: string, bytes: Buffer) => writeFile(file(name), bytes),
    read: (name: string) => {
      const stream = createReadStream(file(name));
      stream.on('error', (error) => Object.assign(error, { code: 404 }));
      return stream;
    },
    write: async (name: string, source: Readable) => {
      await pipeline(source, createWriteStream(`${file(name)}.part`));
      await rename(`${file(name)}.part`, file(name));
      return true;
    },
    remove: (name: string) => rm(file(name), { force: true }),
  };
  const counts = { images, empty: 0, predictions: images * BOXES, tags: {}, gone: 0 };
  const common = { number: 1, source: 'upload', trainedOn: null };
  const run = { ...common, state: hash ? 'ready' : 'building', hash, counts: hash ? counts : null };
  const tags = TAGS.map((id) => ({ id, name: id, unclassified: false }));
  const parameters = { type: 'imageObjectDetection', tags, tagmap: {} };
  return {
    objects,
    datasets: datasetsOf(madeDataset),
    imageLists: {
      async *byIds(ids: string[]) {
        yield ids.map((id) => recordAt(placeOf(id, images), images, DATASET));
      },
    },
    runs: {
      find: async () => run,
      finish: async (_: string, __: number, made: object) => ({ ...run, ...made }),
    },
    uploads: {
      range: async (name: string, { start, end }: { start: number; end: number }) => {
        const handle = await open(file(name));
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
        await handle.close();
        return buffer.subarray(0, bytesRead);
      },
    },
    versions: { find: async () => ({ number: 1, state: 'ready', hash: VERSION, counts: {}, parameters }) },
  };
}

async function runWork(work: Work, folder: string, images: number, hash: string): Promise<void> {
  const target = {
    dataset: DATASET,
    run: 1,
    caller: ADMIN,
    signal: new AbortController().signal,
  };
  const ports = portsOn(folder, images, hash);
  const call = async (part: keyof typeof PARTS, name: string, input: object) => {
    const module = await loadPart<Record<string, (...given: object[]) => Promise<{ hash?: string }>>>(
      'runs',
      PARTS[part],
    );
    return () => (module[name] as (typeof module)[string])({ ...target, ...input }, ports);
  };
  const query = { order: 'disagreement', limit: 100, after: null };
  const works: Record<Work, () => Promise<() => Promise<{ hash?: string }>>> = {
    bare: async () => () => readBare(pathOf(folder, runUploadName(DATASET, 1))),
    make: () => call('make', 'makeUpload', { body: {} }),
    evaluate: () => call('evaluate', 'evaluateRun', { body: { version: '1', set: 'TEST' } }),
    page: () => call('list', 'listRunImages', { query }),
  };
  const run = await works[work]();
  const before = process.cpuUsage();
  const children = watchChildren();
  const { hash: made } = await run();
  const { user, system } = process.cpuUsage(before);
  const isolated = children();
  const memory = Math.max(process.resourceUsage().maxRSS / 1024, isolated.memory);
  const seconds = (user + system) / 1e6 + isolated.seconds;
  process.send?.({ seconds, memory, hash: made } satisfies Measured);
  process.exit();
}

/** Milliseconds between two looks at the isolated processes, and ticks of a second in Linux. */
const LOOK = 20;
const TICKS = 100;

/** @returns what tells the processor time of all children so far, and the memory of the largest one in MB */
function watchChildren(): () => { seconds: number; memory: number } {
  const ticks = new Map<string, number>();
  let memory = 0;
  const look = () => {
    for (const pid of readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')) {
      // Without children the list is one empty text, and `/proc//stat` is another file.
      if (pid === '') continue;
      try {
        const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
        ticks.set(pid, Number(fields[11]) + Number(fields[12]));
        const [, peak = 0] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
        memory = Math.max(memory, Number(peak) / 1024);
      } catch {
        // It has ended.
      }
    }
  };
  setInterval(look, LOOK);
  return () => ({ seconds: [...ticks.values()].reduce((sum, each) => sum + each, 0) / TICKS, memory });
}

async function readBare(path: string): Promise<object> {
  for await (const line of createInterface({ input: createReadStream(path) })) JSON.parse(line);
  return {};
}

if (import.meta.main) {
  const [flag, ...rest] = process.argv.slice(2) as string[];
  if (flag === '--run') {
    const [work, folder, images, hash = ''] = rest as [Work, string, string, string];
    await runWork(work, folder, Number(images), hash);
  } else console.log(await benchRuns(Number(flag ?? 100_000)));
}
