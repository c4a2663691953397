/** What the model stands on: counts of the bench `cost`, list prices, and a few assumptions, each with its reason. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FleetCost } from '../cost/ingest-cost.ts';
import type { RecordSize } from '../cost/record-size.ts';
import type { RouteCost } from '../cost/route-cost.ts';

export const SCALE = resolve(import.meta.dirname, '../../../docs/scale');

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
  /** Whether the figure was seen on that page, or in a stored copy of it, at the date. */
  seen: boolean;
}

export interface Prices {
  date: string;
  region: string;
  currency: string;
  prices: Record<string, Price>;
}

const read = (name: string): unknown => JSON.parse(readFileSync(resolve(SCALE, name), 'utf8'));
export const readCounts = (): Counts => read('counts.json') as Counts;
export const readPrices = (): Prices => read('prices.json') as Prices;

export const FPS = 5;
/** Cameras of the cases that the tables show. */
export const CASES = [1, 100, 10_000] as const;
export const IMAGES = [1e4, 1e6, 1e8] as const;

/** vCPU seconds of a frame: `bench ingest`, worker CPU of one process. */
export const CPU = 0.008;
/** Seconds from a frame to its answer in a region: one object, two reads one after the other, one commit, the live state. */
export const ANSWER = 0.12;
/** Seconds of a commit: see LATENCY of the bench. */
export const COMMIT = 0.015;
/** Share of a vCPU at which the platform starts another instance. */
export const BUSY = 0.6;
/** Bytes logged for a frame: our own line, and the platform's about the request. */
export const LOGGED = 2000;
/** A month, in hours and in seconds. */
export const MONTH = 730 * 3600;

/** Instances at work on so many frames a second: one alone is there only while it answers. */
export const instancesFor = (framesPerSecond: number): number =>
  Math.max(1 - Math.exp(-framesPerSecond * ANSWER), (framesPerSecond * CPU) / BUSY);

/** The counted fleet that is nearest below. */
export function fleetFor({ fleets }: Counts, cameras: number): FleetCost {
  const sorted = [...fleets].sort((a, b) => a.cameras - b.cameras);
  return (sorted.findLast((fleet) => fleet.cameras <= cameras) ?? sorted[0]) as FleetCost;
}
