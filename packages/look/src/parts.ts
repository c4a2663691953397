/** Pictures of one part say the same thing many times: what is learned from one of them is not tried on the others. */

/** Of what chance alone would give: so many pairs of near copies may have different classes. */
const MOST_BY_CHANCE = 0.1;

/**
 * Joins bursts that have near copies in common. Before a fixed camera near copies may be different parts, and joined they would
 * leave nothing to learn from. Two signs tell so: near copies have different classes nearly as often as any two images: then nothing
 * is joined; or most images of a class are near copies: then these are not.
 * @param bursts by image: its burst
 * @param copies by image: its group of near copies
 * @param labels by image: its class
 * @param least images of a class that are near copies tell so from this number on
 * @returns by image: a number that images of one part share, that of one of its bursts; null where bursts stay as they are
 */
export function partsOf(
  bursts: readonly number[],
  copies: readonly number[],
  labels: readonly number[],
  least = 1,
): readonly number[] | null {
  const groups = [...Map.groupBy(labels.keys(), (at) => copies[at]!).values()];
  const apart = differingPairs(groups.map((group) => group.map((at) => labels[at]!)));
  if (apart > MOST_BY_CHANCE * differingPairs([labels])) return null;
  const joined = new Map<number, number>();
  const rootOf = (burst: number): number => {
    let root = burst;
    for (let next = joined.get(root); next !== undefined; next = joined.get(root)) root = next;
    return root;
  };
  for (const group of groups) {
    const root = rootOf(bursts[group[0]!]!);
    for (const other of group.map((at) => rootOf(bursts[at]!))) if (other !== root) joined.set(other, root);
  }
  const perClass = countsOf(labels);
  const parts = Map.groupBy(labels.keys(), (at) => rootOf(bursts[at]!));
  const isMost = (part: readonly number[]) =>
    countsOf(part.map((at) => labels[at]!))
      .entries()
      .some(([label, count]) => count >= least && 2 * count > perClass.get(label)!);
  const kept = [...parts].filter(([, part]) => !isMost(part)).map(([root]) => root);
  const isKept = new Set(kept);
  return bursts.map((burst) => (isKept.has(rootOf(burst)) ? rootOf(burst) : burst));
}

function countsOf(labels: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
}

/** The share of pairs within a group whose classes differ; 0 without pairs. */
function differingPairs(groups: readonly (readonly number[])[]): number {
  const pairsOf = (count: number) => (count * (count - 1)) / 2;
  let [pairs, same] = [0, 0];
  for (const group of groups) {
    pairs += pairsOf(group.length);
    for (const count of countsOf(group).values()) same += pairsOf(count);
  }
  return pairs === 0 ? 0 : 1 - same / pairs;
}
