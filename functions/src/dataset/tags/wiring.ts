import { counters } from '../../common/adapters/firestore/counters.ts';
import { datasets } from '../../common/adapters/firestore/datasets.ts';
import { tagRecords } from '../../common/adapters/firestore/tag-records.ts';

export const ports = { counters, datasets, tagRecords };
