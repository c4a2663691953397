import { noteKeyRevision, proveAnew } from '../common/access/prove-device-key.ts';
import { counters } from '../common/adapters/firestore/counters/counters.ts';
import { outbox } from '../common/adapters/firestore/hooks/outbox.ts';
import { images } from '../common/adapters/firestore/images/images.ts';
import { datasets } from '../common/adapters/firestore/records/datasets.ts';
import { monitorRecords } from '../common/adapters/firestore/records/monitor-records.ts';
import { monitors as stored } from '../common/adapters/firestore/records/monitors.ts';
import { sessions } from '../common/adapters/firestore/sessions/sessions.ts';
import { checkFirestore, checkLiveState, checkObjects } from '../common/adapters/health-checks.ts';
import { liveCommands, livePlace } from '../common/adapters/live-commands.ts';
import { liveState } from '../common/adapters/live-state.ts';
import { objects } from '../common/adapters/objects.ts';
import { post } from '../common/adapters/post.ts';
import { systemClock as clock } from '../common/concurrency/clock.ts';
import { CounterPublisher } from '../common/counters/counter-publisher.ts';
import { tellNow } from '../common/hooks/deliver-messages.ts';
import { LiveFollower } from '../common/live/live-follower.ts';
import type { Monitors } from '../common/ports.ts';
import { WaitingRoom } from './commands/waiting-room.ts';
import { LateSessions } from './late-sessions.ts';
import { MonitorCache } from './monitor-cache.ts';

const monitorCache = new MonitorCache(stored);
const monitors: Monitors = { ...stored, find: (id) => monitorCache.read(id) };
const follower = new LiveFollower({ monitors, sessions, liveState });
const lateSessions = new LateSessions(sessions);
const publisher = new CounterPublisher(counters);

export const ports = {
  counters,
  datasets,
  follower,
  images,
  lateSessions,
  liveCommands,
  livePlace,
  liveState,
  makeCameraToken: async (claims: object) =>
    (await import('../common/adapters/camera-token.ts')).makeCameraToken(claims),
  monitorCache,
  monitorRecords,
  monitors,
  noteKeyRevision,
  objects,
  proveKey: proveAnew,
  publisher,
  sessions,
  /** Of a start or a stop, hooks are told before it is answered. */
  waitingRoom: new WaitingRoom(),
  tell: (monitor: string) => tellNow({ kind: 'monitor', id: monitor }, { clock, outbox, post }),
};

export const checks = { firestore: checkFirestore, database: checkLiveState, storage: checkObjects };
