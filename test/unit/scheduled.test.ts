/**
 * The scheduled function: what is slow or fails does not keep anything else from being done.
 * @covers Contract 9 lists that one person can grow do not starve another: invitations, keys, merges, datasets, monitors
 * @covers The scheduled function: slow and failing work keeps nothing else waiting; the first look goes back an hour
 */

import { afterEach, expect, jest, test } from '@jest/globals';
import { counters } from '../../functions/src/common/adapters/firestore/counters/counters.ts';
import { cameras } from '../../functions/src/common/adapters/firestore/hooks/cameras.ts';
import { outbox } from '../../functions/src/common/adapters/firestore/hooks/outbox.ts';
import { trash } from '../../functions/src/common/adapters/firestore/images/trash.ts';
import { jobs } from '../../functions/src/common/adapters/firestore/jobs/jobs.ts';
import { datasetRecords } from '../../functions/src/common/adapters/firestore/records/dataset-records.ts';
import { datasets } from '../../functions/src/common/adapters/firestore/records/datasets.ts';
import { monitors } from '../../functions/src/common/adapters/firestore/records/monitors.ts';
import { tagRecords } from '../../functions/src/common/adapters/firestore/records/tag-records.ts';
import { sessions } from '../../functions/src/common/adapters/firestore/sessions/sessions.ts';
import { liveState } from '../../functions/src/common/adapters/live-state.ts';
import { runScheduled } from '../../functions/src/counters.ts';
import { standIn } from '../support/stand-in.ts';

afterEach(() => void jest.restoreAllMocks());

/** @param publish of a dataset */
function openStage(moved: string[], publish: (dataset: string) => Promise<void>) {
  const stage = {
    published: [] as string[],
    shown: [] as string[],
    closed: 0,
    /** How far each looked back, milliseconds. */
    looks: [] as number[],
  };
  const ports = {
    datasets: { find: async () => null },
    tagRecords: { dueMerges: async () => [] },
    datasetRecords: { due: async () => [] },
    trash: { async *due() {} },
    liveState: { admit: async () => false },
    outbox: { async *waiting() {} },
    counters: {
      movedSince: async (since: number) => {
        stage.looks.push(Date.now() - since);
        return moved;
      },
      publish: (dataset: string) => {
        stage.published.push(dataset);
        return publish(dataset);
      },
    },
    cameras: { async *watched() {} },
    monitors: {
      async *running() {
        yield 'line-1';
      },
      find: async (id: string) => {
        stage.shown.push(id);
        return null;
      },
    },
    sessions: { dirty: () => Promise.reject(new Error('no answer')) },
    jobs: {
      forgotten: async () => {
        stage.closed += 1;
        return [];
      },
    },
  };
  const stores = {
    cameras,
    counters,
    datasetRecords,
    datasets,
    jobs,
    liveState,
    monitors,
    outbox,
    sessions,
    tagRecords,
    trash,
  };
  standIn(stores, ports);
  return Object.assign(stage, { stores, run: runScheduled });
}

const turn = () => new Promise((done) => setTimeout(done, 20));

test('a dataset that takes minutes keeps nothing else waiting, and is not begun twice', async () => {
  let finish = () => {};
  const slow = new Promise<void>((done) => {
    finish = done;
  });
  const stage = openStage(['slow', 'a', 'b', 'c', 'd', 'e'], async (id) =>
    id === 'slow' ? slow : undefined,
  );
  const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
  const runs = [stage.run(), turn().then(stage.run)];
  await runs[1];
  // What fails is said by a fixed message, which an alert finds, and not thrown.
  const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)) as object);
  const failed = { severity: 'ERROR', message: 'scheduled work failed', work: 'sessions' };
  expect(lines).toEqual([failed, failed].map((each) => expect.objectContaining(each)));
  expect(stage.published.sort()).toEqual(['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd', 'e', 'e', 'slow']);
  expect(stage.shown).toEqual(['line-1', 'line-1']);
  expect(stage.closed).toBe(2);
  // Something is left, so the next look goes back as far.
  await stage.run();
  for (const look of stage.looks) expect(look).toBeGreaterThanOrEqual(3_600_000);
  finish();
  await runs[0];
});

test('merges that take minutes keep neither jobs nor what is to be purged waiting, and are not begun twice', async () => {
  const stage = openStage([], async () => {});
  let looks = 0;
  let purges = 0;
  standIn(stage.stores, {
    sessions: { dirty: async () => [] },
    tagRecords: {
      dueMerges: () => {
        looks += 1;
        return new Promise(() => {});
      },
    },
    datasetRecords: {
      due: async () => {
        purges += 1;
        return [];
      },
    },
    trash: { async *due() {} },
  });
  for (let run = 0; run < 2; run += 1) void stage.run();
  await turn();
  void stage.run();
  await turn();
  expect([looks, stage.closed > 1, purges > 1]).toEqual([1, true, true]);
});

test('the first look, and each after one that left something, goes back an hour; others as far as the schedule needs', async () => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000);
  let fails = true;
  const stage = openStage(['a'], async () => {
    if (fails) throw new Error('too slow');
  });
  const { run } = stage;
  await run();
  fails = false;
  await run();
  await run();
  expect(stage.looks).toEqual([3_600_000, 3_600_000, 150_000]);
});
