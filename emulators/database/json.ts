import { DatabaseError, invalid } from './database-error.ts';
import { compareKeys } from './key-order.ts';
import { requireDepth, requireKey } from './path.ts';
import { type Landing, resolveServerValue } from './server-value.ts';
import {
  branchOf,
  childrenOf,
  getChild,
  isBranch,
  type Leaf,
  leafOf,
  PRIORITY,
  type Present,
  priorityOf,
  type Tree,
  VALUE,
} from './tree.ts';

type Dictionary = Record<string, unknown>;
/** Maximum characters of a string, as documented for the service (10 MB). */
const MAX_STRING = 10 * 1024 * 1024;
const INDEX_KEY = /^(0|[1-9]\d*)$/;

/** Converts JSON from clients: arrays become maps, nulls and empty maps are removed, server values are resolved. */
export function treeFromJson(json: unknown, landing: Landing): Tree {
  if (json === null || json === undefined) return null;
  if (typeof json !== 'object') return requireLeaf(json);
  const map = json as Dictionary;
  if ('.sv' in map) return resolveServerValue(map['.sv'], landing);
  const priority = priorityFromJson(map[PRIORITY], landing);
  if (!(VALUE in map)) return branchFromJson(map, priority, landing);
  const value = treeFromJson(map[VALUE], landing);
  return priority === null ? value : withPriority(value, priority);
}

function withPriority(value: Tree, priority: Leaf): Tree {
  if (value === null) return null;
  return branchOf(new Map([...(isBranch(value) ? value : [[VALUE, value] as const]), [PRIORITY, priority]]));
}

/** A value's priority: `.priority`, or the one written next to a value. */
export function priorityFromJson(json: unknown, { existing, now, depth }: Landing): Leaf | null {
  const priority = treeFromJson(json, { existing: priorityOf(existing), now, depth });
  if (priority === null || typeof priority === 'number' || typeof priority === 'string') return priority;
  throw invalid('a priority is a number, a string or null');
}

function requireLeaf(json: unknown): Leaf {
  if (typeof json === 'string' && json.length > MAX_STRING)
    throw new DatabaseError('too_big', 'A string exceeds 10 MB');
  return json as Leaf;
}

function branchFromJson(map: Dictionary, priority: Leaf | null, { existing, now, depth }: Landing): Tree {
  requireDepth(depth + 1);
  const children = new Map<string, Present>();
  for (const [key, value] of Object.entries(map)) {
    if (key === PRIORITY) continue;
    requireKey(key);
    const child = treeFromJson(value, { existing: getChild(existing, key), now, depth: depth + 1 });
    if (child !== null) children.set(key, child);
  }
  if (priority !== null) children.set(PRIORITY, priority);
  return branchOf(children);
}

/** Form for WebSocket clients: branches as maps, with priorities. */
export function jsonMapOf(tree: Tree): unknown {
  return isBranch(tree) ? mapOf([...tree], jsonMapOf) : tree;
}

/** Form for REST: without priorities; branches whose keys are dense indexes become arrays. */
export function jsonOf(tree: Tree): unknown {
  if (!isBranch(tree)) return tree;
  const leaf = leafOf(tree);
  if (leaf !== null) return leaf;
  const children = childrenOf(tree);
  return isDense(children) ? arrayOf(children, jsonOf) : mapOf(children, jsonOf);
}

/** Like `jsonOf` but with priorities: for `format=export` and files. */
export function exportJsonOf(tree: Tree): unknown {
  if (!isBranch(tree)) return tree;
  if (priorityOf(tree) !== null) return mapOf([...tree], exportJsonOf);
  const children = childrenOf(tree);
  return isDense(children) ? arrayOf(children, exportJsonOf) : mapOf(children, exportJsonOf);
}

type Children = readonly (readonly [key: string, child: Present])[];

function mapOf(children: Children, convert: (tree: Tree) => unknown): Dictionary {
  // Without a prototype `__proto__` is an ordinary key.
  const map: Dictionary = Object.create(null);
  const sorted = [...children].sort(([a], [b]) => compareKeys(a, b));
  for (const [key, child] of sorted) map[key] = convert(child);
  return map;
}

/** The SDKs' rule: all keys are indexes, and at least half of the positions up to the last are used. */
function isDense(children: Children): boolean {
  let last = 0;
  for (const [key] of children) {
    if (!INDEX_KEY.test(key)) return false;
    last = Math.max(last, Number(key));
  }
  return last < 2 * children.length;
}

function arrayOf(children: Children, convert: (tree: Tree) => unknown): unknown[] {
  const array: unknown[] = [];
  for (const [key, child] of children) array[Number(key)] = convert(child);
  return Array.from(array, (item) => item ?? null);
}
