import { counters } from '../common/adapters/firestore/counters.ts';
import { datasets } from '../common/adapters/firestore/datasets.ts';
import { detections } from '../common/adapters/firestore/detections.ts';
import { images } from '../common/adapters/firestore/images.ts';
import { monitors } from '../common/adapters/firestore/monitors.ts';
import { removals } from '../common/adapters/firestore/removals.ts';
import { sessions } from '../common/adapters/firestore/sessions.ts';
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
  objects,
  publisher: new CounterPublisher(counters),
  removals,
  sessions,
  /** Loaded by detect alone: its client is the dearest import of all. */
  vision: async () => (await import('../common/adapters/vision.ts')).vision,
};
