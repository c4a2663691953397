/** Removes deleted datasets after their 7 days (Contract 9: DELETE dataset); called every minute. */
import { datasetRecords } from '../../common/adapters/firestore/records/dataset-records.ts';
import { folders } from '../../common/adapters/folders.ts';
import { log, logging } from '../../common/log.ts';

/** Milliseconds that one dataset may take at a time, so that the others need not wait until millions of images are deleted. */
const TURN = 10_000;

/**
 * Continues where the previous call stopped, and stops at `end`. A dataset's record is removed last, so that an interrupted
 * purge is found and continued.
 * @param now, end Unix milliseconds
 */
export async function purgeDatasets({ now, end }: { now: number; end: number }): Promise<void> {
  const due = await datasetRecords.due(now);
  // Each call begins with another one: those that cannot be finished, or fail, are not always the first.
  const first = Math.floor(Math.random() * due.length);
  for (const dataset of [...due.slice(first), ...due.slice(0, first)]) {
    if (Date.now() > end) return;
    const limit = { now, end: Math.min(end, Date.now() + TURN) };
    await purgeOne(dataset, limit).catch(logging('ERROR', 'dataset not purged', { dataset }));
  }
}

async function purgeOne(id: string, { now, end }: { now: number; end: number }) {
  if (!(await datasetRecords.beginPurge(id, now))) return;
  while (await datasetRecords.purgeImages(id)) if (Date.now() > end) return;
  for (const folder of ['dataset', 'import', 'run'])
    if (!(await folders.empty(`${folder}/${id}/`, end))) return;
  while (await datasetRecords.purgeBelow(id)) if (Date.now() > end) return;
  await datasetRecords.endPurge(id);
  log('INFO', 'dataset purged', { dataset: id });
}
