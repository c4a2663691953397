/**
 * The `counters` function: every minute it publishes what a frozen or killed process did not, for datasets (Contract 2) and
 * for the live state of running monitors (Contract 6), goes on with merges of tags, purges what was deleted or rejected
 * 7 days ago (Contract 9), sends jobs again on which nobody works, and has images that have come embedded (Contract 18), starts those of the night (Contract 20), and tells hooks of silent and slow cameras, and what they have not been told (Contract 16).
 */
import { counters } from './common/adapters/firestore/counters/counters.ts';
import { monitors } from './common/adapters/firestore/records/monitors.ts';
import { sessions } from './common/adapters/firestore/sessions/sessions.ts';
import { inParallel } from './common/concurrency/in-parallel.ts';
import { deliverMessages } from './common/hooks/deliver-messages.ts';
import { watchCameras } from './common/hooks/watch-cameras.ts';
import { LiveFollower } from './common/live/live-follower.ts';
import { logging } from './common/log.ts';
import { purgeTrash } from './dataset/curate/purge-trash.ts';
import { resendJobs } from './dataset/job/take-turns.ts';
import { purgeDatasets } from './dataset/manage/purge-datasets.ts';
import { retainNightly } from './dataset/retain/retain-nightly.ts';
import { embedArrived } from './dataset/suggest/start-embedding.ts';
import { finishMerges } from './dataset/tags/finish-merges.ts';

/** Datasets of whose new images a job is started at once: the rest have their turn in a later minute. */
const EMBEDDED = 100;
/** Milliseconds to look back: twice the schedule's minute, and a margin for a late call. */
const LOOK_BACK = 150_000;
/** The same where the last look is longer ago, or not known: the schedule was paused, or Firestore did not answer. */
const LONG_LOOK_BACK = 3_600_000;
/** Milliseconds for each kind of work that may take long; the rest is done the next minute. */
const FINISHING = 30_000;
/** Datasets that are published concurrently: one that must be recounted may take minutes. */
const DATASETS = 4;
/** Monitors and sessions that are updated, and jobs that are started concurrently: each is a few small reads and writes. */
const SIDE_BY_SIDE = 20;

const limit = () => ({ now: Date.now(), end: Date.now() + FINISHING });

/** What earlier runs of this process are still at. */
const running = new Set<string>();
/** Unix milliseconds of the last look after which everything was published. */
let looked = 0;

/** What takes its time, by name: a long one keeps no other waiting. */
const FINISHING_WORK: Readonly<Record<string, () => Promise<unknown>>> = {
  monitors: showRunning,
  sessions: settleSessions,
  merges: () => finishMerges(limit()),
  datasets: () => purgeDatasets(limit()),
  trash: () => purgeTrash(limit()),
  jobs: () => resendJobs(Date.now()),
  retention: () => retainNightly(Date.now()),
  cameras: watchCameras,
  hooks: () => deliverMessages(limit()),
};

/**
 * Everything that the function does. A failure, or work that takes minutes, does not keep the rest from being done. What fails is
 * logged by a fixed message, and not thrown: the platform would log its stack instead, which no alert can match.
 */
export async function runScheduled(): Promise<void> {
  const noting = (work: string) => logging('ERROR', 'scheduled work failed', { work });
  await Promise.all([
    showMoved().catch(noting('counters')),
    ...Object.entries(FINISHING_WORK).map(([name, work]) => unlessRunning(name, work).catch(noting(name))),
  ]);
}

/** @returns false if an earlier run is still at it */
async function unlessRunning(name: string, work: () => Promise<unknown>): Promise<boolean> {
  if (running.has(name)) return false;
  running.add(name);
  await work().finally(() => running.delete(name));
  return true;
}

async function showMoved(): Promise<void> {
  const now = Date.now();
  const lookBack = now - looked < LOOK_BACK ? LOOK_BACK : LONG_LOOK_BACK;
  const moved = await counters.movedSince(now - lookBack);
  const published = await inParallel(moved, DATASETS, (dataset) =>
    unlessRunning(`dataset ${dataset}`, () => counters.publish(dataset)).catch(
      logging('ERROR', 'counters not published', { dataset }),
    ),
  );
  if (published.every(Boolean)) looked = Math.max(looked, now);
  await inParallel(moved.slice(0, EMBEDDED), SIDE_BY_SIDE, (dataset) =>
    embedArrived(dataset).catch(logging('ERROR', 'job not started', { dataset })),
  );
}

async function showRunning(): Promise<void> {
  const follower = new LiveFollower();
  await inParallel(monitors.running(), SIDE_BY_SIDE, (monitor) => follower.follow(monitor));
}

/** Sessions that devices have named, from their image records (Contract 10). */
async function settleSessions(): Promise<void> {
  await inParallel(await sessions.dirty(), SIDE_BY_SIDE, async (session) => {
    const began = Date.now();
    await sessions
      .settle(session)
      .then(() => sessions.clean(session, began))
      .catch(logging('ERROR', 'session not settled', { session }));
  });
}
