import { directory } from '../../common/adapters/directory.ts';
import { datasets } from '../../common/adapters/firestore/datasets.ts';
import { keyRecords } from '../../common/adapters/firestore/key-records.ts';
import { monitorMembers as memberRecords } from '../../common/adapters/firestore/member-records.ts';
import { monitorGrants } from '../../common/adapters/firestore/monitor-grants.ts';
import { monitorRecords } from '../../common/adapters/firestore/monitor-records.ts';
import { monitors } from '../../common/adapters/firestore/monitors.ts';
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
