/** The cost of a frame, by the number of cameras that fill one dataset with 5 frames a second each. */

import { concurrently } from '../../support/factory.ts';
import type { TestStack } from '../../support/stack.ts';
import type { FirestoreBill } from './firestore-bill.ts';
import { type Camera, callSession, type Fleet, furnishFleet, sendFrame, sendFrames } from './fleet.ts';
import { type RecordSize, sizeOfRecord } from './record-size.ts';
import { type Bill, openCostStage } from './stage.ts';
import { watchMonitor } from './watcher.ts';

export interface FleetOptions {
  cameras: number;
  /** Processes that share the requests: about one per 100 frames a second, which one vCPU can handle. */
  instances: number;
  slow: number;
  /** Seconds of the functions' clock. */
  seconds: number;
}

/** Chosen so that a machine with two cores keeps the rate. */
export const FLEETS: readonly FleetOptions[] = [
  { cameras: 1, instances: 1, slow: 1, seconds: 15 },
  { cameras: 10, instances: 1, slow: 2, seconds: 12 },
  { cameras: 100, instances: 5, slow: 24, seconds: 4 },
];

/** Figures are per frame, unless their name contains another unit. */
export interface FleetCost extends FleetOptions {
  frames: number;
  reads: number;
  writes: number;
  deletes: number;
  commits: number;
  classA: number;
  classB: number;
  databaseUp: number;
  databaseDown: number;
  /** Bytes of log entries that are written, and of those that are stored. */
  logWritten: number;
  logStored: number;
  /** Updates of one monitor's live state per second, and bytes sent to one dashboard per second. */
  updatesPerSecond: number;
  watcherBytesPerSecond: number;
  readsOf: Record<string, number>;
  writesOf: Record<string, number>;
  /** Writes of the hottest document of each kind, and the maximum that one write a second allows in that time. */
  hottest: { document: string; writes: number; allowed: number }[];
  /** Indexes that rise with time: how many ranges took the writes, and writes a second of the busiest one. */
  ranges: { index: string; ranges: number; busiest: number }[];
  /** The entire start and stop of one session. */
  session: { reads: number; writes: number };
  record: RecordSize;
}

export async function costOfFleet(options: FleetOptions): Promise<FleetCost> {
  const { cameras: count, instances, slow } = options;
  const stage = await openCostStage({ functions: ['monitor'], instances, slow, env: { ACCESS: 'required' } });
  try {
    const { stack } = stage;
    const cameras = await furnishFleet(stack.firestore, count);
    const fleet = { cameras, slow, ports: stage.instances.map(({ port }) => port) };
    await stage.take();
    await concurrently(count, 8, (at) => callSession(fleet, cameras[at] as Camera, 'start'));
    const starting = await stage.take();
    await warmUp(fleet);
    stage.hold(true);
    // What each instance does only once per camera is over before counting starts, and each has noticed the
    // others.
    await sendFrames(fleet, WARM);
    const watcher = await watchMonitor(stack.addresses.database, stack.namespace, 'camera-0');
    await stage.take();
    watcher.take();
    const sent = await sendFrames(fleet, options.seconds);
    stage.hold(false);
    const [bill, watched] = [await stage.take(), watcher.take()];
    await watcher.close();
    await concurrently(count, 8, (at) => callSession(fleet, cameras[at] as Camera, 'stop'));
    const stopping = await stage.take();
    return {
      ...options,
      seconds: round(sent.seconds),
      ...perFrame(bill, sent.frames),
      ...watchedPerSecond(watched, sent.seconds),
      hottest: hottest(bill.firestore, sent.seconds),
      ranges: busiestRanges(bill.firestore, sent.seconds),
      session: perSession([starting, stopping], count),
      record: await measureRecord(stack),
    };
  } finally {
    await stage.close();
  }
}

/**
 * Seconds of the functions' clock. Each instance reads each key twice before it remembers it for a minute: the second time
 * after 3 s, when the monitor's revision is known.
 */
const WARM = 8;

/**
 * Each instance has loaded its modules, opened its connections and created its first counter parts before counting starts.
 */
const warmUp = (fleet: Fleet): Promise<unknown> =>
  Promise.all(
    fleet.ports.map((port) =>
      concurrently(4, 1, (at) =>
        sendFrame({ ...fleet, ports: [port] }, fleet.cameras[at % fleet.cameras.length] as Camera),
      ),
    ),
  );

