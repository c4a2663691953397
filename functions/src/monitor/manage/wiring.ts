import { directory } from '../../common/adapters/directory.ts';
import { hooks } from '../../common/adapters/firestore/hooks/hooks.ts';
import { outbox } from '../../common/adapters/firestore/hooks/outbox.ts';
import { deviceKeyRecords as keyRecords } from '../../common/adapters/firestore/people/key-records.ts';
import { monitorMembers as memberRecords } from '../../common/adapters/firestore/people/member-records.ts';
import { datasets } from '../../common/adapters/firestore/records/datasets.ts';
import { monitorGrants } from '../../common/adapters/firestore/records/monitor-grants.ts';
import { monitorRecords } from '../../common/adapters/firestore/records/monitor-records.ts';
import { monitors } from '../../common/adapters/firestore/records/monitors.ts';
import { liveState } from '../../common/adapters/live-state.ts';
import { post } from '../../common/adapters/post.ts';
import { systemClock as clock } from '../../common/concurrency/clock.ts';

export const ports = {
  clock,
  datasets,
  directory,
  hooks,
  keyRecords,
  liveState,
  memberRecords,
  monitorGrants,
  monitorRecords,
  monitors,
  outbox,
  post,
};
