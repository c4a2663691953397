import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { GitIndex } from '../index/git-index.ts';
import { MODE_SUBMODULE } from '../objects/tree.ts';
import type { Repository } from '../repository.ts';
import { isAbsent } from '../storage/error-code.ts';
import { lstatOptional } from '../storage/lstat-optional.ts';
import { readOptionalText } from '../storage/read-optional.ts';
import { spellsDotGit } from '../validate/require-path.ts';
import { commonRules, enterFolder, type IgnoreRules, isIgnored } from './ignore-rules.ts';

/** Appends to `found` every path that is neither tracked nor ignored, files one by one. */
export function listUntracked(repository: Repository, index: GitIndex, found: string[]): void {
  const tracked = new Set<string>();
  const submodules = new Set<string>();
  const folders = new Set<string>();
  for (const { path, mode } of index.entries) {
    tracked.add(path);
    if (mode === MODE_SUBMODULE) submodules.add(path);
    for (let slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
      const folder = path.slice(0, slash);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  walkFolder({ repository, tracked, submodules, folders, found }, '', commonRules(repository));
}

interface Walk {
  repository: Repository;
  tracked: ReadonlySet<string>;
  submodules: ReadonlySet<string>;
  folders: ReadonlySet<string>;
  found: string[];
}

function walkFolder(walk: Walk, base: string, outer: IgnoreRules): void {
  const entries = listFolder(join(walk.repository.dir, base));
  const has = entries.some((entry) => entry.name === '.gitignore');
  const text = has ? readOptionalText(join(walk.repository.dir, base, '.gitignore')) : undefined;
  const rules = text === undefined ? outer : enterFolder(outer, base, text);
  for (const entry of entries) {
    const path = base + entry.name;
    if (spellsDotGit(entry.name)) continue;
    if (entry.isDirectory()) walkInner(walk, path, rules);
    else if (!walk.tracked.has(path) && isListable(entry) && !isIgnored(rules, path, false))
      walk.found.push(path);
  }
}

const isListable = (entry: Dirent): boolean => entry.isFile() || entry.isSymbolicLink();

function walkInner(walk: Walk, path: string, rules: IgnoreRules): void {
  if (walk.submodules.has(path)) return;
  // git does not look into an ignored folder, not even beside files in it that are tracked.
  if (isIgnored(rules, path, true)) return;
  // A repository inside this one that is no submodule is shown as one path, never entered.
  if (!walk.folders.has(path) && lstatOptional(join(walk.repository.dir, path, '.git')) !== undefined)
    walk.found.push(`${path}/`);
  else walkFolder(walk, `${path}/`, rules);
}

function listFolder(path: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}