function perFrame({ firestore, storage, database, log }: Bill, frames: number) {
  const { reads, writes, deletes, commits } = firestore;
  const figures = {
    reads,
    writes,
    deletes,
    commits,
    ...storage,
    databaseUp: database.up,
    databaseDown: database.down,
    logWritten: log.written,
    logStored: log.stored,
  };
  const { free: _, ...each } = shared(figures, frames);
  return {
    frames,
    ...(each as Omit<typeof figures, 'free'>),
    readsOf: shared(firestore.readsOf, frames),
    writesOf: shared(firestore.writesOf, frames),
  };
}

const shared = (figures: Readonly<Record<string, number>>, among: number): Record<string, number> =>
  Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, round(figure / among)]));

const watchedPerSecond = ({ bytes, updates }: { bytes: number; updates: number }, seconds: number) => ({
  watcherBytesPerSecond: Math.round(bytes / seconds),
  updatesPerSecond: round(updates / seconds),
});

const perSession = (bills: readonly Bill[], count: number) => ({
  reads: round(bills.reduce((sum, { firestore }) => sum + firestore.reads, 0) / count),
  writes: round(bills.reduce((sum, { firestore }) => sum + firestore.writes, 0) / count),
});

function hottest({ written }: FirestoreBill, seconds: number): FleetCost['hottest'] {
  const byKind = new Map<string, FleetCost['hottest'][number]>();
  for (const [document, times] of written) {
    const kind = document.replaceAll(/\/[^/]+(\/|$)/g, '$1');
    const found = { document, writes: times.length, allowed: Math.floor(seconds) + 1 };
    if (found.writes > (byKind.get(kind)?.writes ?? 0)) byKind.set(kind, found);
  }
  return [...byKind.values()].sort((a, b) => b.writes - a.writes);
}

const busiestRanges = ({ ranges }: FirestoreBill, seconds: number): FleetCost['ranges'] =>
  [...ranges]
    .map(([index, writes]) => ({
      index,
      ranges: writes.size,
      busiest: round(Math.max(...writes.values()) / seconds),
    }))
    .sort((a, b) => b.busiest - a.busiest);

async function measureRecord({ firestore, addresses, bucket }: TestStack): Promise<RecordSize> {
  const [record] = (await firestore.collection('image').limit(1).get()).docs;
  if (!record) throw new Error('no record was kept');
  const object = encodeURIComponent(String(record.get('uri')).split('/').slice(3).join('/'));
  const answer = await fetch(`http://${addresses.storage}/storage/v1/b/${bucket}/o/${object}`);
  return sizeOfRecord(record, Number(((await answer.json()) as { size: string }).size));
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

/** Why a kind of document is read and written. */
const REASONS: Readonly<Record<string, [reads: string, writes: string]>> = {
  image: ['', 'the record'],
  monitor: ['frames: session, target, members (4 s); each update of the live state', 'start and stop'],
  deviceKey: ['each minute, and after a revocation', 'last use, once a day'],
  dataset: ['frames: members and tags (4 s), publication of counters', 'published counters (4 s)'],
  'dataset/tag': ['publication of counters', 'published counters (4 s)'],
  'dataset/counter': ['publication of counters: every part', 'counters of each commit'],
  'dataset/timeline': ['publication of the timeline (30 s)', 'the same'],
  'count of image': ['live state: frames of the session', ''],
};

/** Reads and writes of a frame by kind of document, the largest first. */
export function documentsOf({ readsOf, writesOf }: FleetCost) {
  const kinds = [...new Set([...Object.keys(readsOf), ...Object.keys(writesOf)])];
  const sum = (kind: string) => (readsOf[kind] ?? 0) + (writesOf[kind] ?? 0);
  return kinds
    .sort((a, b) => sum(b) - sum(a))
    .map((kind) => {
      const [readFor = '', writtenFor = ''] = REASONS[kind] ?? [];
      return { kind, reads: readsOf[kind] ?? 0, readFor, writes: writesOf[kind] ?? 0, writtenFor };
    });
}

if (import.meta.main) {
  const [cameras, instances, slow, seconds] = process.argv.slice(2).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const cost = await costOfFleet({ cameras, instances, slow, seconds });
  console.log(JSON.stringify(cost, null, 2));
  console.table(documentsOf(cost));
  process.exit();
}
