/** Three-way merge of texts, line by line. Pure. Changes that touch each other are a conflict, as in git. */
import { type Change, diffLines, splitLines } from '../diff/diff-lines.ts';

interface Region {
  /** Lines of the base: from, and up to but not including. */
  start: number;
  stop: number;
}

/**
 * The merged text, or undefined where both sides changed the same place differently. Where lines repeat, as the braces of a
 * flow file do, a change may be seen in more than one place: a merge counts only if it is the same wherever each is seen.
 */
export function mergeLines(base: string, ours: string, theirs: string): string | undefined {
  if (ours === theirs) return ours;
  const [b, o, t] = [splitLines(base), splitLines(ours), splitLines(theirs)];
  const mine = waysTo(b, o);
  const other = waysTo(b, t);
  const [merged, ...others] = mine.flatMap((m) => other.map((n) => mergeChanges(b, o, t, m, n)));
  return others.every((each) => each === merged) ? merged : undefined;
}

/** The changes with each as far down as the text allows, and as far up. */
function waysTo(before: readonly string[], after: readonly string[]): Change[][] {
  const up = diffLines(before.toReversed(), after.toReversed()).map(
    ({ oldStart, oldCount, newStart, newCount }) => ({
      oldStart: before.length - oldStart - oldCount,
      newStart: after.length - newStart - newCount,
      ...{ oldCount, newCount },
    }),
  );
  return [diffLines(before, after), up.reverse()];
}

function mergeChanges(
  b: readonly string[],
  o: readonly string[],
  t: readonly string[],
  mine: readonly Change[],
  other: readonly Change[],
): string | undefined {
  const merged: string[] = [];
  let at = 0;
  for (const region of joinRegions(mine, other)) {
    merged.push(...b.slice(at, region.start));
    const chosen = choose(linesIn(b, region), sideOf(o, mine, region), sideOf(t, other, region));
    if (chosen === undefined) return undefined;
    merged.push(...chosen);
    at = region.stop;
  }
  return [...merged, ...b.slice(at)].join('');
}

const linesIn = (lines: readonly string[], { start, stop }: Region): string[] => lines.slice(start, stop);
const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, at) => line === b[at]);

function choose(
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): readonly string[] | undefined {
  if (isSame(ours, theirs) || isSame(theirs, base)) return ours;
  return isSame(ours, base) ? theirs : undefined;
}

/** Regions of the base that either side changed; those that overlap or touch are one. */
function joinRegions(mine: readonly Change[], other: readonly Change[]): Region[] {
  const all = [...mine, ...other].map(({ oldStart, oldCount }) => ({
    start: oldStart,
    stop: oldStart + oldCount,
  }));
  const regions: Region[] = [];
  for (const region of all.sort((a, b) => a.start - b.start || a.stop - b.stop)) {
    const last = regions.at(-1);
    if (last !== undefined && region.start <= last.stop) last.stop = Math.max(last.stop, region.stop);
    else regions.push({ ...region });
  }
  return regions;
}

/** What one side has in place of a region: shifted by how much its changes before and inside it grew. */
function sideOf(lines: readonly string[], changes: readonly Change[], region: Region): string[] {
  const growth = (upTo: (change: Change) => boolean): number =>
    changes.filter(upTo).reduce((sum, change) => sum + change.newCount - change.oldCount, 0);
  const before = growth(
    (change) => change.oldStart + change.oldCount <= region.start && !isInside(change, region),
  );
  const inside = growth((change) => isInside(change, region));
  return lines.slice(region.start + before, region.stop + before + inside);
}

const isInside = (change: Change, region: Region): boolean =>
  change.oldStart >= region.start && change.oldStart + change.oldCount <= region.stop;
