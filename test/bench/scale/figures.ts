/** The inputs of the model: counts of the bench `cost`, list prices, and a few assumptions, each with its reason. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FleetCost } from '../cost/ingest-cost.ts';
import type { RecordSize } from '../cost/record-size.ts';
import type { RouteCost } from '../cost/route-cost.ts';

/** Written by `npm run bench -- cost`. */
export interface Counts {
  measured: string;
  fleets: FleetCost[];
  routes: RouteCost[];
  record: RecordSize;
}

export interface Price {
  usd: number;
  per: number;
  unit: string;
  source: string;
  /** Whether the figure was read on that page, or in a stored copy of it, on that date. */
  seen: boolean;
}

export interface Prices {
  date: string;
  region: string;
  currency: string;
  prices: Record<string, Price>;
}

const read = (name: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'));
export const readCounts = (): Counts => read('counts.json') as Counts;
export const readPrices = (): Prices => read('prices.json') as Prices;

export const FPS = 5;
/** Numbers of cameras in the tables. */
export const CASES = [1, 100, 10_000] as const;
export const IMAGES = [1e4, 1e6, 1e8] as const;

/** vCPU seconds per frame: worker CPU of one process in `bench ingest`. */
export const CPU = 0.008;
/** Seconds from a frame to its answer within a region: one object, two successive reads, one commit, the live state. */
export const ANSWER = 0.12;
/** The same of a function that only decodes a frame, makes its thumbnail and stores both: the floor of `bench ingest`. */
export const LEAST_CPU = 0.008;
/** Seconds from a frame to its answer with one object and one commit, and nothing else. */
export const LEAST_ANSWER = 0.075;
/** Seconds of a commit: see LATENCY of the bench. */
export const COMMIT = 0.015;
/** Fraction of a vCPU at which the platform starts another instance. */
export const BUSY = 0.6;
/** A month in hours and in seconds. */
export const MONTH = 730 * 3600;

/** Number of instances at this rate; less than one if the only instance is idle between frames. */
export const instancesFor = (framesPerSecond: number, answer = ANSWER, cpu = CPU): number =>
  Math.max(1 - Math.exp(-framesPerSecond * answer), (framesPerSecond * cpu) / BUSY);

/** The counted fleet with the nearest lower number of cameras. */
export function fleetFor({ fleets }: Counts, cameras: number): FleetCost {
  const sorted = [...fleets].sort((a, b) => a.cameras - b.cameras);
  return (sorted.findLast((fleet) => fleet.cameras <= cameras) ?? sorted[0]) as FleetCost;
}
