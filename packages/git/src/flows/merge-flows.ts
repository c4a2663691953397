/**
 * Three-way merge of Node-RED flow files, by node and property (Contract 7). JSON is merged as text: a number keeps all its
 * digits. Pure.
 */
import { applyChoices, type Choices } from './apply-choices.ts';
import { findConflicts } from './find-conflicts.ts';
import { type FlowNode, isTab, labelOf, parseFlow, textOf } from './flow.ts';
import { agreeGroups } from './groups.ts';
import { orderNodes } from './order-nodes.ts';
import { Sides } from './sides.ts';
import { writeFlow } from './write-flow.ts';

/** A node that needs a person's decision. */
export interface FlowConflict {
  node: string;
  type: string;
  /** Label of the node's tab or subflow; null if it is on none. */
  tab: string | null;
  /** The node's JSON on each side; null if it was removed. */
  ours: string | null;
  theirs: string | null;
}

/** Without conflicts a failed merge means that a side is not a flow file. */
export type FlowMerge = { ok: true; text: string } | { ok: false; conflicts: FlowConflict[] };

/**
 * @param base the common ancestor; null if both sides added the file
 * @param choices a side for each node in conflict; others are ignored. The node becomes its version on that side, with
 *   everything it needs there
 * @returns the merged file in the layout of `ours`, or the conflicts without a choice
 */
export function mergeFlows(
  base: string | null,
  ours: string,
  theirs: string,
  choices: Choices = {},
): FlowMerge {
  const [was, mine, other] = [base ?? '', ours, theirs].map(parseFlow);
  if (was === undefined || mine === undefined || other === undefined) return { ok: false, conflicts: [] };
  const sides = new Sides(was, mine, other);
  const found = findConflicts(sides);
  const open = [...found.conflicts].filter((id) => !Object.hasOwn(choices, id));
  if (open.length > 0) return { ok: false, conflicts: open.map((id) => describe(sides, id)) };
  const nodes = agreeGroups(applyChoices(found, sides, choices), sides.mismatches);
  const ids = orderNodes(new Set(nodes.keys()), was, mine, other);
  const merged = ids.flatMap((id) => nodes.get(id) ?? []);
  return { ok: true, text: writeFlow(merged, ours, theirs) };
}

function describe(sides: Sides, id: string): FlowConflict {
  const [ours, theirs] = [sides.ours.get(id), sides.theirs.get(id)];
  const node = ours ?? theirs;
  return {
    node: id,
    type: node?.type ?? '',
    tab: node === undefined ? null : tabLabel(sides, node),
    ours: ours?.json.text ?? null,
    theirs: theirs?.json.text ?? null,
  };
}

function tabLabel(sides: Sides, node: FlowNode): string | null {
  const id = isTab(node) ? '' : textOf(node, 'z');
  const tab = sides.ours.get(id) ?? sides.theirs.get(id) ?? sides.base.get(id);
  return tab === undefined ? null : labelOf(tab);
}
