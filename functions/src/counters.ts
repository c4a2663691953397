/**
 * The `counters` function: every minute it publishes what a frozen or killed process did not, for datasets (Contract 2) and
 * for the live state of running monitors (Contract 6), finishes merges of tags, purges what was deleted or rejected
 * 7 days ago (Contract 9), closes versions that nobody finished (Contract 11), and tells hooks of silent and slow cameras, and what they have not been told (Contract 16).
 */
import { inParallel } from './common/concurrency/in-parallel.ts';
import { deliverMessages } from './common/hooks/deliver-messages.ts';
import { watchCameras } from './common/hooks/watch-cameras.ts';
import { LiveFollower } from './common/live/live-follower.ts';
import { logging } from './common/log.ts';
import { purgeTrash } from './dataset/curate/purge-trash.ts';
import { purgeDatasets } from './dataset/manage/purge-datasets.ts';
import { finishMerges } from './dataset/tags/finish-merges.ts';
import { closeVersions } from './dataset/version/close-versions.ts';
import { ports as wired } from './wiring.ts';

/** Milliseconds to look back: twice the schedule's minute, and a margin for a late call. */
const LOOK_BACK = 150_000;
/** The same where the last look is longer ago, or not known: the schedule was paused, or Firestore did not answer. */
const LONG_LOOK_BACK = 3_600_000;
/** Milliseconds for each kind of work that may take long; the rest is done the next minute. */
const FINISHING = 30_000;
/** Datasets that are published concurrently: one that must be recounted may take minutes. */
const DATASETS = 4;
/** Monitors that are updated concurrently. */
const SIDE_BY_SIDE = 20;

type Ports = typeof wired;

const limit = () => ({ now: Date.now(), end: Date.now() + FINISHING });

/** What earlier runs of this process are still at. */
const running = new Set<string>();
/** Unix milliseconds of the last look after which everything was published. */
let looked = 0;

/** What takes its time, by name: a long one keeps no other waiting. */
const FINISHING_WORK: Readonly<Record<string, (ports: Ports) => Promise<unknown>>> = {
  monitors: showRunning,
  sessions: settleSessions,
  merges: (ports) => finishMerges(limit(), ports),
  datasets: (ports) => purgeDatasets(limit(), ports),
  trash: (ports) => purgeTrash(limit(), ports),
  versions: (ports) => closeVersions(Date.now(), ports),
  cameras: watchCameras,
  hooks: (ports) => deliverMessages(limit(), ports),
};

/** Everything that the function does. A failure, or work that takes minutes, does not keep the rest from being done. */
export async function runScheduled(ports: Ports = wired): Promise<void> {
  const done = await Promise.allSettled([
    showMoved(ports),
    ...Object.entries(FINISHING_WORK).map(([name, work]) => unlessRunning(name, () => work(ports))),
  ]);
  for (const each of done) if (each.status === 'rejected') throw each.reason;
}

/** @returns false if an earlier run is still at it */
async function unlessRunning(name: string, work: () => Promise<unknown>): Promise<boolean> {
  if (running.has(name)) return false;
  running.add(name);
  await work().finally(() => running.delete(name));
  return true;
}

async function showMoved(ports: Ports): Promise<void> {
  const now = Date.now();
  const lookBack = now - looked < LOOK_BACK ? LOOK_BACK : LONG_LOOK_BACK;
  const moved = await ports.counters.movedSince(now - lookBack);
  const published = await inParallel(moved, DATASETS, (dataset) =>
    unlessRunning(`dataset ${dataset}`, () => ports.counters.publish(dataset)).catch(
      logging('ERROR', 'counters not published', { dataset }),
    ),
  );
  if (published.every(Boolean)) looked = Math.max(looked, now);
}

async function showRunning(ports: Ports): Promise<void> {
  const follower = new LiveFollower(ports);
  await inParallel(ports.monitors.running(), SIDE_BY_SIDE, (monitor) => follower.follow(monitor));
}

/** Sessions that devices have named, from their image records (Contract 10). */
async function settleSessions({ sessions }: Ports): Promise<void> {
  await inParallel(await sessions.dirty(), SIDE_BY_SIDE, async (session) => {
    const began = Date.now();
    await sessions
      .settle(session)
      .then(() => sessions.clean(session, began))
      .catch(logging('ERROR', 'session not settled', { session }));
  });
}
