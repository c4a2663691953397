import type { Caller } from '../common/access/caller.ts';
import { judgeDataset, type Role, rightOf } from '../common/access/permit.ts';
import { HttpError } from '../common/errors.ts';
import { isId } from '../common/ids.ts';
import { noteLogFields } from '../common/log.ts';
import type { Dataset, Permit } from '../common/model.ts';
import type { Datasets } from '../common/ports.ts';

/** The dataset of a request, and its caller. */
export interface Target {
  dataset: string;
  caller: Caller;
}

export const targetOf = ({ params, caller }: { params: { dataset_id: string }; caller: Caller }): Target => ({
  dataset: params.dataset_id,
  caller,
});

/**
 * The dataset, if the caller has at least this role.
 * @throws HttpError `dataset not found` (also if the caller must not know about it), `forbidden`
 */
export async function requireDataset(target: Target, role: Role, datasets: Datasets): Promise<Dataset> {
  const { dataset: id } = target;
  const dataset = isId(id) ? await datasets.find(id) : null;
  if (!dataset) throw new HttpError('dataset not found', { id });
  mayUse(target, role).judge(dataset);
  noteLogFields({ dataset: id });
  return dataset;
}

export const mayUse = ({ dataset: id, caller }: Target, role: Role): Permit =>
  rightOf(caller, (record) => judgeDataset(caller, { ...record, id }, role), 'dataset not found', id);
