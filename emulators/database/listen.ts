import type { Caller } from './caller.ts';
import type { Path } from './path.ts';
import { type Query, select } from './query.ts';
import { type Branch, getAt, type Tree } from './tree.ts';
import { partOf, type Write } from './write.ts';

/** An update for one listener. Paths are absolute and at or below the listener's place. */
export type Update =
  | { kind: 'put'; path: Path; value: Tree }
  /** Relative paths, each with its current value. */
  | { kind: 'merge'; path: Path; changes: ReadonlyMap<string, Tree> };

export interface Listen {
  path: Path;
  query?: Query;
  /** Whose permission counts now. */
  caller(): Caller;
  /** Called during the write, before the writer's answer. */
  deliver(update: Update): void;
  /** Called once, when the caller may no longer read. Nothing is delivered after it. */
  revoke(): void;
}

export type Place = Pick<Listen, 'path' | 'query'>;

export const viewOf = (root: Tree, { path, query }: Place): Tree => {
  const tree = getAt(root, path);
  return query ? select(tree, query) : tree;
};

/** What a write changed for one listener; undefined if nothing. */
export function updateOf(listen: Listen, write: Write, before: Tree, after: Tree): Update | undefined {
  if (getAt(before, listen.path) === getAt(after, listen.path)) return undefined;
  return listen.query ? windowUpdate(listen, before, after) : plainUpdate(listen, write, after);
}

function plainUpdate({ path: place }: Listen, write: Write, after: Tree): Update | undefined {
  const part = partOf(write, place);
  if (!part) return undefined;
  const { kind, path, paths } = part;
  if (kind === 'put') return { kind, path, value: getAt(after, path) };
  const changes = paths.map((each) => [each.slice(path.length).join('/'), getAt(after, each)] as const);
  return { kind, path, changes: new Map(changes) };
}

/** Compares a query's window child by child: added, removed and changed children. */
function windowUpdate(listen: Listen, before: Tree, after: Tree): Update | undefined {
  const old = viewOf(before, listen) as Branch | null;
  const now = viewOf(after, listen) as Branch | null;
  const changes = new Map<string, Tree>();
  for (const key of old?.keys() ?? []) if (!now?.has(key)) changes.set(key, null);
  for (const [key, value] of now ?? []) if (old?.get(key) !== value) changes.set(key, value);
  return changes.size === 0 ? undefined : { kind: 'merge', path: listen.path, changes };
}
