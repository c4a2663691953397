/** Compares two versions of the same annotations, and merges them into one list. Pure. */
import type { ListedAnnotation } from '../../../../../client/src/curate/records.ts';
import { type Annotation, toListed, withId } from './drawing.ts';
import { iou } from './geometry.ts';

export type Keep = 'mine' | 'theirs' | 'both' | 'none';

/** A difference: an annotation that only one version has, or two that probably mark the same thing. */
export interface MergeRow {
  mine: Annotation | null;
  theirs: Annotation | null;
  keep: Keep;
}

export interface Merge {
  /** The same on both sides. */
  same: readonly Annotation[];
  rows: readonly MergeRow[];
}

/** Two boxes that overlap at least this much (intersection over union) probably mark the same thing. */
const SAME_THING = 0.4;

const keyOf = (annotation: ListedAnnotation): string =>
  JSON.stringify(Object.values(toListed(withNo(annotation))));
const withNo = (annotation: ListedAnnotation): Annotation => ({ ...annotation, id: '' });

export const sameAnnotations = (a: readonly ListedAnnotation[], b: readonly ListedAnnotation[]): boolean =>
  a.length === b.length && a.every((each, place) => keyOf(each) === keyOf(b[place] as ListedAnnotation));

/** @param base the annotations that both people started with */
export function mergeOf(
  base: readonly ListedAnnotation[],
  mine: readonly Annotation[],
  theirs: readonly ListedAnnotation[],
): Merge {
  const known = new Set(base.map(keyOf));
  const { both: same, rest: ownOnly } = split(mine, theirs);
  const { rest } = split(theirs, mine);
  const others = rest.map(withId);
  const rows: MergeRow[] = ownOnly.map((own) => {
    const place = others.findIndex((other) => isSameThing(own, other));
    const [theirs = null] = place >= 0 ? others.splice(place, 1) : [];
    // What they have removed is kept unless the person chooses otherwise: nothing disappears unasked.
    const keep = theirs && known.has(keyOf(own)) ? 'theirs' : 'mine';
    return { mine: own, theirs, keep };
  });
  const theirRows = others.map((each): MergeRow => {
    // What I have removed, and they have left as it was, stays removed.
    return { mine: null, theirs: each, keep: known.has(keyOf(each)) ? 'none' : 'theirs' };
  });
  return { same, rows: [...rows, ...theirRows] };
}

/** Annotations that the other version has too, and the rest. Of duplicates, as many match as the other version has. */
function split<T extends ListedAnnotation>(own: readonly T[], other: readonly ListedAnnotation[]) {
  const counts = new Map<string, number>();
  for (const each of other) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  const both: T[] = [];
  const rest: T[] = [];
  for (const each of own) {
    const left = counts.get(keyOf(each)) ?? 0;
    counts.set(keyOf(each), left - 1);
    (left > 0 ? both : rest).push(each);
  }
  return { both, rest };
}

function isSameThing(a: ListedAnnotation, b: ListedAnnotation): boolean {
  if (a.type !== b.type) return false;
  if (a.type === 'point') return a.tag === b.tag && Math.hypot(a.x - b.x, a.y - b.y) < 0.02;
  return iou(a, b) >= SAME_THING;
}

export const choose = (merge: Merge, place: number, keep: Keep): Merge => ({
  ...merge,
  rows: merge.rows.map((row, at) => (at === place ? { ...row, keep } : row)),
});

export const merged = ({ same, rows }: Merge): Annotation[] => [
  ...same,
  ...rows.flatMap(({ mine, theirs, keep }) => [
    ...(mine && (keep === 'mine' || keep === 'both') ? [mine] : []),
    ...(theirs && (keep === 'theirs' || keep === 'both') ? [theirs] : []),
  ]),
];
