/**
 * Runs as many of the suites that `npm test` leaves out as time allows, which ones first by turns (turns.ts), and says which: the
 * last step of `.ci/run`. `--minutes=n`, 20 by default, by the clock. Ends with the totals of all runs of `TEST_TOTALS`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { measureMachine } from './machine.ts';
import { ROOT, suitesOf } from './suites.ts';
import { printTotals } from './totals.ts';
import { inParts, inTurn } from './turns.ts';
import { weightOf, weightOfAll } from './weights.ts';

/** Parts that follow one another, so that a slow machine begins no more than it can end. */
const PARTS = 6;
/** Of two cores, how much a run keeps busy: suites also wait. */
const BUSY = 1.5;

const [, given] = /^--minutes=(\d+)$/.exec(process.argv[2] ?? '') ?? [];
const budget = Number(given ?? 20) * 60;

const rest = suitesOf('rest');
const parts = inParts(inTurn(rest, currentCommit(), weightOf), weightOfAll(rest) / PARTS, weightOf);
const began = performance.now();
const elapsed = () => (performance.now() - began) / 1000;
/** Seconds by the clock for one of processor time: a guess, then what it was. */
let pace = measureMachine().slowness / BUSY;
const ran: string[] = [];
let failed = false;
for (const part of parts) {
  if (elapsed() + weightOfAll(part) * pace > budget) break;
  failed = !runSuites(part) || failed;
  ran.push(...part);
  pace = elapsed() / weightOfAll(ran);
}
const left = rest.filter((suite) => !ran.includes(suite));
say(`Of the suites that npm test leaves out, ${ran.length} ran in ${Math.round(elapsed() / 60)} min`, ran);
say(`${left.length} are left for other landings`, left);
printTotals();
process.exit(failed ? 1 : 0);

/** Exact paths: none is part of another one. */
function runSuites(suites: readonly string[]): boolean {
  const run = join(import.meta.dirname, 'run.ts');
  return spawnSync(process.execPath, [run, ...suites], { cwd: ROOT, stdio: 'inherit' }).status === 0;
}

/** Without a history it is always the same turn. */
function currentCommit(): string {
  return spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).stdout ?? '';
}

function say(what: string, suites: readonly string[]): void {
  if (suites.length > 0) console.log(`${what}:\n${suites.map((suite) => `  ${suite}`).join('\n')}`);
}
