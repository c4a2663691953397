import type { Caller } from '../common/access/caller.ts';
import { judge, type Role } from '../common/access/permit.ts';
import { Refusal } from '../common/errors.ts';
import { isId } from '../common/ids.ts';
import { noteLogFields } from '../common/log.ts';
import type { Dataset } from '../common/model.ts';
import type { Datasets } from '../common/ports.ts';

/** Which dataset an operation is asked for, and by whom. */
export interface Target {
  dataset: string;
  caller: Caller;
}

/**
 * The dataset, if the caller may do with it what `role` may.
 * @throws Refusal `dataset not found` also where the caller must not know of it, `forbidden`
 */
export async function requireDataset(
  { dataset: id, caller }: Target,
  role: Role,
  datasets: Datasets,
): Promise<Dataset> {
  const dataset = isId(id) ? await datasets.find(id) : null;
  const verdict = dataset ? judge(caller, dataset, role) : 'hidden';
  if (!dataset || verdict === 'hidden') throw new Refusal('dataset not found', { id });
  if (verdict === 'low') throw new Refusal('forbidden');
  noteLogFields({ dataset: id });
  return dataset;
}
