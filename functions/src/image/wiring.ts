import { chooseDetector } from '../common/adapters/detection/choose-detector.ts';
import { counters } from '../common/adapters/firestore/counters/counters.ts';
import { detections } from '../common/adapters/firestore/images/detections.ts';
import { images } from '../common/adapters/firestore/images/images.ts';
import { masks } from '../common/adapters/firestore/images/masks.ts';
import { datasets } from '../common/adapters/firestore/records/datasets.ts';
import { monitors } from '../common/adapters/firestore/records/monitors.ts';
import { tombstones } from '../common/adapters/firestore/records/tombstones.ts';
import { versions } from '../common/adapters/firestore/records/versions.ts';
import { sessions } from '../common/adapters/firestore/sessions/sessions.ts';
import { checkFirestore, checkLiveState, checkObjects } from '../common/adapters/health-checks.ts';
import { liveState } from '../common/adapters/live-state.ts';
import { objects } from '../common/adapters/objects.ts';
import { CounterPublisher } from '../common/counters/counter-publisher.ts';
import { LiveFollower } from '../common/live/live-follower.ts';

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
  detector: chooseDetector,
};

export const checks = { firestore: checkFirestore, database: checkLiveState, storage: checkObjects };
