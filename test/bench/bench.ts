/**
 * `npm run bench [-- name ...] [--json]`: each bench measures Sightline and its reference in one run and prints the ratio.
 * The exit status is 1 when something that must hold does not: soak and memory.
 * What each compares, and how: README.md beside this file.
 */
import { parseArgs } from 'node:util';
import type { Row } from './row.ts';
import { printTable, verdict } from './table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    fps: { type: 'string' },
    seed: { type: 'string' },
  },
});

const benches: Record<string, () => Promise<readonly Row[]>> = {
  cold: async () => (await import('./cold.ts')).benchCold(),
  cost: async () => (await import('./cost.ts')).benchCost(),
  counters: async () => (await import('./counters.ts')).benchCounters(),
  crops: async () => (await import('./crops.ts')).benchCrops(),
  csv: async () => (await import('./csv.ts')).benchCsv(),
  git: async () => (await import('./git.ts')).benchGit(),
  ingest: async () => (await import('./ingest.ts')).benchIngest(),
  memory: async () => (await import('./memory.ts')).benchMemory(),
  soak: async () => (await import('./soak.ts')).benchSoak(values),
  zip: async () => (await import('./zip.ts')).benchZip(),
};

/** They take many minutes, so they run only when they are named. */
const LONG = ['memory', 'soak'];

const unknown = positionals.filter((name) => !Object.hasOwn(benches, name));
if (unknown.length > 0) {
  console.error(`No bench named ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}

const rows: Row[] = [];
const usual = Object.keys(benches).filter((name) => !LONG.includes(name));
for (const name of positionals.length > 0 ? positionals : usual) {
  console.error(`bench ${name} ...`);
  const bench = benches[name] as () => Promise<readonly Row[]>;
  rows.push(...(await bench()));
}
if (values.json) console.log(JSON.stringify(rows, null, 2));
else printTable(rows);
process.exit(rows.some(({ mustHold, ratio, bar }) => mustHold && verdict(ratio, bar) !== 'yes') ? 1 : 0);
