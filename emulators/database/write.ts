import { invalid } from './database-error.ts';
import { priorityFromJson, treeFromJson } from './json.ts';
import { formatPath, isWithin, nodeOf, type Path, parsePath, requireDepth } from './path.ts';
import { getAt, PRIORITY, setAt, type Tree } from './tree.ts';

/** One atomic write: a put replaces `path`; a merge replaces each of its entries below `path`. */
export interface Write {
  kind: 'put' | 'merge';
  path: Path;
  /** Absolute paths, none within another. */
  entries: readonly { path: Path; json: unknown }[];
}

export function putOf(path: Path, json: unknown): Write {
  return { kind: 'put', path, entries: [{ path, json }] };
}

/** @param changes relative paths (`a` or `a/b/c`) to new values. Throws `invalid_data` if paths overlap. */
export function mergeOf(path: Path, changes: unknown): Write {
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) {
    throw invalid('a merge needs a map of paths to values');
  }
  const entries = Object.entries(changes).map(([key, json]) => ({ path: [...path, ...relative(key)], json }));
  requireApart(entries.map((entry) => entry.path));
  return { kind: 'merge', path, entries };
}

function relative(text: string): Path {
  const path = parsePath(text);
  if (path.length === 0) throw invalid('a merge has an empty path');
  return path;
}

function requireApart(paths: readonly Path[]): void {
  const texts = paths.map((path) => `${formatPath(path)}/`).sort();
  texts.forEach((text, at) => {
    if (texts[at + 1]?.startsWith(text))
      throw invalid(`path ${text} is an ancestor of another in the same merge`);
  });
}

/** The tree after the write. `now`: milliseconds, for server timestamps. */
export function applyWrite(tree: Tree, write: Write, now: number): Tree {
  return write.entries.reduce((after, { path, json }) => {
    requireDepth(path.length);
    const landing = { existing: getAt(tree, nodeOf(path)), now, depth: path.length };
    const isPriority = path.at(-1) === PRIORITY;
    return setAt(after, path, isPriority ? priorityFromJson(json, landing) : treeFromJson(json, landing));
  }, tree);
}

/** What a listener of `place` sees of a write; undefined if the write is elsewhere. */
export function partOf(
  write: Write,
  place: Path,
): (Pick<Write, 'kind' | 'path'> & { paths: Path[] }) | undefined {
  const paths = write.entries.map((entry) => entry.path);
  if (paths.some((path) => isWithin(place, path))) return { kind: 'put', path: place, paths: [place] };
  const inside = paths.filter((path) => isWithin(path, place));
  if (inside.length === 0) return undefined;
  return { kind: write.kind, path: isWithin(write.path, place) ? write.path : place, paths: inside };
}
