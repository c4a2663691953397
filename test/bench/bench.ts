/**
 * `npm run bench [-- name ...] [--json]`: each bench measures Sightline and its reference in one run and prints the ratio.
 * The exit status is 1 if a required bar (soak, memory) is missed or a bench fails. What each bench compares: README.md in
 * this folder.
 */
import { execFileSync, fork } from 'node:child_process';
import { resolve } from 'node:path';
import { parseCommand } from '../../functions/src/common/command-line.ts';
import { BENCHES, LONG } from './benches.ts';
import type { Row } from './row.ts';
import { printTable, verdict } from './table.ts';

const { values, positionals } = parseCommand('npm run bench', usage(), {
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    fps: { type: 'string' },
    seed: { type: 'string' },
    photos: { type: 'string' },
    sets: { type: 'string' },
  },
});

function usage(): string {
  const names = Object.keys(BENCHES).map((name) =>
    LONG.includes(name) ? `${name} (long, only by name)` : name,
  );
  return `npm run bench [-- name ...] [options]    measures Sightline beside a reference, and prints the ratio

  --json         figures as JSON
  --minutes=N    soak: how long
  --fps=N        soak: frames a second
  --seed=N       what is drawn
  --photos=PATH  suggest: a folder of photographs, each a class
  --sets=PATH    defects: a folder with public sets of real defects
  --help         this text

Benches: ${names.join(', ')}. What each compares: test/bench/README.md.`;
}

const unknown = positionals.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  console.error(`No bench named ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}

const ROOT = resolve(import.meta.dirname, '../..');
// Benches measure what is deployed: the built functions.
execFileSync('npm', ['run', '-s', 'build'], { cwd: ROOT, stdio: 'inherit' });

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

/** In a process of its own, so that memory and environment of one bench do not affect the next. */
function measure(name: string): Promise<readonly Row[] | undefined> {
  // A figure without a reference is NaN, which JSON cannot represent.
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
