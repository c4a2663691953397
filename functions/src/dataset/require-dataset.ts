import * as z from 'zod/mini';
import type { Caller } from '../common/access/caller.ts';
import { judgeDataset, type Role, rightOf } from '../common/access/permit.ts';
import { datasets } from '../common/adapters/firestore/records/datasets.ts';
import { HttpError } from '../common/errors.ts';
import { id } from '../common/http/input/fields.ts';
import { isId } from '../common/ids.ts';
import { noteLogFields } from '../common/log.ts';
import type { Dataset, Permit } from '../common/model.ts';

export const datasetPath = z.object({ dataset_id: id('Dataset id') });

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
export async function requireDataset(target: Target, role: Role): Promise<Dataset> {
  const dataset = isId(target.dataset) ? await datasets.find(target.dataset) : null;
  if (!dataset) throw new HttpError('dataset not found', { id: target.dataset });
  mayUse(target, role).judge(dataset);
  noteLogFields({ dataset: dataset.id });
  return dataset;
}

export const mayUse = ({ dataset, caller }: Target, role: Role): Permit =>
  rightOf(
    caller,
    (record) => judgeDataset(caller, { ...record, id: dataset }, role),
    'dataset not found',
    dataset,
  );
