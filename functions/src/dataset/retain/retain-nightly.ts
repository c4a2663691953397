import { NOBODY } from '../../common/access/caller.ts';
import { datasetRecords } from '../../common/adapters/firestore/records/dataset-records.ts';
import { logging } from '../../common/log.ts';
import type { Dataset } from '../../common/model.ts';
import { idOf } from '../../common/records/made-ids.ts';
import { startJob } from '../job/start-job.ts';

/** Hours of the day (UTC) in which jobs are started: a night in which nothing runs for an hour has its jobs all the same. */
const [FROM, TO] = [1, 5];

/** The night that this process has seen to. */
let seen = '';

/**
 * Starts one job a night for each dataset whose unlabelled images do not stay (Contract 20); called every minute.
 * @param now Unix milliseconds
 */
export async function retainNightly(now: number): Promise<void> {
  const date = new Date(now);
  const night = date.toISOString().slice(0, 10);
  if (night === seen || date.getUTCHours() < FROM || date.getUTCHours() >= TO) return;
  const started = await Promise.all((await datasetRecords.retaining()).map((each) => start(each, night)));
  if (started.every(Boolean)) seen = night;
}

/** @returns whether it was started, by whichever process */
async function start(dataset: Dataset, night: string): Promise<boolean> {
  const request = idOf(`retain ${dataset.id} ${night}`);
  const { unlabelled } = dataset.retention;
  const asked = { kind: 'retain', caller: NOBODY, request } as const;
  const job = startJob(dataset, asked, async () => ({ unlabelled }));
  return job.then(
    () => true,
    (error: unknown) => {
      logging('ERROR', 'job not started', { dataset: dataset.id })(error);
      return false;
    },
  );
}
