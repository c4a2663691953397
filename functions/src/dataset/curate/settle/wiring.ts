import { monitors } from '../../../common/adapters/firestore/records/monitors.ts';
import { tombstones } from '../../../common/adapters/firestore/records/tombstones.ts';
import { sessions } from '../../../common/adapters/firestore/sessions/sessions.ts';
import { liveState } from '../../../common/adapters/live-state.ts';
import { LiveFollower } from '../../../common/live/live-follower.ts';

export const ports = {
  follower: new LiveFollower({ monitors, sessions, liveState }),
  liveState,
  tombstones,
  sessions,
};
