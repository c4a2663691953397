import { compareKeys } from './key-order.ts';
import { requireDepth, requireKey } from './path.ts';
import { invalid, Refusal } from './refusal.ts';
import { type Landing, resolveServerValue } from './server-value.ts';
import { type Branch, getChild, isBranch, type Leaf, type Present, type Tree } from './tree.ts';

type Dictionary = Record<string, unknown>;
/** Characters of one string, as the product documents it (10 MB). */
const MAX_STRING = 10 * 1024 * 1024;
const INDEX_KEY = /^(0|[1-9]\d*)$/;

/** Takes JSON as clients send it: arrays become maps, nulls and empty maps nothing, server values their result. */
export function treeFromJson(json: unknown, landing: Landing): Tree {
  if (json === null || json === undefined) return null;
  if (typeof json !== 'object') return requireLeaf(json);
  const map = json as Dictionary;
  if ('.sv' in map) return resolveServerValue(map['.sv'], landing);
  if (map['.priority'] != null) throw invalid('priorities are not kept by this server');
  if ('.value' in map) return treeFromJson(map['.value'], landing);
  return branchFromJson(map, landing);
}

function requireLeaf(json: unknown): Leaf {
  if (typeof json === 'string' && json.length > MAX_STRING)
    throw new Refusal('too_big', 'A string exceeds 10 MB');
  return json as Leaf;
}

function branchFromJson(map: Dictionary, { existing, now, depth }: Landing): Tree {
  requireDepth(depth + 1);
  const children = new Map<string, Present>();
  for (const [key, value] of Object.entries(map)) {
    if (key === '.priority') continue;
    requireKey(key);
    const child = treeFromJson(value, { existing: getChild(existing, key), now, depth: depth + 1 });
    if (child !== null) children.set(key, child);
  }
  return children.size === 0 ? null : children;
}

/** As WebSocket clients are told: branches as maps, which every SDK turns into arrays where it should. */
export function jsonMapOf(tree: Tree): unknown {
  return isBranch(tree) ? mapOf(tree, jsonMapOf) : tree;
}

/** As REST answers: branches whose keys are dense indexes as arrays. */
export function jsonOf(tree: Tree): unknown {
  if (!isBranch(tree)) return tree;
  return isDense(tree) ? arrayOf(tree) : mapOf(tree, jsonOf);
}

function mapOf(branch: Branch, convert: (tree: Tree) => unknown): Dictionary {
  // Without a prototype `__proto__` is a key like any other.
  const map: Dictionary = Object.create(null);
  for (const key of [...branch.keys()].sort(compareKeys)) map[key] = convert(branch.get(key) ?? null);
  return map;
}

/** The SDKs' own rule: all keys are indexes, and at least half of the places up to the last are taken. */
function isDense(branch: Branch): boolean {
  let last = 0;
  for (const key of branch.keys()) {
    if (!INDEX_KEY.test(key)) return false;
    last = Math.max(last, Number(key));
  }
  return last < 2 * branch.size;
}

function arrayOf(branch: Branch): unknown[] {
  const array: unknown[] = [];
  for (const [key, child] of branch) array[Number(key)] = jsonOf(child);
  return Array.from(array, (item) => item ?? null);
}
