/** A process of `exports.ts`: one piece of work, with the parts of the functions as they are deployed. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ImageLists, Objects } from '../../functions/src/common/ports.ts';
import type { Version, Versions } from '../../functions/src/common/versions/version-ports.ts';
import { madeAtOnce } from '../support/made-at-once.ts';
import { standIn } from '../support/stand-in.ts';
import { loadPart } from './built.ts';
import { collectPart, joinParts, PART_FILES } from './export-part.ts';
import { datasetsOf, madeDataset } from './made-datasets.ts';
import { pagesOf } from './made-records.ts';

export const PARTS = {
  firebase: 'common/adapters/firebase.ts',
  collectCsv: 'dataset/csv/collect-images.ts',
  parameters: 'dataset/version/parameters.ts',
  job: 'dataset/version/version-job.ts',
  export: 'dataset/formats/export-version.ts',
  csv: 'dataset/csv/generate-csv.ts',
  stores: '../../test/bench/stores.ts',
  grants: 'common/adapters/firestore/records/grants.ts',
  ...PART_FILES,
} as const;

/** Exports are of the version that was made last. `export plain`: NDJSON without links, which are never the same twice. */
export type Work =
  | ('page csv' | 'page version' | 'csv' | 'version')
  | ('export csv' | 'export ndjson' | 'export plain')
  | ('part' | 'join');

export interface Task {
  work: Work;
  images: number;
  /** Where the records come from: pages of the client, or made in this process. */
  source: 'database' | 'made';
  /** Number of this part, and of all. */
  part?: readonly [number: number, of: number];
}

export interface Done {
  seconds: number;
  /** Processor time, microseconds. */
  processor: number;
  /** Peak resident memory, MB. */
  memory: number;
}

/** As `process.argv` has them: the task as JSON, and the folder for files that other processes read. */
const [, , text, folder] = process.argv as [string, string, string, string];

const load = <T>(part: keyof typeof PARTS): Promise<T> => loadPart<T>('exports', PARTS[part]);
const { signal } = new AbortController();
const caller = { kind: 'anyone' } as const;

const WORKS: Record<Work, (task: Task) => Promise<() => Promise<unknown>>> = {
  'page csv': async (task) => {
    const { CSV_FIELDS } =
      await load<typeof import('../../functions/src/dataset/csv/collect-images.ts')>('collectCsv');
    return page(task, CSV_FIELDS);
  },
  'page version': async (task) => {
    const { VERSION_FIELDS } =
      await load<typeof import('../../functions/src/dataset/version/collect-version.ts')>('collect');
    return page(task, VERSION_FIELDS);
  },
  csv: async (task) => {
    const { generateCsv } =
      await load<typeof import('../../functions/src/dataset/csv/generate-csv.ts')>('csv');
    const { stores } = await load<typeof import('./stores.ts')>('stores');
    const percentages = { TEST: 10, VALIDATION: 10, TRAIN: 80 };
    const plain = { tagmap: undefined, strict: false, save: false, link: false };
    const request = { percentages, group: 'burst', format: 'automl', ...plain } as const;
    standIn(stores, sourceOf(task, stores.imageLists));
    return () => generateCsv({ dataset: nameOf(task), caller, request, signal });
  },
  version: async (task) => {
    const { parametersOf, versionBody } =
      await load<typeof import('../../functions/src/dataset/version/parameters.ts')>('parameters');
    const { workOnVersion } =
      await load<typeof import('../../functions/src/dataset/version/version-job.ts')>('job');
    const { stores } = await load<typeof import('./stores.ts')>('stores');
    standIn(stores, othersFor(task, stores));
    const wanted = { dataset: nameOf(task), body: versionBody.parse({}), signal };
    return () => madeAtOnce({ parametersOf, workOnVersion }, wanted, stores);
  },
  'export csv': (task) => exporting(task, 'csv'),
  'export ndjson': (task) => exporting(task, 'ndjson'),
  'export plain': (task) => exporting(task, 'ndjson', 'none'),
  part: async (task) => async () => {
    const [number, of] = task.part as [number, number];
    const { images } = task;
    const edge = (at: number) => Math.floor((at * images) / of);
    const range = { from: edge(number), to: edge(number + 1) };
    const { stats } = withStats({} as Objects);
    const write = await collectPart({ ...range, number, images, folder }, { stats });
    process.send?.('collected');
    await once(process, 'message');
    await write(await readVersion(task));
  },
  join: async (task) => async () =>
    joinParts(folder, (task.part as [number, number])[1], await readVersion(task)),
};

