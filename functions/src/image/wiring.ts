import { counters } from '../common/adapters/firestore/counters.ts';
import { datasets } from '../common/adapters/firestore/datasets.ts';
import { detections } from '../common/adapters/firestore/detections.ts';
import { images } from '../common/adapters/firestore/images.ts';
import { masks } from '../common/adapters/firestore/masks.ts';
import { monitors } from '../common/adapters/firestore/monitors.ts';
import { sessions } from '../common/adapters/firestore/sessions.ts';
import { tombstones } from '../common/adapters/firestore/tombstones.ts';
import { versions } from '../common/adapters/firestore/versions.ts';
import { checkFirestore, checkLiveState, checkObjects } from '../common/adapters/health-checks.ts';
import { liveState } from '../common/adapters/live-state.ts';
import { objects } from '../common/adapters/objects.ts';
import { CounterPublisher } from '../common/counter-publisher.ts';
import { LiveFollower } from '../common/live-follower.ts';

export const ports = {
  datasets,
  detections,
  follower: new LiveFollower({ monitors, sessions, liveState }),
  images,
  liveState,
  masks,
  objects,
  publisher: new CounterPublisher(counters),
  tombstones,
  sessions,
  versions,
  /** Loaded by detect only, because its client is the largest import of all. */
  vision: async () => (await import('../common/adapters/vision.ts')).vision,
};

export const checks = { firestore: checkFirestore, database: checkLiveState, storage: checkObjects };
