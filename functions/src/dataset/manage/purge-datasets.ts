/** Removes deleted datasets after their 7 days (Contract 9); called every minute. */
import { log, logging } from '../../common/log.ts';
import type { DatasetRecords, Folders } from '../../common/record-ports.ts';

interface Ports {
  datasetRecords: DatasetRecords;
  folders: Folders;
}

/**
 * Continues where the previous call stopped, and stops at `end`. A dataset's record is removed last, so that an interrupted
 * purge is found and continued.
 * @param now, end Unix milliseconds
 */
export async function purgeDatasets({ now, end }: { now: number; end: number }, ports: Ports): Promise<void> {
  for (const dataset of await ports.datasetRecords.due(now)) {
    const failed = logging('ERROR', 'dataset not purged', { dataset });
    const isDone = await purgeOne(dataset, { now, end }, ports).catch(failed);
    if (isDone === false) return;
  }
}

/** @returns false if time ran out before everything was removed */
async function purgeOne(id: string, { now, end }: { now: number; end: number }, ports: Ports) {
  const { datasetRecords, folders } = ports;
  if (!(await datasetRecords.beginPurge(id, now))) return true;
  while (await datasetRecords.purgeImages(id)) if (Date.now() > end) return false;
  for (const folder of [`dataset/${id}/`, `import/${id}/`])
    if (!(await folders.empty(folder, end))) return false;
  while (await datasetRecords.purgeBelow(id)) if (Date.now() > end) return false;
  await datasetRecords.endPurge(id);
  log('INFO', 'dataset purged', { dataset: id });
  return true;
}
