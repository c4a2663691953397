import { HttpError } from '../../common/errors.ts';
import { requireHookUrl } from '../../common/hooks/hook-url.ts';
import type { Folders } from '../../common/records/record-ports.ts';
import { vectorFolder } from '../../common/records/vector-ports.ts';
import { mayUse, requireDataset, type Target } from '../require-dataset.ts';
import type { OwnedPorts } from './require-owned.ts';
import type { DatasetChange } from './schema.ts';

/** Milliseconds that vectors may take to go, which is thousands of objects; the next call goes on. */
const CLEARING = 20_000;

/**
 * Changes the name, the type as long as there are no images (Contract 9: PATCH dataset), what suggestions rest on
 * (Contract 15): without them, vectors go; or the detector, to which pictures are sent: for the owner (Contract 16).
 * @param input.hosts that may be private, or use http @param input.hasEmbedder whether the deployment has one of its own
 * @throws HttpError `dataset not found`, `forbidden`, `dataset in use`, `bad parameter`; `unavailable` if vectors are left
 */
export async function changeDataset(
  input: Target & { change: DatasetChange; hosts: readonly string[]; hasEmbedder: boolean },
  ports: OwnedPorts & { folders: Folders },
): Promise<void> {
  const { type, ...fields } = input.change;
  const { suggest, detector } = fields;
  const role = detector === undefined ? 'editor' : 'owner';
  const { id, type: before } = await requireDataset(input, role, ports.datasets);
  if (detector !== undefined && detector !== 'off') requireHookUrl('detector', detector, input.hosts);
  if (suggest === 'http' && !input.hasEmbedder)
    throw new HttpError('bad parameter', {
      reason: 'suggest cannot be http: this deployment has no embedder of its own',
    });
  const change = { ...fields, ...(type !== before && { type }) };
  const changed = await ports.datasetRecords.change(id, change, mayUse(input, role));
  if (changed === null) throw new HttpError('dataset not found', { id });
  if (!changed) throw new HttpError('dataset in use');
  if (suggest === 'off' && !(await ports.folders.empty(vectorFolder(id), Date.now() + CLEARING)))
    throw new HttpError('unavailable', {}, 'vectors are left');
}
