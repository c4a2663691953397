/** Which nodes merge automatically, and which need a person's decision. Pure. */
import type { FlowNode } from './flow.ts';
import { listAt } from './list-at.ts';
import { mergeNode } from './merge-node.ts';
import type { Sides } from './sides.ts';

export interface MergedNodes {
  merged: Map<string, FlowNode>;
  conflicts: Set<string>;
}

/**
 * Nodes that both sides changed differently are in conflict, and nodes that need one that is removed or may be removed by a
 * choice: no choice ever leaves a dangling reference.
 */
export function findConflicts(sides: Sides): MergedNodes {
  const found: MergedNodes = { merged: new Map(), conflicts: new Set() };
  const ids = new Set([...sides.base.keys(), ...sides.ours.keys(), ...sides.theirs.keys()]);
  for (const id of ids) {
    const outcome = mergeNode(sides.base.get(id), sides.ours.get(id), sides.theirs.get(id));
    if (outcome === 'conflict') found.conflicts.add(id);
    else if (outcome !== undefined) found.merged.set(id, outcome);
  }
  const mayBeAbsent = (id: string): boolean => !found.merged.has(id) && isMissingOnASide(sides, id);
  spread(found, sides, [...ids].filter(mayBeAbsent));
  return found;
}

const isMissingOnASide = (sides: Sides, id: string): boolean => !sides.ours.has(id) || !sides.theirs.has(id);

/** From each node that may be missing to the nodes that need it, transitively. */
function spread({ merged, conflicts }: MergedNodes, sides: Sides, absent: string[]): void {
  const dependents = dependentsOf(merged, sides);
  for (let id = absent.pop(); id !== undefined; id = absent.pop())
    for (const dependent of dependents.get(id) ?? []) {
      if (!merged.delete(dependent)) continue;
      conflicts.add(dependent);
      if (isMissingOnASide(sides, dependent)) absent.push(dependent);
    }
}

function dependentsOf(merged: ReadonlyMap<string, FlowNode>, sides: Sides): Map<string, string[]> {
  const dependents = new Map<string, string[]>();
  for (const node of merged.values())
    for (const id of sides.needsOf(node)) listAt(dependents, id).push(node.id);
  return dependents;
}
