import { counters } from '../common/adapters/firestore/counters.ts';
import { datasets } from '../common/adapters/firestore/datasets.ts';
import { images } from '../common/adapters/firestore/images.ts';
import { deviceKeys, monitors } from '../common/adapters/firestore/monitors.ts';
import { sessions } from '../common/adapters/firestore/sessions.ts';
import { liveState } from '../common/adapters/live-state.ts';
import { objects } from '../common/adapters/objects.ts';
import { CounterPublisher } from '../common/counter-publisher.ts';
import { LiveFollower } from '../common/live-follower.ts';

const follower = new LiveFollower({ monitors, sessions, liveState });
const publisher = new CounterPublisher(counters);

export const ports = {
  counters,
  datasets,
  deviceKeys,
  follower,
  images,
  liveState,
  monitors,
  objects,
  publisher,
  sessions,
};
