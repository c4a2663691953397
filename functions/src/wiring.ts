import { counters } from './common/adapters/firestore/counters.ts';
import { datasetRecords } from './common/adapters/firestore/dataset-records.ts';
import { monitors } from './common/adapters/firestore/monitors.ts';
import { people } from './common/adapters/firestore/people.ts';
import { sessions } from './common/adapters/firestore/sessions.ts';
import { tagRecords } from './common/adapters/firestore/tag-records.ts';
import { trash } from './common/adapters/firestore/trash.ts';
import { versions } from './common/adapters/firestore/versions.ts';
import { folders } from './common/adapters/folders.ts';
import { liveState } from './common/adapters/live-state.ts';
import { objects } from './common/adapters/objects.ts';

/** Of the functions that nobody calls: counters.ts, follow-people.ts. */
export const ports = {
  counters,
  datasetRecords,
  folders,
  liveState,
  monitors,
  objects,
  people,
  sessions,
  tagRecords,
  trash,
  versions,
};
