/**
 * Three-way merge of Node-RED flow files, node by node and property by property, for when their lines do not merge:
 * two people who worked on different nodes are in no conflict. Pure.
 */
import { isSameValue, parseFlow, type RawNode } from '../diff/compare-flows.ts';

type Flow = ReadonlyMap<string, RawNode>;

/** The merged file, or undefined where one side is no flow file or both changed the same property differently. */
export function mergeFlows(base: string, ours: string, theirs: string): string | undefined {
  const [b, o, t] = [parseFlow(base), parseFlow(ours), parseFlow(theirs)];
  if (b === undefined || o === undefined || t === undefined) return undefined;
  const nodes = mergeNodes(b, o, t);
  return nodes === undefined ? undefined : format(order(nodes, o, t), ours);
}

/** True for a flow file in which every node has an id of its own. */
export function isSoundFlow(text: string): boolean {
  const nodes = parseFlow(text);
  if (nodes === undefined) return false;
  const value: unknown = text.trim() === '' ? [] : JSON.parse(text);
  return Array.isArray(value) && value.length === nodes.size;
}

function mergeNodes(base: Flow, ours: Flow, theirs: Flow): Map<string, RawNode> | undefined {
  const merged = new Map<string, RawNode>();
  for (const id of new Set([...ours.keys(), ...theirs.keys()])) {
    const outcome = mergeNode(base.get(id), ours.get(id), theirs.get(id));
    if (outcome === 'conflict') return undefined;
    if (outcome !== undefined) merged.set(id, outcome);
  }
  return merged;
}

function mergeNode(base: RawNode | undefined, ours: RawNode | undefined, theirs: RawNode | undefined) {
  if (isSameValue(ours, theirs) || isSameValue(theirs, base)) return ours;
  if (isSameValue(ours, base)) return theirs;
  if (ours === undefined || theirs === undefined || base === undefined) return 'conflict';
  return mergeProperties(base, ours, theirs);
}

function mergeProperties(base: RawNode, ours: RawNode, theirs: RawNode): RawNode | 'conflict' {
  // As a map: `__proto__` is a property like any other here.
  const merged = new Map<string, unknown>();
  for (const key of new Set([...Object.keys(ours), ...Object.keys(theirs)])) {
    const [b, o, t] = [base, ours, theirs].map((node) => (Object.hasOwn(node, key) ? node[key] : undefined));
    const takesOurs = isSameValue(o, t) || isSameValue(t, b);
    if (!takesOurs && !isSameValue(o, b)) return 'conflict';
    const value = takesOurs ? o : t;
    if (value !== undefined) merged.set(key, value);
  }
  return { ...Object.fromEntries(merged), id: ours.id, type: String(merged.get('type')) };
}

/** Our order; nodes that only they have stand behind the node that they stand behind there. */
function order(nodes: Flow, ours: Flow, theirs: Flow): RawNode[] {
  const ids = [...ours.keys()].filter((id) => nodes.has(id));
  let previous: string | undefined;
  for (const id of theirs.keys()) {
    if (nodes.has(id) && !ours.has(id))
      ids.splice(previous === undefined ? 0 : ids.indexOf(previous) + 1, 0, id);
    if (ids.includes(id)) previous = id;
  }
  return ids.flatMap((id) => nodes.get(id) ?? []);
}

/** In the indentation of our own file: the editor writes four blanks, or everything on one line. */
function format(nodes: readonly RawNode[], like: string): string {
  const indent = /\n([ \t]+)\{/.exec(like)?.[1] ?? '';
  const end = /\r?\n$/.exec(like)?.[0] ?? '';
  return JSON.stringify(nodes, undefined, indent) + end;
}
