/** What a month costs, in the currency of the prices, without free quotas. */
import {
  BUSY,
  type Counts,
  CPU,
  FPS,
  fleetFor,
  instancesFor,
  LOGGED,
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

/** @param cameras around the clock at 5 frames a second, in datasets of 100 at the most */
export function costOfMonth(counts: Counts, prices: Prices, cameras: number): Record<Item, number> {
  const fleet = fleetFor(counts, cameras);
  const price = (name: string, amount: number): number => priceOf(prices, name, amount);
  const frames = cameras * FPS * MONTH;
  const instanceSeconds = instancesFor(cameras * FPS) * MONTH;
  return {
    'Firestore reads': price('firestoreRead', frames * fleet.reads),
    'Firestore writes':
      price('firestoreWrite', frames * fleet.writes) + price('firestoreDelete', frames * fleet.deletes),
    'Storage operations':
      price('storageClassA', frames * fleet.classA) + price('storageClassB', frames * fleet.classB),
    Functions:
      price('cpuSecond', instanceSeconds) + price('memorySecond', instanceSeconds) + price('request', frames),
    'Live state': price('databaseDownload', frames * fleet.databaseDown),
    Logs: price('logBytes', frames * LOGGED),
  };
}

/** One dashboard that shows one camera's live state all the time. */
export const costOfWatcher = (counts: Counts, prices: Prices): number =>
  priceOf(prices, 'databaseDownload', fleetFor(counts, 1).watcherBytesPerSecond * MONTH);

/** Keeping so many images for a month. @param bytes of an original */
export const costOfKeeping = (counts: Counts, prices: Prices, images: number, bytes: number) => ({
  objects: priceOf(prices, 'storageBytes', images * bytes),
  records: priceOf(prices, 'firestoreStorage', images * (counts.record.document + counts.record.index)),
});

/** One call of a route over so many images. */
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

function priceOf({ prices }: Prices, name: string, amount: number): number {
  const price = prices[name];
  if (!price) throw new Error(`prices.json has no ${name}.`);
  return (amount / price.per) * price.usd;
}

export const total = (items: Readonly<Record<string, number>>): number =>
  Object.values(items).reduce((sum, each) => sum + each, 0);

export const framesPerInstance = BUSY / CPU;
