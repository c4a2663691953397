/**
 * What happened to the nodes of a Node-RED flow file, tab by tab. A flow file is a JSON array of objects with `id`
 * and `type`: tabs and subflows, nodes that name theirs in `z`, and configuration nodes that name none. Pure.
 */
export interface FlowNode {
  id: string;
  type: string;
  name: string;
}

export interface ChangedFlowNode extends FlowNode {
  /** Names of the properties that differ. Only `x` and `y`: the node was moved on the canvas. */
  properties: string[];
}

export interface FlowTabDiff {
  /** The tab's id; `global` for configuration nodes. */
  id: string;
  label: string;
  status: 'added' | 'removed' | 'changed';
  added: FlowNode[];
  removed: FlowNode[];
  changed: ChangedFlowNode[];
}

export interface FlowDiff {
  tabs: FlowTabDiff[];
}

export type RawNode = Readonly<Record<string, unknown>> & { id: string; type: string };

/** undefined where one side is no flow file. An empty text is a flow file without nodes. */
export function compareFlows(before: string, after: string): FlowDiff | undefined {
  const old = parseFlow(before);
  const now = parseFlow(after);
  if (old === undefined || now === undefined || old.size + now.size === 0) return undefined;
  const tabs = new Map<string, FlowTabDiff>();
  const tabOf = (node: RawNode): FlowTabDiff => findTab(tabs, old, now, node);
  for (const [id, node] of now) {
    const was = old.get(id);
    if (was === undefined) tabOf(node).added.push(describe(node));
    else addChange(tabOf(node), was, node);
  }
  for (const [id, node] of old) if (!now.has(id)) tabOf(node).removed.push(describe(node));
  return {
    tabs: [...tabs.values()].filter((tab) => tab.added.length + tab.removed.length + tab.changed.length > 0),
  };
}

/** The nodes by id, or undefined where the text is no flow file. */
export function parseFlow(text: string): Map<string, RawNode> | undefined {
  if (text.trim() === '') return new Map();
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value) || !value.every(isNode) || isTooDeep(value)) return undefined;
    return new Map(value.map((node) => [node.id, node]));
  } catch {
    return undefined;
  }
}

/** What the editor writes is some levels deep; what is deeper than this was made to break whoever looks into it. */
const DEEPEST = 500;

function isTooDeep(top: object): boolean {
  let level: object[] = [top];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true;
    level = level.flatMap((each) =>
      Object.values(each).filter((value) => typeof value === 'object' && value !== null),
    );
  }
  return false;
}

function isNode(value: unknown): value is RawNode {
  if (typeof value !== 'object' || value === null) return false;
  const node = value as Record<string, unknown>;
  return typeof node.id === 'string' && typeof node.type === 'string';
}

const isTab = (node: RawNode): boolean => node.type === 'tab' || node.type === 'subflow';
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const labelOf = (node: RawNode): string => text(node.label) || text(node.name) || node.id;
const describe = (node: RawNode): FlowNode => ({
  id: node.id,
  type: node.type,
  name: text(node.name) || text(node.label),
});

function findTab(
  tabs: Map<string, FlowTabDiff>,
  old: Map<string, RawNode>,
  now: Map<string, RawNode>,
  node: RawNode,
): FlowTabDiff {
  const id = isTab(node) ? node.id : text(node.z) || 'global';
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

function addChange(tab: FlowTabDiff, was: RawNode, node: RawNode): void {
  const keys = [...new Set([...Object.keys(was), ...Object.keys(node)])];
  const properties = keys.filter((key) => !isSameValue(was[key], node[key]));
  if (properties.length > 0) tab.changed.push({ ...describe(node), properties });
}

/** By value; the order of keys says nothing. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isSameValue(left[key], right[key]))
  );
}
