/**
 * `npm test`: builds what is stale and needed, runs the suites of a tier (test/tiers.ts), or those whose paths are given, and says
 * what it took. `--all` and `--rest` choose another tier, `--record` writes weights.json, `--shuffle` or `--shuffle=n` takes the
 * suites in random order; all other options are jest's.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crowding, measureMachine } from './machine.ts';
import { watchProcessorTime } from './processor-time.ts';
import { readArguments } from './read-arguments.ts';
import { allSuites, needsPages, ROOT, suitesLike, suitesOf } from './suites.ts';
import { recordWeights } from './weights.ts';

const asked = readArguments(process.argv.slice(2));
const suites = asked.patterns.length > 0 ? suitesLike(asked.patterns) : suitesOf(asked.tier);
if (suites.length === 0) {
  console.error(`No suite is like ${asked.patterns.join(' ')}.`);
  process.exit(1);
}
const watched = watchProcessorTime();
const machine = measureMachine();
build(suites);
const folder = mkdtempSync(join(tmpdir(), 'sightline-run-'));
const costs = process.env.SUITE_COSTS ?? join(folder, 'costs');
const status = await runJest(suites);
if (asked.record) recordWeights(readCosts(costs), allSuites());
rmSync(folder, { recursive: true });
if (watched) {
  const seconds = watched.seconds();
  watched.stop();
  const loops = Math.round(seconds / machine.loop);
  console.log(
    `Processor time: ${Math.round(seconds)} s, that of ${loops} loops of 10^9 additions (${machine.loop.toFixed(2)} s each here).`,
  );
}
process.exit(status);

function build(chosen: readonly string[]): void {
  const builds = ['build', ...(chosen.some(needsPages) ? ['build:site'] : [])];
  const made = spawnSync(process.execPath, [join(ROOT, 'emulators/build-stale.ts'), ...builds], {
    stdio: 'inherit',
  });
  if (made.status !== 0) process.exit(made.status ?? 1);
}

async function runJest(chosen: readonly string[]): Promise<number> {
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const options = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const env = {
    ...process.env,
    NODE_OPTIONS: [process.env.NODE_OPTIONS, ...options].filter(Boolean).join(' '),
    SUITE_COSTS: costs,
    // As below `npm run -s`: what npm says about itself is not the output of a command that a test runs.
    npm_config_loglevel: 'silent',
    SLOWNESS: process.env.SLOWNESS ?? (machine.slowness * crowding()).toFixed(2),
    ...(asked.shuffle !== undefined && { SHUFFLE: String(asked.shuffle) }),
  };
  const child = spawn(process.execPath, [jest, ...asked.options, '--runTestsByPath', ...chosen], {
    cwd: ROOT,
    env,
    stdio: 'inherit',
  });
  // The terminal sends them to jest too, which ends what it has started.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** Seconds by suite: of its worker and of the processes that it waited for. */
function readCosts(file: string): Map<string, number> {
  const rows = readFileSync(file, 'utf8').trim().split('\n');
  return new Map(
    rows.map((row) => {
      const [own, children, , suite] = row.trim().split(/\s+/) as [string, string, string, string];
      return [suite, Number((Number(own) + Number(children)).toFixed(1))];
    }),
  );
}
