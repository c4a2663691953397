import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { standIns } from './stand-ins.ts';
import { trims } from './trims.ts';

export const FUNCTIONS = resolve(import.meta.dirname, '..');

/** What CommonJS modules find around them, and what stand-ins load by. */
const SURROUNDINGS = `import { createRequire as makeRequire } from 'node:module';
const require = makeRequire(import.meta.url), requireInstalled = require;
const __filename = import.meta.filename, __dirname = import.meta.dirname;`;

/**
 * Bundles modules and the packages that they use: a process that starts reads a few files instead of a thousand. What is
 * imported lazily is a file of its own.
 * @param output folder of the files, somewhere in `functions/`; whatever is in it goes
 * @returns files that trims.ts names and that were not met
 */
export async function bundle(entryPoints: string[], output: string): Promise<Set<RegExp>> {
  const missed = new Set<RegExp>();
  await rm(output, { recursive: true, force: true });
  await build({
    entryPoints,
    outdir: output,
    absWorkingDir: FUNCTIONS,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    banner: { js: SURROUNDINGS },
    // Native.
    external: ['sharp'],
    // One client instead of seven, each of which is made when the package is imported.
    alias: { '@google-cloud/vision': '@google-cloud/vision/build/src/v1/image_annotator_client.js' },
    plugins: [standIns(output), trims(missed)],
    // Not minified: stack traces are read as they stand.
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'linked',
    logLevel: 'warning',
  });
  return missed;
}
