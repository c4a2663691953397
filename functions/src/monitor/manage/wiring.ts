import { directory } from '../../common/adapters/directory.ts';
import { deviceKeyRecords as keyRecords } from '../../common/adapters/firestore/people/key-records.ts';
import { monitorMembers as memberRecords } from '../../common/adapters/firestore/people/member-records.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { monitorGrants } from '../../common/adapters/firestore/records/monitor-grants.ts';
import { monitorRecords } from '../../common/adapters/firestore/records/monitor-records.ts';
import { monitors } from '../../common/adapters/firestore/records/monitors.ts';
import { liveState } from '../../common/adapters/live-state.ts';

export const ports = {
  datasets,
  directory,
  keyRecords,
  liveState,
  memberRecords,
  monitorGrants,
  monitorRecords,
  monitors,
};
