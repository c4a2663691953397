/**
 * Seconds of processor time that each suite takes, as recorded by `npm run test:all -- --record`. They order the suites of a
 * run, say how long it will take, and choose what `.ci/run` adds. A suite that is not there yet counts as a usual one.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, 'weights.json');
const USUAL = 3;

let known: Record<string, number> | undefined;

export function weightOf(suite: string): number {
  known ??= JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, number>;
  return known[suite] ?? USUAL;
}

export const weightOfAll = (suites: readonly string[]): number =>
  suites.reduce((sum, suite) => sum + weightOf(suite), 0);

/** Suites that no longer exist are left out. @param measured of the suites that ran */
export function recordWeights(measured: ReadonlyMap<string, number>, all: readonly string[]): void {
  const weights = all.map((suite) => [suite, measured.get(suite) ?? weightOf(suite)] as const);
  const sorted = weights.toSorted(([, a], [, b]) => b - a);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}
