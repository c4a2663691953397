import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const REPOSITORY = resolve(import.meta.dirname, '../..');

/** Files that a file imports, lazily or not, types or not: paths from the top of the repository. */
export function readImports(file: string): Set<string> {
  const text = readFileSync(join(REPOSITORY, file), 'utf8');
  const found = text.matchAll(/(?:\bfrom |\bimport\()'(\.[^']+)'/g);
  return new Set([...found].map(([, path]) => join(dirname(file), path as string)));
}
