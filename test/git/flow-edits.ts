/** Random edits of a person in the editor between two commits. The editor itself never leaves dangling references. */
import type { SampleNode } from './flow-samples.ts';

export type Draw = (below: number) => number;

/** Random numbers that depend only on the seed (mulberry32). */
export function drawFrom(seed: number): Draw {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const isTab = ({ type }: SampleNode): boolean => type === 'tab' || type === 'subflow';
const isConfig = (node: SampleNode): boolean => !isTab(node) && node.type !== 'group' && node.x === undefined;
const isPlain = (node: SampleNode): boolean => !isTab(node) && node.type !== 'group' && !isConfig(node);

/** Edits of one person, one after the other, on a copy. */
export function edit(base: readonly SampleNode[], draw: Draw, who: string): SampleNode[] {
  const nodes = structuredClone(base) as SampleNode[];
  for (let left = 1 + draw(4), number = 0; left > 0; left--, number++)
    EDITS[draw(EDITS.length)]?.(nodes, draw, `${who}${number}`.padEnd(14, '0'));
  return nodes;
}

type Edit = (nodes: SampleNode[], draw: Draw, fresh: string) => void;

const pick = <Item>(items: readonly Item[], draw: Draw): Item | undefined =>
  items[draw(Math.max(items.length, 1))];
const plain = (nodes: readonly SampleNode[]): SampleNode[] => nodes.filter(isPlain);

const rename: Edit = (nodes, draw, fresh) => {
  const node = pick(nodes, draw);
  if (node !== undefined) node[isTab(node) && node.type === 'tab' ? 'label' : 'name'] = `renamed ${fresh}`;
};

const move: Edit = (nodes, draw) => {
  const node = pick(plain(nodes), draw);
  if (node !== undefined) Object.assign(node, { x: 20 * draw(60), y: 20 * draw(40) });
};

const reconfigure: Edit = (nodes, draw, fresh) => {
  const node = pick(plain(nodes), draw);
  if (node !== undefined)
    node[pick(['func', 'topic', 'url', '__proto__x', 'info'], draw) ?? 'info'] = `${fresh}\n`;
};

const add: Edit = (nodes, draw, fresh) => {
  const owner = pick(nodes.filter(isTab), draw);
  if (owner === undefined) return;
  const neighbours = plain(nodes).filter((node) => node.z === owner.id);
  const to = pick(neighbours, draw);
  const group = pick(
    nodes.filter((node) => node.type === 'group' && node.z === owner.id),
    draw,
  );
  const joins = group !== undefined && draw(3) === 0;
  nodes.push({
    id: fresh,
    type: 'change',
    z: owner.id,
    ...(joins && { g: group.id }),
    name: `new ${fresh}`,
    x: 20 * draw(60),
    y: 20 * draw(40),
    wires: [to === undefined ? [] : [to.id]],
  });
  if (joins) group.nodes = [...(group.nodes ?? []), fresh];
};

const wire: Edit = (nodes, draw) => {
  const from = pick(
    plain(nodes).filter(({ wires }) => (wires?.length ?? 0) > 0),
    draw,
  );
  const to = pick(
    plain(nodes).filter((node) => node.z === from?.z),
    draw,
  );
  const port = from?.wires?.[0];
  if (port !== undefined && to !== undefined && !port.includes(to.id)) port.push(to.id);
};

const cut: Edit = (nodes, draw) => {
  const from = pick(
    plain(nodes).filter(({ wires }) => (wires?.[0]?.length ?? 0) > 0),
    draw,
  );
  from?.wires?.[0]?.pop();
};

const remove: Edit = (nodes, draw) => {
  const node = pick(plain(nodes), draw);
  if (node !== undefined) removeIds(nodes, new Set([node.id]));
};

const removeTab: Edit = (nodes, draw) => {
  const owner = pick(nodes.filter(isTab), draw);
  if (owner === undefined || draw(2) === 0) return;
  const gone = nodes.filter(
    ({ id, z, type }) => id === owner.id || z === owner.id || type === `subflow:${owner.id}`,
  );
  removeIds(nodes, new Set(gone.map(({ id }) => id)));
};

const addTab: Edit = (nodes, draw, fresh) => {
  nodes.splice(draw(3), 0, { id: fresh, type: 'tab', label: `Tab ${fresh}`, disabled: false, info: '' });
};

const swapTabs: Edit = (nodes) => {
  const [first, second] = [...nodes.keys()].filter((at) => nodes[at]?.type === 'tab');
  const [a, b] = [nodes[first ?? -1], nodes[second ?? -1]];
  if (a !== undefined && b !== undefined) [nodes[first ?? 0], nodes[second ?? 0]] = [b, a];
};

const addConfig: Edit = (nodes, draw, fresh) => {
  nodes.push({ id: fresh, type: 'mqtt-broker', name: fresh, broker: '10.0.0.8', port: '1883' });
  const node = pick(plain(nodes), draw);
  if (node !== undefined) node.broker = fresh;
};

const useConfig: Edit = (nodes, draw) => {
  const node = pick(plain(nodes), draw);
  const config = pick(nodes.filter(isConfig), draw);
  if (node !== undefined && config !== undefined) node.broker = config.id;
};

const removeConfig: Edit = (nodes, draw) => {
  const config = pick(nodes.filter(isConfig), draw);
  if (config === undefined) return;
  for (const node of nodes) for (const key of ['broker', 'tls']) if (node[key] === config.id) node[key] = '';
  removeIds(nodes, new Set([config.id]));
};

const useSubflow: Edit = (nodes, draw, fresh) => {
  const subflow = pick(
    nodes.filter(({ type }) => type === 'subflow'),
    draw,
  );
  const owner = pick(
    nodes.filter(({ type }) => type === 'tab'),
    draw,
  );
  if (subflow === undefined || owner === undefined) return;
  nodes.push({
    id: fresh,
    type: `subflow:${subflow.id}`,
    z: owner.id,
    name: '',
    env: [],
    x: 40,
    y: 40,
    wires: [[]],
  });
};

const ungroup: Edit = (nodes, draw) => {
  const group = pick(
    nodes.filter(({ type }) => type === 'group'),
    draw,
  );
  if (group !== undefined) removeIds(nodes, new Set([group.id]));
};

const leaveGroup: Edit = (nodes, draw) => {
  const member = pick(
    nodes.filter(({ g }) => g !== undefined),
    draw,
  );
  const group = nodes.find(({ id }) => id === member?.g);
  if (member === undefined || group === undefined) return;
  group.nodes = group.nodes?.filter((id) => id !== member.id) ?? [];
  delete member.g;
};

const EDITS: readonly Edit[] = [
  rename,
  rename,
  move,
  move,
  reconfigure,
  reconfigure,
  add,
  add,
  wire,
  wire,
  cut,
  remove,
  remove,
  removeTab,
  addTab,
  swapTabs,
  addConfig,
  useConfig,
  useConfig,
  removeConfig,
  useSubflow,
  ungroup,
  leaveGroup,
];

/** Including every reference to them, as the editor does. */
function removeIds(nodes: SampleNode[], gone: ReadonlySet<string>): void {
  const stays = (id: string): boolean => !gone.has(id);
  for (const node of nodes) {
    if (node.wires !== undefined) node.wires = node.wires.map((port) => port.filter(stays));
    if (node.links !== undefined) node.links = node.links.filter(stays);
    if (Array.isArray(node.scope)) node.scope = node.scope.filter(stays);
    if (node.nodes !== undefined) node.nodes = node.nodes.filter(stays);
    if (node.g !== undefined && gone.has(node.g)) delete node.g;
    for (const ports of [node.in, node.out])
      if (Array.isArray(ports))
        for (const port of ports as { wires: { id: string }[] }[])
          port.wires = port.wires.filter(({ id }) => stays(id));
  }
  for (let at = nodes.length - 1; at >= 0; at--) if (gone.has(nodes[at]?.id ?? '')) nodes.splice(at, 1);
}
