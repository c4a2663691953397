import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { CUTS, type Cut } from './cuts.ts';
import { patches } from './patches.ts';
import { readVersion } from './read-version.ts';
import { shims } from './shims.ts';

export const FUNCTIONS = resolve(import.meta.dirname, '..');

/** Globals of CommonJS modules, and the function with which shims load modules. */
const SURROUNDINGS = `import { createRequire as makeRequire } from 'node:module';
const require = makeRequire(import.meta.url), requireInstalled = require;
const __filename = import.meta.filename, __dirname = import.meta.dirname;`;

/**
 * Bundles modules with their packages, so that a starting process reads a few files instead of a thousand. Each lazy import
 * becomes a separate file.
 * @param output folder of the files, below `functions/`; its old content is deleted
 * @param cuts to apply
 * @returns files that cuts.ts names but the build did not load
 */
export async function bundle(
  entryPoints: string[],
  output: string,
  cuts: readonly Cut[] = CUTS,
): Promise<Set<RegExp>> {
  const missed = new Set<RegExp>();
  await rm(output, { recursive: true, force: true });
  await build(bundleOptions(entryPoints, output, cuts, missed));
  return missed;
}

/** @param missed receives what `bundle` returns */
export function bundleOptions(
  entryPoints: string[],
  output: string,
  cuts: readonly Cut[] = CUTS,
  missed = new Set<RegExp>(),
): BuildOptions {
  return {
    entryPoints,
    outdir: output,
    absWorkingDir: FUNCTIONS,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    banner: { js: SURROUNDINGS },
    define: { 'process.env.SIGHTLINE_VERSION': JSON.stringify(readVersion()) },
    // Native code cannot be bundled.
    external: ['sharp'],
    alias: Object.assign({}, ...cuts.map((cut) => cut.alias)),
    plugins: [
      shims(
        output,
        cuts.flatMap((cut) => cut.shims ?? []),
      ),
      patches(
        missed,
        cuts.flatMap((cut) => cut.patches ?? []),
        cuts.flatMap((cut) => cut.protocols ?? []),
      ),
    ],
    // Not minified, so that stack traces are readable.
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'linked',
    logLevel: 'warning',
  };
}
