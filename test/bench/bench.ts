/**
 * `npm run bench [-- name ...] [--json]`: each bench measures Sightline and its reference in one run and prints the ratio.
 * The exit status is 1 when something that must hold does not, soak and memory, or when a bench breaks off.
 * What each compares, and how: README.md beside this file.
 */
import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { BENCHES, LONG } from './benches.ts';
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

const unknown = positionals.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`No bench named ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}

const rows: Row[] = [];
const broken: string[] = [];
const usual = Object.keys(BENCHES).filter((name) => !LONG.includes(name));
for (const name of positionals.length > 0 ? positionals : usual) {
  console.error(`bench ${name} ...`);
  const measured = await measure(name);
  if (measured) rows.push(...measured);
  else broken.push(name);
}
if (values.json) console.log(JSON.stringify(rows, null, 2));
else printTable(rows);
for (const name of broken) console.error(`bench ${name} broke off: its reason stands above.`);
const failed = rows.some(({ mustHold, ratio, bar }) => mustHold && verdict(ratio, bar) !== 'yes');
process.exit(failed || broken.length > 0 ? 1 : 0);

/** In a process of its own: neither the memory nor the environment of one bench is in the figures of the next. */
function measure(name: string): Promise<readonly Row[] | undefined> {
  // A figure without a reference is NaN, which JSON does not know.
  const child = fork(`${import.meta.dirname}/benches.ts`, [name, JSON.stringify(values)], {
    serialization: 'advanced',
    // Google's clients would look for a metadata server on the network.
    env: { ...process.env, METADATA_SERVER_DETECTION: 'none' },
  });
  return new Promise((resolve) => {
    child.once('message', (measured) => resolve(measured as readonly Row[]));
    child.once('exit', () => resolve(undefined));
  });
}
