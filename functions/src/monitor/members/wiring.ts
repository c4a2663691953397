import { directory } from '../../common/adapters/directory.ts';
import { monitorMembers } from '../../common/adapters/firestore/member-records.ts';
import { monitors } from '../../common/adapters/firestore/monitors.ts';

export const ports = { directory, memberRecords: monitorMembers, monitors };
