/**
 * Clients that only some routes need are loaded at their first use, not with the routes of a function.
 * @covers Cold start: which clients no function loads before they are used
 */
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { build, type Metafile } from 'esbuild';
import { bundleOptions, FUNCTIONS } from '../../functions/bundle/bundle.ts';

const LATER = /\/(firebase-admin\/lib\/(esm\/)?auth|@google-cloud\/(storage|vision))\//;
const DATABASE = /\/@firebase\/database-compat\//;

let outputs: Metafile['outputs'];

beforeAll(async () => {
  const options = bundleOptions([join(FUNCTIONS, 'src/index.ts')], join(FUNCTIONS, 'lib'));
  outputs = (await build({ ...options, write: false, metafile: true })).metafile.outputs;
}, 60_000);

test.each([
  ['monitor', [LATER]],
  ['dataset', [LATER, DATABASE]],
  ['image', [LATER]],
  ['service-git', [LATER, DATABASE, /firestore/]],
] as const)('routes of %s', (name, later) => {
  const loaded = [...filesOf(`src/${name}/routes.ts`)].flatMap((file) =>
    Object.keys(outputs[file]?.inputs ?? {}),
  );
  expect(loaded.some((path) => path.endsWith(`/${name}/routes.ts`))).toBe(true);
  expect(loaded.filter((path) => later.some((pattern) => pattern.test(path)))).toEqual([]);
});

/** The file with that module and all that it imports, but for lazy imports. */
function filesOf(entryPoint: string): Set<string> {
  const [file = ''] = Object.entries(outputs).find(([, each]) => each.entryPoint === entryPoint) ?? [];
  const files = new Set([file]);
  for (const each of files)
    for (const { path, kind } of outputs[each]?.imports ?? [])
      if (kind === 'import-statement') files.add(path);
  return files;
}
