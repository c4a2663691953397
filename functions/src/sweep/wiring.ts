import { counters } from '../common/adapters/firestore/counters.ts';
import { imageLists } from '../common/adapters/firestore/image-lists.ts';
import { firestoreListings } from '../common/adapters/firestore/listings.ts';
import { monitors } from '../common/adapters/firestore/monitors.ts';
import { listLive, readLive, removeLive } from '../common/adapters/live-listing.ts';
import { listObjects } from '../common/adapters/object-list.ts';
import { ports as imagePorts } from '../image/wiring.ts';
import type { Listings } from './listings.ts';

const listings: Listings = {
  ...firestoreListings,
  objects: listObjects,
  live: readLive,
  liveIds: listLive,
  removeLive,
};

export const ports = { ...imagePorts, counters, imageLists, listings, monitors };
