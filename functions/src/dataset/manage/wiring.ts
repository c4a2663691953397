import { datasetRecords } from '../../common/adapters/firestore/dataset-records.ts';
import { datasets } from '../../common/adapters/firestore/datasets.ts';

export const ports = { datasetRecords, datasets };
