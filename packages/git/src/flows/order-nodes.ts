/** Order of the nodes in a merged flow file: people see it as the order of tabs. Pure. */
import type { Flow } from './flow.ts';
import { listAt } from './list-at.ts';

/**
 * Our order, or theirs if only they changed it. A node that only the other side has follows the same node as it does there.
 * @param ids of the remaining nodes
 */
export function orderNodes(ids: ReadonlySet<string>, base: Flow, ours: Flow, theirs: Flow): string[] {
  const [first, second] =
    isSameOrder(base, ours) && !isSameOrder(base, theirs) ? [theirs, ours] : [ours, theirs];
  const { leading, behind } = placesOf(ids, first, second);
  const ordered = [...leading];
  for (const id of first.keys()) {
    if (ids.has(id)) ordered.push(id);
    ordered.push(...(behind.get(id) ?? []));
  }
  return ordered;
}

/** Positions of nodes that only the second side has: after which node of the first, or before all of them. */
function placesOf(ids: ReadonlySet<string>, first: Flow, second: Flow) {
  const behind = new Map<string, string[]>();
  const leading: string[] = [];
  let place = leading;
  for (const id of second.keys()) {
    if (first.has(id)) place = listAt(behind, id);
    else if (ids.has(id)) place.push(id);
  }
  return { leading, behind };
}

/** Whether the common nodes have the same order. */
export function isSameOrder(before: Flow, after: Flow): boolean {
  const kept = [...before.keys()].filter((id) => after.has(id));
  let at = 0;
  for (const id of after.keys()) if (id === kept[at]) at++;
  return at === kept.length;
}
