/** Checks a merge of flows without the code under test: dangling references, losses, duplicates. */
import { isDeepStrictEqual } from 'node:util';
import type { SampleNode } from './flow-samples.ts';

/** Numbers with many digits as text, so that a lost digit is noticed. */
export function readNodes(text: string): SampleNode[] {
  return JSON.parse(text.replaceAll(/(?<=[:,[\s])-?\d{16,}(?=[,\s\]}])/g, '"digits:$&"')) as SampleNode[];
}

/** Sentences; the same error has the same sentence in every version of a flow. */
export function faultsOf(nodes: readonly SampleNode[]): Set<string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const faults = new Set<string>();
  if (byId.size !== nodes.length) faults.add('an id comes twice');
  for (const node of nodes) {
    for (const id of namedBy(node)) if (!byId.has(id)) faults.add(`${node.id} needs ${id}`);
    const group = byId.get(node.g ?? '');
    if (group?.type === 'group' && !group.nodes?.includes(node.id))
      faults.add(`${group.id} does not list ${node.id}`);
    if (node.type === 'group')
      for (const id of node.nodes ?? [])
        if (byId.get(id)?.g !== node.id) faults.add(`${id} is not in ${node.id}`);
  }
  return faults;
}

function namedBy(node: SampleNode): string[] {
  const ports = (list: unknown): string[] =>
    Array.isArray(list)
      ? list.flatMap(({ wires }: { wires: { id: string }[] }) => wires.map(({ id }) => id))
      : [];
  const named = [node.z, node.g, node.broker, node.tls].filter((id) => typeof id === 'string' && id !== '');
  const subflow = node.type.startsWith('subflow:') ? [node.type.slice('subflow:'.length)] : [];
  const lists = [
    ...(node.wires ?? []).flat(),
    ...(node.links ?? []),
    ...(node.scope ?? []),
    ...(node.nodes ?? []),
  ];
  const isSubflow = node.type === 'subflow';
  const all = [
    ...(named as string[]),
    ...subflow,
    ...lists,
    ...(isSubflow ? [...ports(node.in), ...ports(node.out)] : []),
  ];
  return all.filter((id) => id !== node.id);
}

/** What a merge by node and property must contain; a sentence for each loss in the merged flow. */
export function lossesOf(
  merged: readonly SampleNode[],
  [base, ours, theirs]: readonly (readonly SampleNode[])[],
): string[] {
  const [was, mine, other, now] = [base, ours, theirs, merged].map(
    (nodes) => new Map((nodes ?? []).map((node) => [node.id, node])),
  );
  const ids = new Set([
    ...(mine?.keys() ?? []),
    ...(other?.keys() ?? []),
    ...(was?.keys() ?? []),
    ...(now?.keys() ?? []),
  ]);
  return [...ids].flatMap((id) =>
    lossesOfNode(id, now?.get(id), [was?.get(id), mine?.get(id), other?.get(id)]),
  );
}

type Node = SampleNode | undefined;

function lossesOfNode(id: string, now: Node, [was, mine, other]: readonly Node[]): string[] {
  if (mine === undefined || other === undefined) {
    const side = isDeepStrictEqual(was, mine) ? other : mine;
    return isDeepStrictEqual(now, side) || isGroup(now, side)
      ? []
      : [`${id} is ${show(now)} for ${show(side)}`];
  }
  const keys = new Set([was, mine, other, now].flatMap((node) => Object.keys(node ?? {})));
  return [...keys].flatMap((key) => lossOfProperty(id, key, now?.[key], was?.[key], mine[key], other[key]));
}

/** Members of a group depend on the members themselves: faultsOf checks that. */
const isGroup = (a: Node, b: Node): boolean => a?.type === 'group' && b?.type === 'group';
const show = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

function lossOfProperty(
  id: string,
  key: string,
  now: unknown,
  was: unknown,
  mine: unknown,
  other: unknown,
): string[] {
  if (key === 'nodes') return [];
  const isContested =
    !isDeepStrictEqual(mine, was) && !isDeepStrictEqual(other, was) && !isDeepStrictEqual(mine, other);
  const expected = isDeepStrictEqual(mine, was) ? other : mine;
  if (isContested || isDeepStrictEqual(now, expected)) return [];
  return [`${id} has ${key} ${show(now)} for ${show(expected)}`];
}

/** Whether a node needs a decision: both sides changed it, or it needs a node that one side does not have. */
export function hasReason(id: string, [base, ours, theirs]: readonly (readonly SampleNode[])[]): boolean {
  const of = (nodes: readonly SampleNode[] | undefined): Node => nodes?.find((node) => node.id === id);
  const [was, mine, other] = [of(base), of(ours), of(theirs)];
  const isChanged = (side: Node): boolean => !isDeepStrictEqual(side, was);
  const isClash = isChanged(mine) && isChanged(other) && !isDeepStrictEqual(mine, other);
  const has = (nodes: readonly SampleNode[] | undefined, named: string) =>
    nodes?.some((node) => node.id === named);
  const needed = [mine, other].flatMap((node) => (node === undefined ? [] : namedBy(node)));
  return isClash || needed.some((named) => has(ours, named) !== has(theirs, named));
}
