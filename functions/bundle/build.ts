/** `npm run build`: builds `lib/`, the code of the deployed functions. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { bundle, FUNCTIONS } from './bundle.ts';

const output = join(FUNCTIONS, 'lib');
const entryPoints = ['index', 'isolated', 'fill-compile-cache'].map((name) =>
  join(FUNCTIONS, `src/${name}.ts`),
);
const missed = await bundle(entryPoints, output);
if (missed.size > 0)
  throw new Error(`Not found, see functions/bundle/cuts.ts: ${Array.from(missed, String).join(', ')}`);
spawnSync(process.execPath, [join(output, 'fill-compile-cache.js')], {
  stdio: ['ignore', 'ignore', 'inherit'],
});
