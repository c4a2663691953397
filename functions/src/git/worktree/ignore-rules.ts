/** Which untracked paths git would not show: `.gitignore` of each folder, `info/exclude`, and the user's own file. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { withoutMark } from '../blank.ts';
import { expandPath } from '../config/read-config.ts';
import type { Repository } from '../repository.ts';
import { readOptionalText } from '../storage/read-optional.ts';
import { bytesOf, type Pattern, parsePattern } from './pattern.ts';

/** Rules of one folder and, behind them, those of its parents. */
export interface IgnoreRules {
  /** Folder that the patterns are relative to: '' or ending in a slash. */
  base: string;
  patterns: readonly Pattern[];
  outer: IgnoreRules | undefined;
}

const patternsOf = (text: string): Pattern[] =>
  withoutMark(text)
    .split('\n')
    .map(parsePattern)
    .filter((pattern) => pattern !== undefined);

/** The rules that hold for the whole repository. */
export function commonRules(repository: Repository): IgnoreRules {
  const configured = repository.config.get('core.excludesfile');
  const xdg = process.env.XDG_CONFIG_HOME || join(homedir(), '.config');
  const path = configured === undefined ? join(xdg, 'git', 'ignore') : expandPath(configured, repository.dir);
  const user: IgnoreRules = {
    base: '',
    patterns: patternsOf(readOptionalText(path) ?? ''),
    outer: undefined,
  };
  const exclude = readOptionalText(join(repository.commondir, 'info', 'exclude')) ?? '';
  return { base: '', patterns: patternsOf(exclude), outer: user };
}

/** The rules inside a folder. @param text of its `.gitignore`. */
export const enterFolder = (outer: IgnoreRules, base: string, text: string): IgnoreRules => ({
  base,
  patterns: patternsOf(text),
  outer,
});

/** Judges one name, given that none of its parents is ignored. */
export function isIgnored(rules: IgnoreRules, path: string, isFolder: boolean): boolean {
  for (let level: IgnoreRules | undefined = rules; level !== undefined; level = level.outer) {
    const relative = bytesOf(path.slice(level.base.length));
    const found = level.patterns.findLast(
      (pattern) => (isFolder || !pattern.onlyFolders) && pattern.matches.test(relative),
    );
    if (found !== undefined) return !found.isNegated;
  }
  return false;
}

/** Judges one path with all its parents, without looking at anything else. */
export function isPathIgnored(repository: Repository, path: string, isFolder = false): boolean {
  let rules = commonRules(repository);
  const parts = path.split('/');
  for (let depth = 0; depth < parts.length; depth++) {
    const base = parts
      .slice(0, depth)
      .map((part) => `${part}/`)
      .join('');
    const text = readOptionalText(`${repository.dir}/${base}.gitignore`);
    if (text !== undefined) rules = enterFolder(rules, base, text);
    if (isIgnored(rules, base + parts[depth], isFolder || depth < parts.length - 1)) return true;
  }
  return false;
}
