import { runs } from '../../common/adapters/firestore/records/runs.ts';
import { objects } from '../../common/adapters/objects.ts';
import { HttpError } from '../../common/errors.ts';
import { runIndexName, runUploadName } from '../../common/runs/run-ports.ts';
import { findRun, type RunTarget } from './show-run.ts';

/**
 * Deletes a run (Contract 14), its record last, so that another call goes on where one was interrupted. Its file may be that of
 * another run too, also of one that is about to become ready: `npm run sweep` deletes it once no run names it.
 * @throws HttpError `dataset not found`, `forbidden`, `run not found`
 */
export async function deleteRun(target: RunTarget): Promise<void> {
  const { dataset, run } = await findRun(target, 'editor');
  const { number } = run;
  if (!(await runs.retire(dataset.id, number))) throw new HttpError('run not found', { id: String(number) });
  while (await runs.removePredictions(dataset.id, number));
  await objects.remove(runIndexName(dataset.id, number));
  await objects.remove(runUploadName(dataset.id, number));
  await runs.remove(dataset.id, number);
}
