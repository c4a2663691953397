/** Which images of a run a page shows: the state of its address. Pure. */
import type { SetType } from '../../../../../client/src/curate/records.ts';
import type { RunImagesAsked, RunOrder } from '../../../data/runs/run-images.ts';

export const ORDERS = [
  'disagreement',
  'uncertain',
  'missed',
  'extra',
  'score',
] as const satisfies readonly RunOrder[];
const SETS = ['TRAIN', 'VALIDATION', 'TEST', 'REVIEW', 'PREDETERMINED'] as const satisfies readonly SetType[];

export { SETS as RUN_SETS };

export const NAMES = [
  'order',
  'class',
  'predicted',
  'set',
  'minScore',
  'against',
  'view',
  'image',
  'after',
] as const;
export type AskedState = Readonly<Partial<Record<(typeof NAMES)[number], string>>>;

/** In an address, instead of a tag. Tag ids contain no colon. */
export const NOTHING = ':nothing';

const tagOf = (asked: string): string | null => (asked === NOTHING ? null : asked);

export function toAsked(state: AskedState): RunImagesAsked & { order: RunOrder } {
  const set = SETS.find((each) => each === state.set);
  const minScore = Number(state.minScore ?? 0);
  return {
    order: ORDERS.find((each) => each === state.order) ?? 'disagreement',
    ...(state.class !== undefined && { class: tagOf(state.class) }),
    ...(state.predicted !== undefined && { predicted: tagOf(state.predicted) }),
    ...(minScore > 0 && minScore <= 1 && { minScore }),
    ...(set && { set }),
    ...(/^[1-9]\d{0,8}$/.test(state.against ?? '') && { against: Number(state.against) }),
  };
}

interface Cell {
  /** Tag ids, or null for nothing; absent: any. */
  label?: string | null;
  predicted?: string | null;
  threshold: number;
  /** Undefined where sets of images are not those of the version. */
  set: SetType | undefined;
}

/** The query that shows the images of a cell of the confusion matrix, or with a score from the threshold on, the surest first. */
export function queryOfCell({ label, predicted, threshold, set }: Cell): string {
  const query = new URLSearchParams({ order: 'score' });
  if (label !== undefined) query.set('class', label ?? NOTHING);
  if (predicted !== undefined) query.set('predicted', predicted ?? NOTHING);
  if (predicted !== null && threshold > 0) query.set('minScore', String(threshold));
  if (set) query.set('set', set);
  return `?${query}`;
}
