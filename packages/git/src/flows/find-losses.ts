/**
 * Checks the result of a merge by lines. Lines repeat in a flow file, and git may take the change of one node for that of
 * another: the text can be a valid flow and yet contain neither side's work. Pure.
 */
import type { Flow, FlowNode } from './flow.ts';
import { mergeNode, mergeProperty } from './merge-node.ts';
import { isSameJson } from './same-json.ts';

/** Ids of nodes that are not the result of both sides' changes. A property that both changed may have any value. */
export function findLosses(merged: Flow, base: Flow, ours: Flow, theirs: Flow): string[] {
  const ids = new Set([...merged.keys(), ...base.keys(), ...ours.keys(), ...theirs.keys()]);
  return [...ids].filter((id) => isLost(merged.get(id), base.get(id), ours.get(id), theirs.get(id)));
}

type Node = FlowNode | undefined;

function isLost(merged: Node, base: Node, ours: Node, theirs: Node): boolean {
  if (ours === undefined || theirs === undefined || merged === undefined) {
    const expected = mergeNode(base, ours, theirs);
    return expected === 'conflict' || !isSameNode(merged, expected);
  }
  const nodes = [merged, ours, theirs];
  const keys = new Set(nodes.flatMap(({ properties }) => [...properties.keys()]));
  return [...keys].some((key) => {
    const expected = mergeProperty(key, base, ours, theirs);
    return (
      expected !== 'conflict' && !isList(merged, key) && !isSameJson(merged.properties.get(key), expected)
    );
  });
}

/** Members of a group are compared in any order. */
const isList = (node: FlowNode, key: string): boolean => key === 'nodes' && node.type === 'group';

function isSameNode(a: Node, b: Node): boolean {
  if (a === undefined || b === undefined) return a === b;
  const keys = new Set([...a.properties.keys(), ...b.properties.keys()]);
  return [...keys].every((key) => isList(b, key) || isSameJson(a.properties.get(key), b.properties.get(key)));
}
