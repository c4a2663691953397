import { directory } from '../../common/adapters/directory.ts';
import { datasets } from '../../common/adapters/firestore/datasets.ts';
import { datasetMembers } from '../../common/adapters/firestore/member-records.ts';

export const ports = { datasets, directory, memberRecords: datasetMembers };
