import { HttpError } from '../../common/errors.ts';
import type { DatasetType } from '../../common/model.ts';
import type { Datasets } from '../../common/ports.ts';
import type { DatasetRecords } from '../../common/record-ports.ts';
import { requireDataset, type Target } from '../require-dataset.ts';

interface Ports {
  datasets: Datasets;
  datasetRecords: DatasetRecords;
}

interface Change {
  name?: string | undefined;
  type?: DatasetType | undefined;
}

/**
 * Changes the name, or the type as long as there are no images (Contract 9).
 * @throws HttpError `dataset not found`, `forbidden`, `dataset in use`
 */
export async function changeDataset(input: Target & { change: Change }, ports: Ports): Promise<void> {
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
