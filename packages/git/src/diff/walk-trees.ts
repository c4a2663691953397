/** Compares two trees through the running cat-file process: starting another one takes milliseconds. */
import { readTree } from '../process/cat-file.ts';
import { decodePath } from '../process/records.ts';
import type { Repository } from '../repository.ts';
import type { PathChange, TreeEntry } from './parse-raw.ts';

/** Maximum trees, and bytes of each (about 1,500 files): above these limits git is faster and takes less memory. */
const MOST_TREES = 100;
const LARGEST_TREE = 64 * 1_024;
const HASH = 20;
const [SPACE, NUL] = [32, 0];
const FOLDER = '040000';
const NOTHING: Entries = new Map();

/** Entries of a tree, by their names as bytes in Latin-1. */
type Entries = ReadonlyMap<string, TreeEntry>;

/** Two trees of one path. Null: that side has no folder there. */
interface Pair {
  path: string;
  before: string | null;
  after: string | null;
}

/**
 * Paths that differ, by their bytes, without rename detection.
 * @param from,to of commits or trees
 * @returns null if too many trees would have to be read, or one is too large or cannot be read
 * @throws GitFault `git_unsupported_name`
 */
export async function walkTrees(
  repository: Repository,
  from: string,
  to: string,
): Promise<PathChange[] | null> {
  const changes: PathChange[] = [];
  let level: Pair[] = [{ path: '', before: `${from}^{tree}`, after: `${to}^{tree}` }];
  for (let read = 0; level.length > 0; ) {
    read += 2 * level.length;
    if (read > MOST_TREES) return null;
    const found = await Promise.all(level.map((pair) => comparePair(repository, pair)));
    level = [];
    for (const compared of found) {
      if (compared === null) return null;
      changes.push(...compared.changes);
      level.push(...compared.folders);
    }
  }
  return changes
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .map((change) => ({ ...change, path: decodePath(Buffer.from(change.path, 'latin1')) }));
}

/** The files that differ, and the folders whose trees do. Null if one of both trees cannot be read. */
async function comparePair(
  repository: Repository,
  pair: Pair,
): Promise<{ changes: PathChange[]; folders: Pair[] } | null> {
  const [old, now] = await Promise.all([
    readEntries(repository, pair.before),
    readEntries(repository, pair.after),
  ]);
  if (!old || !now) return null;
  const changes: PathChange[] = [];
  const folders: Pair[] = [];
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [before = null, after = null] = [old.get(name), now.get(name)];
    if (before?.oid === after?.oid && before?.mode === after?.mode) continue;
    const path = pair.path + name;
    const inside = { before: treeOf(before), after: treeOf(after) };
    if (inside.before || inside.after) folders.push({ path: `${path}/`, ...inside });
    const sides = { before: inside.before ? null : before, after: inside.after ? null : after };
    if (sides.before || sides.after) changes.push({ path, letter: letterOf(sides), ...sides });
  }
  return { changes, folders };
}

const treeOf = (entry: TreeEntry | null): string | null => (entry?.mode === FOLDER ? entry.oid : null);

function letterOf({ before, after }: Pick<PathChange, 'before' | 'after'>): string {
  if (!before) return 'A';
  if (!after) return 'D';
  return before.mode.slice(0, 3) === after.mode.slice(0, 3) ? 'M' : 'T';
}

async function readEntries(repository: Repository, tree: string | null): Promise<Entries | null> {
  if (tree === null) return NOTHING;
  const bytes = await readTree(repository, tree, LARGEST_TREE);
  if (bytes === null) return null;
  const entries = new Map<string, TreeEntry>();
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(SPACE, at);
    const end = bytes.indexOf(NUL, space);
    const next = end + 1 + HASH;
    const name = bytes.toString('latin1', space + 1, end);
    // What is malformed is for git to judge.
    if (space < at || end < space || next > bytes.length || entries.has(name)) return null;
    const oid = bytes.toString('hex', end + 1, next);
    entries.set(name, { mode: usualMode(bytes.toString('latin1', at, space)), oid });
    at = next;
  }
  return entries;
}

/** As git reads it: old programs wrote others. */
function usualMode(octal: string): string {
  const mode = Number.parseInt(octal, 8);
  const kind = mode & 0o170000;
  if (kind === 0o100000) return mode & 0o100 ? '100755' : '100644';
  if (kind === 0o120000) return '120000';
  return kind === 0o040000 ? FOLDER : '160000';
}
