import { counters } from '../common/adapters/firestore/counters/counters.ts';
import { imageLists } from '../common/adapters/firestore/images/image-lists.ts';
import { imagePages } from '../common/adapters/firestore/images/image-pages.ts';
import { images } from '../common/adapters/firestore/images/images.ts';
import { trash } from '../common/adapters/firestore/images/trash.ts';
import { monitors } from '../common/adapters/firestore/records/monitors.ts';
import { runs } from '../common/adapters/firestore/records/runs.ts';
import { tombstones } from '../common/adapters/firestore/records/tombstones.ts';
import { versions } from '../common/adapters/firestore/records/versions.ts';
import { sessions } from '../common/adapters/firestore/sessions/sessions.ts';
import { liveState } from '../common/adapters/live-state.ts';
import { listObjects } from '../common/adapters/object-list.ts';
import { objects } from '../common/adapters/objects.ts';
import { CounterPublisher } from '../common/counters/counter-publisher.ts';
import { LiveFollower } from '../common/live/live-follower.ts';
import { grantListings } from './adapters/grants.ts';
import { listLive, readLive } from './adapters/live-states.ts';
import { looks } from './adapters/looks.ts';
import { listFields } from './adapters/missing-fields.ts';
import { recordListings } from './adapters/record-listings.ts';
import type { Listings } from './listings.ts';

const listings: Listings = {
  ...grantListings,
  ...recordListings,
  objects: listObjects,
  live: readLive,
  liveIds: listLive,
};

export const ports = {
  counters,
  follower: new LiveFollower({ monitors, sessions, liveState }),
  imageLists,
  imagePages,
  images,
  listFields,
  listings,
  liveState,
  looks,
  monitors,
  objects,
  runs,
  publisher: new CounterPublisher(counters),
  tombstones,
  sessions,
  trash,
  versions,
};
