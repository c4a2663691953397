/**
 * The `counters` function: every minute it publishes what a frozen or killed process did not, for datasets (Contract 2) and
 * for the live state of running monitors (Contract 6), finishes merges of tags, purges what was deleted or rejected
 * 7 days ago (Contract 9), and closes versions that nobody finished (Contract 11).
 */
import { inParallel } from './common/in-parallel.ts';
import { LiveFollower } from './common/live-follower.ts';
import { describeError, log } from './common/log.ts';
import { purgeTrash } from './dataset/curate/purge-trash.ts';
import { purgeDatasets } from './dataset/manage/purge-datasets.ts';
import { finishMerges } from './dataset/tags/finish-merges.ts';
import { closeVersions } from './dataset/version/close-versions.ts';
import { ports } from './wiring.ts';

/** Milliseconds to look back: twice the schedule's minute, and a margin for a late call. */
const LOOK_BACK = 150_000;
/** Milliseconds for merges and purges together, of the function's 60 s; the rest is done the next minute. */
const FINISHING = 30_000;
/** Monitors that are updated concurrently. */
const SIDE_BY_SIDE = 20;

export async function showMoved(): Promise<void> {
  for (const dataset of await ports.counters.movedSince(Date.now() - LOOK_BACK)) {
    await ports.counters.publish(dataset).catch((error: unknown) => {
      log('ERROR', 'counters not published', { dataset, reason: describeError(error) });
    });
  }
  const follower = new LiveFollower(ports);
  await inParallel(ports.monitors.running(), SIDE_BY_SIDE, (monitor) => follower.follow(monitor));
}

/** Sessions that devices have named, from their image records (Contract 10). */
async function settleSessions(): Promise<void> {
  const { sessions } = ports;
  await inParallel(await sessions.dirty(), SIDE_BY_SIDE, async (session) => {
    const began = Date.now();
    try {
      await sessions.settle(session);
      await sessions.clean(session, began);
    } catch (error) {
      log('ERROR', 'session not settled', { session, reason: describeError(error) });
    }
  });
}

export async function finishChanges(): Promise<void> {
  await settleSessions();
  const now = Date.now();
  await finishMerges({ now, end: now + FINISHING }, ports);
  await purgeDatasets({ now, end: now + FINISHING }, ports);
  await purgeTrash({ now, end: now + FINISHING }, ports);
  await closeVersions(now, ports);
}
