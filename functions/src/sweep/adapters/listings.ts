import { listObjects } from '../../common/adapters/object-list.ts';
import type { Listings } from '../listings.ts';
import { grantListings } from './grants.ts';
import { listLive, readLive } from './live-states.ts';
import { recordListings } from './record-listings.ts';

export const listings: Listings = {
  ...grantListings,
  ...recordListings,
  objects: listObjects,
  live: readLive,
  liveIds: listLive,
};
