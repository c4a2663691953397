/**
 * What jobs cost beside their work: a version, an import and an evaluation of 10,000 images over HTTP, against the same code called in
 * a process that already runs, without job, queue and client. `node test/bench/jobs.ts [images]`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { WriteBatch } from 'firebase-admin/firestore';
import { Sightline } from '../../client/src/index.ts';
import { functionEnvironment } from '../../emulators/stack/environment.ts';
import type { Job } from '../../functions/src/common/jobs/job.ts';
import type { Doing, Kind } from '../../functions/src/common/jobs/kind.ts';
import type { JobKind } from '../../packages/records/src/lists.ts';
import { putRun } from '../support/ready-run.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { buildParts, loadPart } from './built.ts';
import { CONTAINER } from './container.ts';
import { archiveOf } from './import.ts';
import { drawBodies } from './ingest.ts';
import { median, type Row } from './row.ts';

const PARTS = {
  firebase: 'common/adapters/firebase.ts',
  datasets: 'common/adapters/firestore/records/datasets.ts',
  versions: 'common/adapters/firestore/records/versions.ts',
  kinds: 'dataset/job/kinds.ts',
} as const;
const DATASET = 'bench';
const TAGS = ['bolt', 'nut'];
const ROUNDS = 3;
/** Of each version: nobody has looked at the images. */
const WHOLE = { group: 'image', unchecked: 'include' } as const;

type Box = readonly [x: number, y: number, w: number, h: number];
/** Milliseconds of one piece of work. @param round from 1 on */
type Measure = (round: number) => Promise<number>;
interface Pair {
  name: string;
  ours: Measure;
  direct: Measure;
}

export async function benchJobs(images = 10_000): Promise<Row[]> {
  await buildParts('jobs', [...Object.values(PARTS), 'isolated.ts']);
  const stack = await startTestStack({ functions: ['dataset'] });
  const worker = fork(import.meta.filename, ['--work'], {
    execArgv: CONTAINER,
    env: { ...process.env, ...functionEnvironment(stack.addresses), GCLOUD_PROJECT: stack.projectId },
  });
  try {
    await furnish(stack);
    const rows: Row[] = [];
    // The import brings the images of the others.
    for (const pair of [importing, versioning, evaluating])
      rows.push(await compare(await pair({ stack, worker, images }), images));
    return rows;
  } finally {
    worker.kill();
    await stack.close();
  }
}

async function compare({ name, ours, direct }: Pair, images: number): Promise<Row> {
  const rounds: [ours: number, direct: number][] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    // In turns, who is first: the emulator gets slower with what it has.
    const isFirst = round % 2 === 1;
    const before = isFirst ? await ours(round) : await direct(round);
    const after = isFirst ? await direct(round) : await ours(round);
    rounds.push(isFirst ? [before, after] : [after, before]);
  }
  const ratios = rounds.map(([job, alone]) => alone / job);
  return {
    name: `jobs: ${name} of ${images} images`,
    ...{ ours: median(rounds.map(([job]) => job)) / 1000, unit: 's' },
    reference: median(rounds.map(([, alone]) => alone)) / 1000,
    ...{ ratio: median(ratios), bar: '>= 0.87' },
    note: `ratios ${ratios.map((each) => each.toFixed(2)).join(' ')}`,
  };
}

interface Place {
  stack: TestStack;
  worker: ChildProcess;
  images: number;
}

const datasetOf = ({ baseUrl }: TestStack) => new Sightline({ baseUrl }).datasets(DATASET);

