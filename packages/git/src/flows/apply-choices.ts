/** Applies a person's choices to a merge. Pure. */

import type { MergedNodes } from './find-conflicts.ts';
import { type FlowNode, isTab, textOf } from './flow.ts';
import { listAt } from './list-at.ts';
import type { Side, Sides } from './sides.ts';

export type Choices = Readonly<Record<string, Side>>;

/**
 * Each node in conflict becomes its version on the chosen side, together with what it needs there: a tab comes back with
 * everything that was removed with it. If choices contradict each other, more is kept rather than less.
 * @param choices one for each conflict
 */
export function applyChoices(
  { merged, conflicts }: MergedNodes,
  sides: Sides,
  choices: Choices,
): Map<string, FlowNode> {
  const nodes = new Map(merged);
  const chosen = [...conflicts].flatMap((id) => {
    const side = choices[id] ?? 'ours';
    const node = sides[side].get(id);
    return node === undefined ? [] : [{ node, side }];
  });
  for (const { node } of chosen) nodes.set(node.id, node);
  bringBack(nodes, chosen, sides, conflicts);
  return nodes;
}

interface Placed {
  node: FlowNode;
  side: Side;
}

function bringBack(
  nodes: Map<string, FlowNode>,
  placed: Placed[],
  sides: Sides,
  conflicts: ReadonlySet<string>,
): void {
  const contents = { ours: contentsOf(sides, 'ours'), theirs: contentsOf(sides, 'theirs') };
  for (let next = placed.pop(); next !== undefined; next = placed.pop()) {
    const { node, side } = next;
    const inside = (contents[side].get(node.id) ?? []).filter((id) => !conflicts.has(id));
    for (const id of [...sides.needsOf(node), ...inside]) {
      const needed = nodes.has(id) ? undefined : sides[side].get(id);
      if (needed === undefined) continue;
      nodes.set(id, needed);
      placed.push({ node: needed, side });
    }
  }
}

/** Everything on the tabs, subflows and groups that only this side has. */
function contentsOf(sides: Sides, side: Side): Map<string, string[]> {
  const other = sides[side === 'ours' ? 'theirs' : 'ours'];
  const contents = new Map<string, string[]>();
  for (const node of sides[side].values())
    for (const owner of [textOf(node, 'z'), textOf(node, 'g')]) {
      const container = other.has(owner) ? undefined : sides[side].get(owner);
      if (container === undefined || !(isTab(container) || container.type === 'group')) continue;
      listAt(contents, owner).push(node.id);
    }
  return contents;
}
