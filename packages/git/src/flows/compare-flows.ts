/** Compares the nodes of two versions of a Node-RED flow file, tab by tab. Pure. */
import { type Flow, type FlowNode, isTab, labelOf, parseFlow, textOf } from './flow.ts';
import { isSameOrder } from './order-nodes.ts';
import { isSameJson } from './same-json.ts';

export interface NamedFlowNode {
  id: string;
  type: string;
  name: string;
}

export interface ChangedProperty {
  property: string;
  /** JSON text; null if the node does not have the property. */
  before: string | null;
  after: string | null;
}

export interface ChangedFlowNode extends NamedFlowNode {
  /** Names of the properties that differ. Only `x` and `y` means that the node was moved on the canvas. */
  properties: string[];
  /** The same properties with both values. */
  changes: ChangedProperty[];
}

export interface FlowTabDiff {
  /** The tab's id; `global` for configuration nodes. */
  id: string;
  label: string;
  status: 'added' | 'removed' | 'changed';
  added: NamedFlowNode[];
  removed: NamedFlowNode[];
  changed: ChangedFlowNode[];
}

export interface FlowDiff {
  tabs: FlowTabDiff[];
  /** Only the layout of the file changed: no node differs, and the order of the tabs is the same. */
  layoutOnly: boolean;
}

/** Undefined if one side is not a flow file, or neither has nodes. An empty text is a flow file without nodes. */
export function compareFlows(before: string, after: string): FlowDiff | undefined {
  const old = parseFlow(before);
  const now = parseFlow(after);
  if (old === undefined || now === undefined || old.size + now.size === 0) return undefined;
  const tabs = compareNodes(old, now);
  return { tabs, layoutOnly: tabs.length === 0 && before !== after && isSameOrder(tabsOf(old), tabsOf(now)) };
}

function compareNodes(old: Flow, now: Flow): FlowTabDiff[] {
  const tabs = new Map<string, FlowTabDiff>();
  const tabOf = (node: FlowNode): FlowTabDiff => findTab(tabs, old, now, node);
  for (const [id, node] of now) {
    const was = old.get(id);
    if (was === undefined) tabOf(node).added.push(describe(node));
    else if (!isSameJson(was.json, node.json)) tabOf(node).changed.push(compareNode(was, node));
  }
  for (const [id, node] of old) if (!now.has(id)) tabOf(node).removed.push(describe(node));
  return [...tabs.values()];
}

const tabsOf = (flow: Flow): Flow => new Map([...flow].filter(([, node]) => isTab(node)));
const describe = (node: FlowNode): NamedFlowNode => ({
  id: node.id,
  type: node.type,
  name: textOf(node, 'name') || textOf(node, 'label'),
});

function findTab(tabs: Map<string, FlowTabDiff>, old: Flow, now: Flow, node: FlowNode): FlowTabDiff {
  const id = isTab(node) ? node.id : textOf(node, 'z') || 'global';
  const known = tabs.get(id);
  if (known !== undefined) return known;
  const tab = now.get(id) ?? old.get(id);
  const status =
    id === 'global' || (now.has(id) && old.has(id)) ? 'changed' : now.has(id) ? 'added' : 'removed';
  const label = id === 'global' ? 'Global nodes' : tab === undefined ? id : labelOf(tab);
  const made: FlowTabDiff = { id, label, status, added: [], removed: [], changed: [] };
  tabs.set(id, made);
  return made;
}

function compareNode(was: FlowNode, node: FlowNode): ChangedFlowNode {
  const names = new Set([...was.properties.keys(), ...node.properties.keys()]);
  const changes = [...names]
    .filter((name) => !isSameJson(was.properties.get(name), node.properties.get(name)))
    .map((property) => ({
      property,
      before: was.properties.get(property)?.text ?? null,
      after: node.properties.get(property)?.text ?? null,
    }));
  return { ...describe(node), properties: changes.map(({ property }) => property), changes };
}
