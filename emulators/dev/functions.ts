/** The functions of `npm run dev`: bundled again when their sources change, in a folder of their own beside `lib/`. */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { context } from 'esbuild';
import { bundleOptions, FUNCTIONS } from '../../functions/bundle/bundle.ts';
import { FUNCTION_NAMES, type FunctionName } from '../stack/function.ts';

export interface DevFunctions {
  /** For the stack's `directory`. */
  directory: string;
  /** @returns the functions whose code has changed. @throws esbuild's BuildFailure; then the files are as they were */
  rebuild(): Promise<FunctionName[]>;
  close(): Promise<void>;
}

/** Not `functions/lib`, which `npm test` and `npm run build` may replace at any time. */
const DIRECTORY = join(FUNCTIONS, '.dev');
const OUTPUT = join(DIRECTORY, 'lib');
const ENTRIES = ['index', 'isolated'].map((name) => join(FUNCTIONS, `src/${name}.ts`));

export async function openFunctions(): Promise<DevFunctions> {
  await rm(DIRECTORY, { recursive: true, force: true });
  // Node's compile cache is used where there is a folder for it (functions/src/compile-cache.ts).
  await mkdir(join(OUTPUT, 'compile-cache'), { recursive: true });
  await writeFile(join(DIRECTORY, 'package.json'), '{"type":"module","main":"lib/index.js"}\n');
  const options = bundleOptions(ENTRIES, OUTPUT, []);
  // Packages are loaded from node_modules: without them a bundle takes a tenth of the time.
  const bundle = await context({ ...options, packages: 'external', metafile: true, logLevel: 'silent' });
  const known = new Map<FunctionName, string>();
  const rebuild = async () => {
    const { metafile } = await bundle.rebuild();
    const index = await readFile(join(OUTPUT, 'index.js'), 'utf8');
    const files = Object.entries(metafile?.outputs ?? {}).flatMap(([path, { entryPoint }]) =>
      entryPoint ? [{ name: basename(path), source: entryPoint }] : [],
    );
    const code = FUNCTION_NAMES.map((name) => [name, codeOf(name, index, files)] as const);
    const changed = code.filter(([name, text]) => known.get(name) !== text);
    for (const [name, text] of changed) known.set(name, text);
    return changed.map(([name]) => name);
  };
  return { directory: DIRECTORY, rebuild, close: () => bundle.dispose() };
}

interface LazyFile {
  /** With a hash of everything that it loads. */
  name: string;
  /** For example `src/dataset/routes.ts`. */
  source: string;
}

/**
 * What a function runs: `index.js` names all files with their hashes; those that only other functions load count without.
 * @param files that `index.js` may load
 */
function codeOf(name: FunctionName, index: string, files: readonly LazyFile[]): string {
  const others = files.filter(({ source }) => {
    const owners = ownersOf(source);
    return owners.length > 0 && !owners.includes(name);
  });
  return others.reduce((text, { name: file, source }) => text.replaceAll(file, source), index);
}

/** None for what all functions load, such as the router. */
function ownersOf(source: string): FunctionName[] {
  const [, owner] = /^src\/(?:follow-)?([\w-]+?)(?:\/routes)?\.ts$/.exec(source) ?? [];
  return owner === undefined ? [] : FUNCTION_NAMES.filter((name) => name.startsWith(owner));
}
