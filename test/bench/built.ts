/**
 * Parts of the functions, bundled as they are deployed, because removing types from TypeScript costs time and memory too.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle, FUNCTIONS } from '../../functions/bundle/bundle.ts';

const SOURCES = join(FUNCTIONS, 'src');

/** Inside the functions' own folder, where native modules are found. */
const folderOf = (bench: string): string => join(FUNCTIONS, 'lib', `bench-${bench}`);

/**
 * Called once by a bench, before its processes load the parts.
 * @param paths below `src`, from at least two folders
 */
export async function buildParts(bench: string, paths: readonly string[]): Promise<void> {
  await bundle(
    paths.map((path) => join(SOURCES, path)),
    folderOf(bench),
  );
}

/** URL of the folder with a bench's parts. */
export const partsOf = (bench: string): string => pathToFileURL(folderOf(bench)).href;

export const loadPart = <T>(bench: string, path: string): Promise<T> =>
  import(pathToFileURL(join(folderOf(bench), path.replace(/\.ts$/, '.js'))).href) as Promise<T>;