async function furnish({ firestore }: TestStack): Promise<void> {
  const reference = firestore.doc(`dataset/${DATASET}`);
  const tags = TAGS.map((id) => ({ id, name: id, color: '#123456', imageCounter: 0, annotationCounter: 0 }));
  await reference.set({ type: 'imageObjectDetection', name: 'Bench', tags, imageCounter: 0, owner: 'owner' });
  await Promise.all(tags.map((tag) => reference.collection('tag').doc(tag.id).set(tag)));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Has the worker do the work of a job. */
async function direct(worker: ChildProcess, kind: JobKind, input: object): Promise<number> {
  worker.send({ kind, input });
  const [{ milliseconds, error }] = (await once(worker, 'message')) as [Said];
  if (error !== undefined) throw new Error(error);
  return milliseconds;
}

async function importing({ stack, worker, images }: Place): Promise<Pair> {
  const { imports } = datasetOf(stack);
  const frames = (await drawBodies()).map((body) =>
    Buffer.from((JSON.parse(body) as { image: string }).image, 'base64'),
  );
  let first = 0;
  const upload = async () => {
    // Where a deployment reads an index, the emulator reads every image for each content that is looked up.
    await stack.firestore.recursiveDelete(stack.firestore.collection('image'));
    first += images;
    return imports.upload(archiveOf(frames, images, first));
  };
  return {
    name: 'import',
    ours: async () => {
      const id = await upload();
      return timed(() => imports.run(id));
    },
    direct: async () => direct(worker, 'import', { import: await upload(), isPerson: true }),
  };
}

async function versioning({ stack, worker }: Place): Promise<Pair> {
  const { versions } = datasetOf(stack);
  // With another name each time, so that the manifest has other bytes and is written.
  const setOf = (round: number) => ({ ...WHOLE, test: 10 + round }) as const;
  return {
    name: 'version',
    ours: (round) => timed(() => versions.make(setOf(round))),
    direct: (round) => direct(worker, 'version', setOf(round + ROUNDS)),
  };
}

async function evaluating({ stack, worker }: Place): Promise<Pair> {
  const { runs, versions } = datasetOf(stack);
  const { number: version } = await versions.make({ ...WHOLE, test: 100, validation: 0 });
  const images = await stack.firestore.collection('image').select().get();
  const lines = images.docs.map(({ id }, at) => ({
    image: id,
    predictions: TAGS.map((tag, of) => ({ tag, score: ((at * 7 + of) % 100) / 100, box: BOXES[of]! })),
  }));
  await putRun(stack, { dataset: DATASET, number: 1, lines, type: 'imageObjectDetection' });
  // Each threshold has a report of its own.
  const asked = (round: number) => ({ version, set: 'TEST', iou: 0.5, threshold: round / 100 }) as const;
  return {
    name: 'evaluation',
    ours: (round) => timed(() => runs.evaluate(1, asked(round))),
    direct: (round) => direct(worker, 'evaluate', { ...asked(round + ROUNDS), run: 1 }),
  };
}

const BOXES: readonly Box[] = [
  [0.4, 0.4, 0.2, 0.2],
  [0.15, 0.15, 0.1, 0.1],
];

interface Said {
  milliseconds: number;
  error?: string;
}

/** The other process: it does what its parent asks for, one after the other, and says how long it took. */
function serve(): void {
  process.on('message', ({ kind, input }: { kind: JobKind; input: object }) => {
    workAlone(kind, input).then(
      (milliseconds) => process.send?.({ milliseconds }),
      (error: Error) => process.send?.({ milliseconds: 0, error: error.stack }),
    );
  });
}

const load = <T>(part: keyof typeof PARTS): Promise<T> => loadPart<T>('jobs', PARTS[part]);

async function workAlone(kind: JobKind, asked: object): Promise<number> {
  const { firestore } =
    await load<typeof import('../../functions/src/common/adapters/firebase.ts')>('firebase');
  const { kindOf } = await load<typeof import('../../functions/src/dataset/job/kinds.ts')>('kinds');
  const { datasets } =
    await load<typeof import('../../functions/src/common/adapters/firestore/records/datasets.ts')>(
      'datasets',
    );
  const dataset = await datasets.find(DATASET);
  if (!dataset) throw new Error('there is no dataset');
  const commit = async <T>(write: (batch: WriteBatch) => Promise<T>): Promise<T> => {
    const batch = firestore().batch();
    const result = await write(batch);
    await batch.commit();
    return result;
  };
  const job = { number: 1, kind, input: await inputOf(kind, asked, commit) } as unknown as Job;
  const { work }: Kind = await kindOf(job);
  return timed(async () => {
    const doing: Doing = {
      ...{ dataset, job, cursor: null, signal: new AbortController().signal },
      ...{ report: () => {}, guard: async () => {}, isTimeUp: () => false },
      step: async (weight, write) => (await commit((batch) => write(batch, weight))).cursor,
    };
    const done = await work(doing);
    // An import's end is told with its job's, and has none here.
    if (kind !== 'import') await commit(async (batch) => done?.beside?.(batch, null));
  });
}

async function inputOf(
  kind: JobKind,
  asked: object,
  commit: <T>(write: (batch: WriteBatch) => Promise<T>) => Promise<T>,
): Promise<object> {
  if (kind !== 'version') return asked;
  const { versions } =
    await load<typeof import('../../functions/src/common/adapters/firestore/records/versions.ts')>(
      'versions',
    );
  const usual = { validation: 15, tagmap: {}, save: false, inference: false };
  const parameters = { type: 'imageObjectDetection', tags: [], ...usual, ...asked } as never;
  const about = { name: '', note: '', by: '', parameters };
  return { version: await commit((batch) => versions.create(DATASET, about, batch)) };
}

if (import.meta.main) {
  if (process.argv[2] === '--work') serve();
  else console.table(await benchJobs(Number(process.argv[2]) || undefined));
}
