/** Which nodes a node needs. Pure. */
import { type Flow, type FlowNode, isTab, stringOf } from './flow.ts';
import type { JsonText } from './json-text.ts';

const SUBFLOW = 'subflow:';
/** Lists of ids: wires, links, watched nodes; and ports of a subflow, which hold them as `{id}`. */
const LISTS = new Set(['wires', 'links', 'scope']);
const PORTS = new Set(['in', 'out', 'status']);
/** Texts by people; an id in one is not a reference. */
const PROSE = new Set(['id', 'type', 'name', 'label', 'info']);

/**
 * Ids that a node refers to: its tab, group and subflow, the nodes that it is wired or linked to, its configuration nodes.
 * Members of a group are not included: each member refers to its group (see groups.ts).
 * @param configs ids of all known configuration nodes, which any property may contain
 */
export function referencesOf(node: FlowNode, configs: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  if (node.type.startsWith(SUBFLOW)) found.add(node.type.slice(SUBFLOW.length));
  for (const [name, value] of node.properties) {
    if (name === 'z' || name === 'g') addOwner(found, value);
    else if (LISTS.has(name) || (node.type === 'subflow' && PORTS.has(name)))
      addStrings(value, (id) => found.add(id));
    else if (!PROSE.has(name)) addStrings(value, (id) => configs.has(id) && found.add(id));
  }
  found.delete(node.id);
  return found;
}

function addOwner(found: Set<string>, value: JsonText): void {
  const id = stringOf(value);
  if (id !== undefined && id !== '') found.add(id);
}

function addStrings(value: JsonText, add: (text: string) => unknown): void {
  if (value.kind === 'string') add(value.value);
  else if (value.kind === 'array') for (const item of value.items) addStrings(item, add);
  else if (value.kind === 'object') for (const member of value.members.values()) addStrings(member, add);
}

/** A configuration node has no position on a canvas. */
export function configIds(flows: readonly Flow[]): Set<string> {
  const isConfig = (node: FlowNode): boolean =>
    !isTab(node) && node.type !== 'group' && !(node.properties.has('x') && node.properties.has('y'));
  return new Set(flows.flatMap((flow) => [...flow.values()].filter(isConfig).map(({ id }) => id)));
}

/** Dangling references, each as `pairOf`. */
export function danglingPairs(flow: Flow, configs: ReadonlySet<string>): Set<string> {
  const pairs = new Set<string>();
  for (const node of flow.values())
    for (const id of referencesOf(node, configs)) if (!flow.has(id)) pairs.add(pairOf(node.id, id));
  return pairs;
}

export const pairOf = (from: string, to: string): string => JSON.stringify([from, to]);
