import type { Caller } from './caller.ts';
import type { Path } from './path.ts';
import { type Query, select } from './query.ts';
import { type Branch, getAt, type Tree } from './tree.ts';
import { partOf, type Write } from './write.ts';

/** News for one listener. Paths are absolute and never above the place that it listens to. */
export type Update =
  | { kind: 'put'; path: Path; value: Tree }
  /** Relative paths, each with what stands there now. */
  | { kind: 'merge'; path: Path; changes: ReadonlyMap<string, Tree> };

export interface Listen {
  path: Path;
  query?: Query;
  /** Whose permission counts, as it is now. */
  caller(): Caller;
  /** Called within the write, so before the writer's own answer. */
  deliver(update: Update): void;
  /** Called once, when the caller may no longer read: nothing is delivered after it. */
  revoke(): void;
}

export const viewOf = (root: Tree, { path, query }: Pick<Listen, 'path' | 'query'>): Tree => {
  const tree = getAt(root, path);
  return query ? select(tree, query) : tree;
};

/** What a write changed for one listener; undefined: nothing. */
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

/** A query's window is compared child by child: what enters, leaves and changes. */
function windowUpdate(listen: Listen, before: Tree, after: Tree): Update | undefined {
  const old = viewOf(before, listen) as Branch | null;
  const now = viewOf(after, listen) as Branch | null;
  const changes = new Map<string, Tree>();
  for (const key of old?.keys() ?? []) if (!now?.has(key)) changes.set(key, null);
  for (const [key, value] of now ?? []) if (old?.get(key) !== value) changes.set(key, value);
  return changes.size === 0 ? undefined : { kind: 'merge', path: listen.path, changes };
}
