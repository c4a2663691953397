import { HttpError } from '../../common/errors.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import type { OwnedPorts } from './require-owned.ts';
import type { DatasetChange } from './schema.ts';

/**
 * Changes the name, or the type as long as there are no images (Contract 9: PATCH dataset).
 * @throws HttpError `dataset not found`, `forbidden`, `dataset in use`
 */
export async function changeDataset(
  input: Target & { change: DatasetChange },
  ports: OwnedPorts,
): Promise<void> {
  const { id, type: before } = await requireDataset(input, 'editor', ports.datasets);
  const { name, type } = input.change;
  const fields = {
    ...(name !== undefined && { name }),
    ...(type !== undefined && type !== before && { type }),
  };
  const changed = await ports.datasetRecords.change(id, fields);
  if (changed === null) throw new HttpError('dataset not found', { id });
  if (!changed) throw new HttpError('dataset in use');
}
