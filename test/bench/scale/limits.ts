/** Documented limits of the platform, and the number of cameras at 5 frames a second that reaches each. */
import type { FleetCost } from '../cost/ingest-cost.ts';
import { BUSY, type Counts, CPU, FPS, fleetFor } from './figures.ts';

export interface Limit {
  what: string;
  /** As stated on the platform's page. */
  limit: string;
  source: string;
  /** Number of cameras at 5 frames a second that reaches it. */
  cameras: number;
  /** How the design, or the operator, handles it. */
  answer: string;
}

const FIREBASE = 'https://firebase.google.com/docs';
const CLOUD = 'https://cloud.google.com';

/** Sorted: the limit that is reached first comes first. */
export function limitsOf(counts: Counts): Limit[] {
  const fleet = fleetFor(counts, 100);
  const { writes, databaseUp, classA } = fleet;
  const { updatesPerSecond } = fleetFor(counts, 1);
  const limits: Limit[] = [
    {
      what: 'Realtime Database, bytes written',
      limit: '64 MB a minute for a database',
      source: `${FIREBASE}/database/usage/limits`,
      cameras: 64e6 / 60 / (databaseUp * FPS),
      answer:
        'nearly all of it is the live thumbnail; records do not wait for it, and a late live state catches up by itself; beyond that: several databases',
    },
    {
      what: 'Realtime Database, writes',
      limit: '1,000 a second for a database',
      source: `${FIREBASE}/database/usage/limits`,
      cameras: 1000 / updatesPerSecond,
      answer:
        'a process writes a monitor at most twice a second, and processes that share a camera share that rate; beyond that: several databases',
    },
    {
      what: 'Firestore, initial traffic',
      limit: '500 operations a second to a collection, then 50 % more each 5 minutes',
      source: `${FIREBASE}/firestore/best-practices`,
      cameras: 500 / (busiestCollection(fleet) * FPS),
      answer: 'cameras that keep frames and retry (429, 503); start many cameras over several minutes',
    },
    {
      what: 'Storage, initial object writes',
      limit: '1,000 a second for a bucket, then twice as many each 20 minutes',
      source: `${CLOUD}/storage/docs/request-rate`,
      cameras: 1000 / (classA * FPS),
      answer: 'names end in random ids, so that the bucket can spread them; no name is written twice',
    },
    {
      what: 'Firestore, writes of a database',
      limit: '10,000 a second on earlier versions of the page; today’s page has no such limit',
      source: `${FIREBASE}/firestore/quotas`,
      cameras: 10_000 / (writes * FPS),
      answer: 'fewer writes a frame with more cameras; random ids; no index over a rising time',
    },
    {
      what: 'Functions, instances',
      limit: '100 of a service unless set, 1,000 vCPU of a region unless raised',
      source: `${CLOUD}/run/docs/configuring/max-instances-limits`,
      cameras: (100 * BUSY) / CPU / FPS,
      answer: '`maxInstances` of `monitor`, then a larger quota',
    },
  ];
  return limits.sort((a, b) => a.cameras - b.cameras);
}

/** Operations per frame on the collection that has the most. */
function busiestCollection({ readsOf, writesOf }: FleetCost): number {
  const collections = new Set([...Object.keys(readsOf), ...Object.keys(writesOf)]);
  return Math.max(...[...collections].map((name) => (readsOf[name] ?? 0) + (writesOf[name] ?? 0)));
}
