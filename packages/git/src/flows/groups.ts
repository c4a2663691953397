/** A group lists its members in `nodes`, and each member refers to its group in `g`. A merge keeps both consistent. Pure. */
import { type Flow, type FlowNode, stringOf, textOf } from './flow.ts';
import type { JsonText } from './json-text.ts';
import { listOf, withMembers } from './merge-node.ts';
import { pairOf } from './references.ts';

const isGroup = (node: FlowNode | undefined): boolean => node?.type === 'group';

function listedIn(group: FlowNode): readonly JsonText[] {
  const nodes = group.properties.get('nodes');
  return nodes?.kind === 'array' ? nodes.items : [];
}

const isMember = (flow: Flow, group: FlowNode, id: string | undefined): boolean => {
  const node = id === undefined ? undefined : flow.get(id);
  return node !== undefined && textOf(node, 'g') === group.id;
};

/** Pairs of group and node where only one refers to the other, each as `pairOf`. */
export function groupMismatches(flow: Flow): Set<string> {
  const pairs = new Set<string>();
  const listed = new Set<string>();
  for (const group of [...flow.values()].filter(isGroup))
    for (const item of listedIn(group)) {
      const pair = pairOf(group.id, stringOf(item) ?? '');
      listed.add(pair);
      if (!isMember(flow, group, stringOf(item))) pairs.add(pair);
    }
  for (const node of flow.values()) {
    const pair = pairOf(textOf(node, 'g'), node.id);
    if (isGroup(flow.get(textOf(node, 'g'))) && !listed.has(pair)) pairs.add(pair);
  }
  return pairs;
}

/**
 * Lists exactly its members in each group.
 * @param known pairs that disagreed before the merge: they are left as they are
 */
export function agreeGroups(flow: Flow, known: ReadonlySet<string>): Flow {
  const wrong = [...groupMismatches(flow)].filter((pair) => !known.has(pair)).map(splitPair);
  const agreed = new Map(flow);
  for (const id of new Set(wrong.map(([group]) => group))) {
    const group = flow.get(id);
    if (group !== undefined)
      agreed.set(
        id,
        agree(
          flow,
          group,
          wrong.filter(([of]) => of === id),
        ),
      );
  }
  return agreed;
}

const splitPair = (pair: string): [string, string] => JSON.parse(pair) as [string, string];

function agree(flow: Flow, group: FlowNode, wrong: readonly [string, string][]): FlowNode {
  const ids = new Set(wrong.map(([, id]) => id));
  const kept = listedIn(group).filter((item) => !ids.has(stringOf(item) ?? ''));
  const missing = [...ids].filter((id) => isMember(flow, group, id));
  const added = missing.map((id): JsonText => ({ kind: 'string', text: JSON.stringify(id), value: id }));
  return withMembers(group, new Map(group.properties).set('nodes', listOf([...kept, ...added])));
}
