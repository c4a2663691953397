/** The cost of a month, in the currency of the prices, without free quotas. */
import {
  BUSY,
  type Counts,
  CPU,
  FPS,
  fleetFor,
  instancesFor,
  LEAST_ANSWER,
  LEAST_CPU,
  MONTH,
  type Prices,
} from './figures.ts';

export type Item =
  | 'Firestore reads'
  | 'Firestore writes'
  | 'Storage operations'
  | 'Functions'
  | 'Live state'
  | 'Logs';

/** @param cameras that run all the time at 5 frames a second, at most 100 per dataset */
export function costOfMonth(counts: Counts, prices: Prices, cameras: number): Record<Item, number> {
  const fleet = fleetFor(counts, cameras);
  const price = (name: string, amount: number): number => priceOf(prices, name, amount);
  const frames = cameras * FPS * MONTH;
  return {
    'Firestore reads': price('firestoreRead', frames * fleet.reads),
    'Firestore writes':
      price('firestoreWrite', frames * fleet.writes) + price('firestoreDelete', frames * fleet.deletes),
    'Storage operations':
      price('storageClassA', frames * fleet.classA) + price('storageClassB', frames * fleet.classB),
    Functions: costOfFunctions(prices, frames, instancesFor(cameras * FPS)),
    'Live state': price('databaseDownload', frames * fleet.databaseDown),
    Logs: price('logBytes', frames * fleetFor(counts, 1).logStored),
  };
}

function costOfFunctions(prices: Prices, frames: number, instances: number): number {
  const price = (name: string, amount: number): number => priceOf(prices, name, amount);
  const seconds = instances * MONTH;
  return price('cpuSecond', seconds) + price('memorySecond', seconds) + price('request', frames);
}

/** What no design can avoid: a frame's object, its record, and a function that decodes it, makes its thumbnail and stores both. */
export function unavoidable(prices: Prices, cameras: number): number {
  const frames = cameras * FPS * MONTH;
  const instances = instancesFor(cameras * FPS, LEAST_ANSWER, LEAST_CPU);
  return (
    priceOf(prices, 'storageClassA', frames) +
    priceOf(prices, 'firestoreWrite', frames) +
    costOfFunctions(prices, frames, instances)
  );
}

/** Log lines of one camera if all of them are stored. */
export const costOfLogs = (counts: Counts, prices: Prices): number =>
  priceOf(prices, 'logBytes', FPS * MONTH * fleetFor(counts, 1).logWritten);

/** One dashboard that shows one camera's live state all the time. */
export const costOfWatcher = (counts: Counts, prices: Prices): number =>
  priceOf(prices, 'databaseDownload', fleetFor(counts, 1).watcherBytesPerSecond * MONTH);

/** Bytes of what the database says every 30 s to who listens, and of an hour's new token and line; packets and encryption included. */
const ALIVE = 130;
const ADMITTED = 8_000;
/** Of a token: an answer of a third of a second. */
const ADMITTING = 0.3;

/** A camera that listens for commands all the time, at the Realtime Database. */
export const costOfListening = (prices: Prices): number =>
  priceOf(prices, 'databaseDownload', (MONTH / 30) * ALIVE + (MONTH / 3600) * ADMITTED) +
  costOfFunctions(prices, MONTH / 3600, (ADMITTING * MONTH) / 3600 / MONTH);

/** A camera that waits for commands all the time over plain HTTP, and is the only one: its instance works all the time. */
export const costOfWaiting = (prices: Prices): number => costOfFunctions(prices, MONTH / 25, 1);

/** The minimum that is charged for an event, in seconds, and the memory of its instance in GiB. */
const CHARGED = 0.1;
const GIB = 0.25;

/**
 * `people-dataset` for one dataset whose counters change all the time: each publication writes the record, which calls the
 * function, which reads the record.
 */
export function costOfEvents(counts: Counts, prices: Prices): number {
  const fleet = fleetFor(counts, 1);
  const events = (fleet.writesOf.dataset ?? 0) * FPS * MONTH;
  const price = (name: string, amount: number): number => priceOf(prices, name, amount * events);
  return (
    price('firestoreRead', 1) +
    price('request', 1) +
    price('cpuSecond', CHARGED) +
    price('memorySecond', CHARGED * GIB)
  );
}

/**
 * The cost of storing this many images for a month.
 * @param bytes of an original
 */
export const costOfKeeping = (counts: Counts, prices: Prices, images: number, bytes: number) => ({
  objects: priceOf(prices, 'storageBytes', images * bytes),
  records: priceOf(prices, 'firestoreStorage', images * (counts.record.document + counts.record.index)),
});

/** The cost of one call of a route for this many images. */
export function costOfRoute(counts: Counts, prices: Prices, route: string, images: number): number {
  const found = counts.routes.find((each) => each.route === route);
  if (!found) throw new Error(`The bench has not counted ${route}.`);
  const each = (name: string, amount: number) => priceOf(prices, name, amount * images);
  return (
    each('firestoreRead', found.reads) +
    each('firestoreWrite', found.writes) +
    each('firestoreDelete', found.deletes) +
    each('storageClassA', found.classA) +
    each('storageClassB', found.classB)
  );
}

export function priceOf({ prices }: Prices, name: string, amount: number): number {
  const price = prices[name];
  if (!price) throw new Error(`prices.json has no ${name}.`);
  return (amount / price.per) * price.usd;
}

export const total = (items: Readonly<Record<string, number>>): number =>
  Object.values(items).reduce((sum, each) => sum + each, 0);

export const framesPerInstance = BUSY / CPU;
