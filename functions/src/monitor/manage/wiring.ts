import { datasets } from '../../common/adapters/firestore/datasets.ts';
import { monitorRecords } from '../../common/adapters/firestore/monitor-records.ts';
import { monitors } from '../../common/adapters/firestore/monitors.ts';

export const ports = { datasets, monitorRecords, monitors };
