import { monitors } from '../../../common/adapters/firestore/monitors.ts';
import { sessions } from '../../../common/adapters/firestore/sessions.ts';
import { tombstones } from '../../../common/adapters/firestore/tombstones.ts';
import { liveState } from '../../../common/adapters/live-state.ts';
import { LiveFollower } from '../../../common/live-follower.ts';

export const ports = {
  follower: new LiveFollower({ monitors, sessions, liveState }),
  liveState,
  tombstones,
  sessions,
};
