import { counters } from './common/adapters/firestore/counters/counters.ts';
import { cameras } from './common/adapters/firestore/hooks/cameras.ts';
import { outbox } from './common/adapters/firestore/hooks/outbox.ts';
import { trash } from './common/adapters/firestore/images/trash.ts';
import { deviceKeyRecords } from './common/adapters/firestore/people/key-records.ts';
import { people } from './common/adapters/firestore/people/people.ts';
import { datasetRecords } from './common/adapters/firestore/records/dataset-records.ts';
import { monitorRecords } from './common/adapters/firestore/records/monitor-records.ts';
import { monitors } from './common/adapters/firestore/records/monitors.ts';
import { tagRecords } from './common/adapters/firestore/records/tag-records.ts';
import { versions } from './common/adapters/firestore/records/versions.ts';
import { sessions } from './common/adapters/firestore/sessions/sessions.ts';
import { folders } from './common/adapters/folders.ts';
import { liveCommands } from './common/adapters/live-commands.ts';
import { liveState } from './common/adapters/live-state.ts';
import { objects } from './common/adapters/objects.ts';
import { post } from './common/adapters/post.ts';
import { systemClock as clock } from './common/concurrency/clock.ts';

/** Of the functions that nobody calls: counters.ts, follow-people.ts. */
export const ports = {
  cameras,
  clock,
  counters,
  datasetRecords,
  deviceKeyRecords,
  folders,
  liveCommands,
  liveState,
  monitorRecords,
  monitors,
  objects,
  outbox,
  people,
  post,
  sessions,
  tagRecords,
  trash,
  versions,
};
