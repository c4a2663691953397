import { keyRecords } from '../../common/adapters/firestore/key-records.ts';
import { monitors } from '../../common/adapters/firestore/monitors.ts';

export const ports = { keyRecords, monitors };
