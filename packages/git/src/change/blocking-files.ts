/** Finds untracked files in places where a change is about to write. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { lstatOptional } from '../storage/lstat-optional.ts';

/**
 * @param added paths that the change adds to the index
 * @param isTracked whether the index has a path
 */
export function findBlockingFiles(
  dir: string,
  added: readonly string[],
  isTracked: (path: string) => boolean,
): string[] {
  const found = new Set<string>();
  for (const path of added) for (const each of filesAt(dir, path)) if (!isTracked(each)) found.add(each);
  return [...found];
}

/** The file at the path or at one of its parents; for a folder, everything in it. */
function filesAt(dir: string, path: string): string[] {
  for (let slash = path.indexOf('/'); slash > 0; slash = path.indexOf('/', slash + 1)) {
    const found = lstatOptional(join(dir, path.slice(0, slash)));
    if (found === undefined) return [];
    if (!found.isDirectory()) return [path.slice(0, slash)];
  }
  const found = lstatOptional(join(dir, path));
  if (found === undefined) return [];
  return found.isDirectory() ? filesIn(dir, path) : [path];
}

function filesIn(dir: string, folder: string): string[] {
  return readdirSync(join(dir, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(dir, path) : [path];
  });
}
