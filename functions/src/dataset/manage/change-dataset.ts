import type { Caller } from '../../common/access/caller.ts';
import { datasetRecords } from '../../common/adapters/firestore/records/dataset-records.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { folders } from '../../common/adapters/folders.ts';
import { HttpError } from '../../common/errors.ts';
import { requireHookUrl } from '../../common/hooks/hook-url.ts';
import { logging } from '../../common/log.ts';
import type { Dataset } from '../../common/model.ts';
import { vectorFolder } from '../../common/records/vector-ports.ts';
import { mayUse, requireDataset, type Target } from '../require-dataset.ts';
import type { DatasetChange } from './schema.ts';

/** Milliseconds that vectors may take to go, which is thousands of objects; the next call goes on. */
const CLEARING = 20_000;

/**
 * Changes the name, the type as long as there are no images (Contract 9: PATCH dataset), what suggestions rest on
 * (Contract 15): without them, vectors go; or, for the owner, the detector, to which pictures are sent (Contract 16), and how long
 * images are kept (Contract 20).
 * @param input.hosts that may be private, or use http @param input.hasEmbedder whether the deployment has one of its own
 * @throws HttpError `dataset not found`, `forbidden`, `dataset in use`, `bad parameter`; `unavailable` if vectors are left
 */
export async function changeDataset(
  input: Target & { change: DatasetChange; hosts: readonly string[]; hasEmbedder: boolean },
): Promise<void> {
  const { type, ...fields } = input.change;
  const { suggest, detector, retention } = fields;
  const role = detector === undefined && retention === undefined ? 'editor' : 'owner';
  const dataset = await requireDataset(input, role, datasets);
  const { id, type: before } = dataset;
  if (detector !== undefined && detector !== 'off') requireHookUrl('detector', detector, input.hosts);
  if (suggest === 'http' && !input.hasEmbedder)
    throw new HttpError('bad parameter', {
      reason: 'suggest cannot be http: this deployment has no embedder of its own',
    });
  const change = { ...fields, ...(type !== before && { type }) };
  const changed = await datasetRecords.change(id, change, mayUse(input, role));
  if (changed === null) throw new HttpError('dataset not found', { id });
  if (!changed) throw new HttpError('dataset in use');
  if (suggest === 'off' && !(await folders.empty(vectorFolder(id), Date.now() + CLEARING)))
    throw new HttpError('unavailable', {}, 'vectors are left');
  if (suggest !== undefined && suggest !== 'off' && suggest !== dataset.suggest)
    await startLooking(dataset, input.caller);
}

/** Where as many jobs wait as may, images that come start it, and so do suggestions. */
async function startLooking(dataset: Dataset, caller: Caller): Promise<void> {
  const { embedRest } = await import('../suggest/start-embedding.ts');
  await embedRest(dataset, caller).catch(logging('WARNING', 'job not started', { dataset: dataset.id }));
}
