/** The folders to watch for changes of a project. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A project with more folders is watched in part: git's own folders, and the first ones of its own. */
const MOST_FOLDERS = 400;
/** Large, and never part of the history. */
const SKIPPED = new Set(['.git', 'node_modules']);

export function watchedFolders(directory: string, gitdir: string): string[] {
  const refs = foldersUnder(join(gitdir, 'refs'), MOST_FOLDERS);
  const tree = foldersUnder(directory, MOST_FOLDERS);
  return [...new Set([gitdir, ...refs, ...tree])];
}

function foldersUnder(root: string, most: number): string[] {
  const found = [root];
  for (let at = 0; at < found.length && found.length < most; at++)
    for (const name of subfolders(found[at] ?? root)) found.push(join(found[at] ?? root, name));
  return found.slice(0, most);
}

function subfolders(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !SKIPPED.has(entry.name))
      .map((entry) => entry.name);
  } catch {
    return [];
  }
}
