/** What each cut of the bundle saves (functions/bundle/cuts.ts): cold starts with it and without it. */
import { spawnSync } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle } from '../../functions/bundle/bundle.ts';
import { CUTS, type Cut } from '../../functions/bundle/cuts.ts';
import { FUNCTIONS, type Route, startOnce } from './cold-start.ts';
import { median, type Row } from './row.ts';

const ROUNDS = 9;
const ENTRIES = ['index', 'fill-compile-cache'].map((name) => join(FUNCTIONS, `src/${name}.ts`));

/** Alternates between both, each with its own compile cache. */
export async function compareCuts(
  routes: readonly Route[],
  env: Record<string, string>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const folders: string[] = [];
  const build = (name: string, cuts: readonly Cut[]) => {
    // Beside what is built: packages that are not bundled are found from there.
    const folder = join(FUNCTIONS, 'lib', `bench-cuts-${name}`);
    folders.push(folder);
    return buildWith(folder, cuts);
  };
  try {
    const whole = await build('all', CUTS);
    for (const [index, cut] of CUTS.entries()) {
      const route = routes.find(({ name }) => name === cut.route) as Route;
      const others = CUTS.filter((each) => each !== cut);
      rows.push(await compare(cut, route, env, whole, await build(String(index), others)));
    }
    return rows;
  } finally {
    // A deployment would take them along.
    for (const folder of folders) await rm(folder, { recursive: true, force: true });
  }
}

/** @returns the folder */
async function buildWith(folder: string, cuts: readonly Cut[]): Promise<string> {
  await bundle(ENTRIES, folder, cuts);
  await writeFile(join(folder, 'package.json'), '{ "type": "module", "main": "index.js" }');
  spawnSync(process.execPath, [join(folder, 'fill-compile-cache.js')]);
  return folder;
}

async function compare(
  cut: Cut,
  route: Route,
  env: Record<string, string>,
  whole: string,
  without: string,
): Promise<Row> {
  const runs: { ours: number; without: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await route.before?.();
    const ours = (await startOnce(route, whole, env)).processorMs;
    await route.before?.();
    runs.push({ ours, without: (await startOnce(route, without, env)).processorMs });
  }
  // The first round fills the disk cache.
  const measured = runs.slice(1);
  const ratio = median(measured.map((run) => run.ours / run.without));
  return {
    name: `cold: ${cut.route} without the cut "${cut.name}"`,
    ours: median(measured.map((run) => run.ours)),
    reference: median(measured.map((run) => run.without)),
    unit: 'ms',
    ratio,
    bar: '<= 0.95',
    note: `processor time; it saves ${((1 - ratio) * 100).toFixed(0)} %`,
  };
}
