/**
 * Parts of the functions, bundled as they are deployed, because removing types from TypeScript costs time and memory too.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { bundleOptions, FUNCTIONS } from '../../functions/bundle/bundle.ts';

const SOURCES = join(FUNCTIONS, 'src');

/** Inside the functions' own folder, where native modules are found. */
const folderOf = (bench: string): string => join(FUNCTIONS, 'lib', `bench-${bench}`);

/**
 * Called once by a bench, before its processes load the parts.
 * @param paths below `src`; or from there to `packages/`
 */
export async function buildParts(bench: string, paths: readonly string[]): Promise<void> {
  const entries = paths.map((path) => join(SOURCES, path));
  await rm(folderOf(bench), { recursive: true, force: true });
  await build({ ...bundleOptions(entries, folderOf(bench)), outbase: SOURCES });
}

/** URL of the folder with a bench's parts. */
export const partsOf = (bench: string): string => pathToFileURL(folderOf(bench)).href;

export const loadPart = <T>(bench: string, path: string): Promise<T> =>
  import(pathToFileURL(join(folderOf(bench), fileOf(path))).href) as Promise<T>;

/** What leads out of `src` has a name of its own. */
const fileOf = (path: string): string => path.replaceAll('../', '_.._/').replace(/\.ts$/, '.js');
