/** All suites, which of them a run has, and what must be built for them. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { LEFT_OUT } from '../tiers.ts';

export const ROOT = resolve(import.meta.dirname, '../..');

/** `change`: what every change must pass. `rest`: what it leaves out. */
export type Tier = 'change' | 'rest' | 'all';

/** Paths from the root of the project. */
export const allSuites = (): string[] => globSync('test/**/*.test.ts', { cwd: ROOT }).sort();

const leftOut: ReadonlySet<string> = new Set(LEFT_OUT.flatMap(({ suites }) => suites));

export const tierOf = (suite: string): Exclude<Tier, 'all'> => (leftOut.has(suite) ? 'rest' : 'change');

export const suitesOf = (tier: Tier): string[] =>
  allSuites().filter((suite) => tier === 'all' || tier === tierOf(suite));

/** As jest takes its arguments: expressions of which one is somewhere in the path. */
export function suitesLike(patterns: readonly string[]): string[] {
  const expressions = patterns.map((each) => new RegExp(each, 'i'));
  return allSuites().filter((suite) => expressions.some((each) => each.test(join(ROOT, suite))));
}

/** They serve the pages that `npm run build:site` makes. */
const SERVES_PAGES = ['test/console/stage.ts', 'test/support/launch-stack.ts'];
const IMPORT = /(?:from|import\()\s*'(\.[^']+\.ts)'/g;

/** Whether a suite needs the built pages: whether it imports, however far away, what serves them. */
export function needsPages(suite: string): boolean {
  const found = new Set<string>();
  const open = [suite];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (SERVES_PAGES.includes(file)) return true;
    if (found.has(file)) continue;
    found.add(file);
    // Product code serves no pages.
    if (/^(test|emulators)\//.test(file)) open.push(...importsOf(file));
  }
  return false;
}

const imports = new Map<string, string[]>();

function importsOf(file: string): string[] {
  const known = imports.get(file);
  if (known) return known;
  // Some suites quote imports of files that they write.
  const text = existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : '';
  const paths = [...text.matchAll(IMPORT)].map(([, path]) =>
    relative(ROOT, resolve(ROOT, dirname(file), path!)),
  );
  imports.set(file, paths);
  return paths;
}
