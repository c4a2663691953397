/** Runs the builds whose sources have changed since, before `npm start` and `npm test`. Takes their names; without any, all. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '..');

/** By npm script. The lock files stand for packages. */
const BUILDS = {
  build: {
    output: 'functions/lib',
    sources: ['functions/{src,bundle}/**', 'functions/package*.json', 'packages/*/src/**', 'package.json'],
  },
  'build:site': {
    output: '.hosting',
    sources: [
      ...['web/**', 'client/src/**', 'packages/*/src/**', 'tools/openapi/**', 'openapi.yaml'],
      'package*.json',
    ],
  },
};
const asked = process.argv.slice(2);

/** Names and contents of all files, because times say nothing after a checkout. */
function hashOf(patterns: readonly string[]): string {
  const files = globSync(patterns, { cwd: ROOT, withFileTypes: true }).filter((each) => each.isFile());
  const hash = createHash('sha256');
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).sort())
    hash.update(`${path}\0`).update(readFileSync(path)).update('\0');
  return hash.digest('hex');
}

for (const [script, { output, sources }] of Object.entries(BUILDS)) {
  if (asked.length > 0 && !asked.includes(script)) continue;
  // In the output itself: a build by hand replaces it, and leaves none.
  const note = join(ROOT, output, '.sources');
  const now = hashOf(sources);
  if (readIfThere(note) === now) continue;
  console.log(`npm run ${script}: its sources have changed`);
  const { status } = spawnSync('npm', ['run', '-s', script], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(note, now);
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
