import { LiveFollower } from '../common/live/live-follower.ts';
import { monitors } from './monitor-cache.ts';

/** Its reads are cached for frames. */
export const follower = new LiveFollower(monitors.find);
