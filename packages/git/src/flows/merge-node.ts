/** Three-way merge of one node, property by property. Pure. */
import type { FlowNode } from './flow.ts';
import type { JsonText } from './json-text.ts';
import { isSameJson } from './same-json.ts';

type Value = JsonText | undefined;

/** Undefined: removed. 'conflict': both sides changed one property differently, or one removed what the other changed. */
export type Outcome = FlowNode | undefined | 'conflict';

export function mergeNode(
  base: FlowNode | undefined,
  ours: FlowNode | undefined,
  theirs: FlowNode | undefined,
): Outcome {
  if (isSameJson(ours?.json, theirs?.json) || isSameJson(theirs?.json, base?.json)) return ours;
  if (isSameJson(ours?.json, base?.json)) return theirs;
  if (ours === undefined || theirs === undefined) return 'conflict';
  return mergeProperties(base, ours, theirs);
}

function mergeProperties(base: FlowNode | undefined, ours: FlowNode, theirs: FlowNode): Outcome {
  const members = new Map<string, JsonText>();
  for (const key of new Set([...ours.properties.keys(), ...theirs.properties.keys()])) {
    const value = mergeProperty(key, base, ours, theirs);
    if (value === 'conflict') return 'conflict';
    if (value !== undefined) members.set(key, value);
  }
  return withMembers(ours, members);
}

/** Undefined: removed. 'conflict': both sides changed it differently. */
export function mergeProperty(
  key: string,
  base: FlowNode | undefined,
  ours: FlowNode,
  theirs: FlowNode,
): Value | 'conflict' {
  const sides = [base, ours, theirs].map((node) => node?.properties.get(key));
  return isMembership(ours, theirs, key) ? mergeLists(sides) : mergeValue(sides);
}

function mergeValue([base, ours, theirs]: readonly Value[]): Value | 'conflict' {
  if (isSameJson(ours, theirs) || isSameJson(theirs, base)) return ours;
  return isSameJson(ours, base) ? theirs : 'conflict';
}

/** Both sides may change a group's members: each member's `g` decides whether it belongs to the group. */
const isMembership = (ours: FlowNode, theirs: FlowNode, key: string): boolean =>
  key === 'nodes' && ours.type === 'group' && theirs.type === 'group';

function mergeLists(sides: readonly Value[]): Value | 'conflict' {
  const [base, ours, theirs] = sides.map(itemsOf);
  if (base === undefined || ours === undefined || theirs === undefined) return mergeValue(sides);
  const [inBase, inOurs, inTheirs] = [base, ours, theirs].map(
    (items) => new Set(items.map(({ text }) => text)),
  );
  const kept = ours.filter(({ text }) => inTheirs?.has(text) || !inBase?.has(text));
  return listOf([...kept, ...theirs.filter(({ text }) => !inBase?.has(text) && !inOurs?.has(text))]);
}

const itemsOf = (value: Value): readonly JsonText[] | undefined => {
  if (value === undefined) return [];
  return value.kind === 'array' ? value.items : undefined;
};

/** A list that is rewritten. */
export const listOf = (items: JsonText[]): JsonText => ({
  kind: 'array',
  text: `[${items.map(({ text }) => text).join(',')}]`,
  items,
  spans: [],
});

/** The node with changed properties; its text marks it as rewritten. */
export function withMembers(node: FlowNode, members: Map<string, JsonText>): FlowNode {
  const type = members.get('type');
  const text = [...members].map(([key, value]) => `${JSON.stringify(key)}:${value.text}`).join(',');
  return {
    id: node.id,
    type: type?.kind === 'string' ? type.value : node.type,
    json: { kind: 'object', text: `{${text}}`, members },
    properties: members,
  };
}