const nameOf = ({ images }: Task): string => `made-${images}`;

/** The simplest reference: reads page after page and does nothing else. */
async function page(task: Task, fields: readonly string[]): Promise<() => Promise<unknown>> {
  const { firestore } =
    await load<typeof import('../../functions/src/common/adapters/firebase.ts')>('firebase');
  return async () => {
    const all = firestore()
      .collection('image')
      .where('dataset', '==', firestore().doc(`dataset/${nameOf(task)}`))
      .orderBy('__name__')
      .select(...fields)
      .limit(1000);
    let read = 0;
    for (let some = await all.get(); some.size > 0; some = await all.startAfter(some.docs.at(-1)).get())
      read += some.docs.map((each) => each.data()).length;
    if (read !== task.images) throw new Error(`${read} of ${task.images} records`);
  };
}

function sourceOf({ images, source }: Task, stored: ImageLists) {
  const datasets = datasetsOf(madeDataset);
  const imageLists = {
    ...stored,
    ...(source === 'made' && {
      ofDataset: (dataset: string) => pagesOf({ from: 0, to: images }, images, dataset),
    }),
  };
  return { datasets, imageLists };
}

/** All objects of made records are there. */
const withStats = (objects: Objects): Objects => ({
  ...objects,
  stats: async (names) =>
    new Map([...names].map((name) => [name, { size: SIZE, generation: '1790000000000000' }])),
});

const SIZE = 230_000;

const fileOf = (task: Task): string => join(folder, `version-of-${task.images}.json`);

const readVersion = async (task: Task): Promise<Version> =>
  JSON.parse(await readFile(fileOf(task), 'utf8')) as Version;

/** One version, in a file for the processes that export it. */
function keptVersions(task: Task): Versions {
  let kept: Version | null = null;
  return {
    create: async (_: string, version: Omit<Version, 'number'>) => {
      const started = { number: 1, createdAt: Date.now(), state: 'building', hash: '', counts: null };
      kept = { ...version, ...started, reason: '', moment: null } as Version;
      return 1;
    },
    finish: (_: string, __: number, made: Pick<Version, 'hash' | 'counts'>) => () =>
      writeFile(fileOf(task), JSON.stringify({ ...kept, ...made, state: 'ready' })),
    find: async () => kept ?? readVersion(task),
  } as unknown as Versions;
}

/** What making and exporting a version use instead. */
const othersFor = (task: Task, { imageLists, objects }: { imageLists: ImageLists; objects: Objects }) => ({
  ...sourceOf(task, imageLists),
  objects: withStats(objects),
  versions: keptVersions(task),
});

async function exporting(
  task: Task,
  format: 'csv' | 'ndjson',
  images?: 'none',
): Promise<() => Promise<unknown>> {
  const { exportVersion } =
    await load<typeof import('../../functions/src/dataset/formats/export-version.ts')>('export');
  const grants = { create: async () => {}, find: async () => null };
  const { stores } = await load<typeof import('./stores.ts')>('stores');
  const { grants: stored } =
    await load<typeof import('../../functions/src/common/adapters/firestore/records/grants.ts')>('grants');
  standIn({ ...stores, grants: stored }, { ...othersFor(task, stores), grants });
  const wanted = {
    dataset: nameOf(task),
    caller,
    number: 'latest',
    base: 'http://host',
    wait: 0,
    upright: true,
    signal,
  };
  return async () => {
    const made = await exportVersion({ ...wanted, format, images });
    if (!('stream' in made)) throw new Error('not streamed');
    await pipeline(made.stream, createWriteStream(join(folder, `${task.work}-of-${task.images}`)));
  };
}

if (import.meta.main) {
  const task = JSON.parse(text) as Task;
  const work = await WORKS[task.work](task);
  const [started, before] = [performance.now(), process.cpuUsage()];
  await work();
  const seconds = (performance.now() - started) / 1000;
  const { user, system } = process.cpuUsage(before);
  const done: Done = { seconds, processor: user + system, memory: process.resourceUsage().maxRSS / 1024 };
  process.send?.(done, () => process.exit());
}
