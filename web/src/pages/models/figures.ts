/** The figures of a report that pages show. Pure. */
import type { RunComparison, RunReport, TrainingSet } from '../../data/runs/reports.ts';
import type { VersionCounts } from '../../data/versions/versions.ts';

/** Sets in the order in which they tell most about a model. */
export const TOLD_SETS = ['TEST', 'VALIDATION', 'TRAIN'] as const satisfies readonly TrainingSet[];

/** The set that was asked for, else the first one that has images. */
export const setOf = (asked: string | undefined, sets: VersionCounts['sets'] | undefined): TrainingSet =>
  TOLD_SETS.find((set) => set === asked) ?? TOLD_SETS.find((set) => sets && sets[set] > 0) ?? 'TEST';

export type MainFigure = 'accuracy' | 'ap';

/** The one figure that tells how good a model is; null where nothing can be measured. */
export const mainFigure = (report: RunReport): { figure: MainFigure; value: number | null } =>
  report.kind === 'classes'
    ? { figure: 'accuracy', value: report.accuracy }
    : { figure: 'ap', value: report.coco.ap };

/** Figures of two models that pages show; each class has one without a name of its own. */
const COMPARED = ['accuracy', 'balancedAccuracy', 'ap', 'ap50', 'ap75', 'bestF1', 'expectedError'] as const;
export type ComparedFigure = (typeof COMPARED)[number];
type Compared = RunComparison['figures'][number];

export const isCompared = (each: Compared): each is Compared & { figure: ComparedFigure } =>
  each.class !== null || COMPARED.some((figure) => figure === each.figure);

/** What 95 % of the differences allow to say of a figure that should be high. */
export function verdictOf({ interval }: Compared): 'better' | 'worse' | 'unclear' {
  const [low = 0, high = 0] = interval ?? [];
  if (low > 0) return 'better';
  return high < 0 ? 'worse' : 'unclear';
}

/** Ends of an axis that holds all values, in tenths, so that small differences are seen. @param values from 0 to 1 */
export function axisOf(values: readonly number[]): [low: number, high: number] {
  const low = Math.floor(10 * Math.min(...values)) / 10;
  const high = Math.ceil(10 * Math.max(...values)) / 10;
  if (low < high) return [low, high];
  return low === 0 ? [0, 0.1] : [(10 * low - 1) / 10, high];
}

/** A share of the address; nothing if it is none. */
export const shareIn = <Name extends string>(name: Name, asked: string | undefined) =>
  (asked !== undefined && /^(0(\.\d{1,4})?|1)$/.test(asked) ? { [name]: Number(asked) } : {}) as Partial<
    Record<Name, number>
  >;

/** Why the figures of a report may mislead: names of texts, with how many. */
export function misleadingIn(
  report: RunReport,
  trainedOn: number | null,
): { kind: Misleading; count: number }[] {
  const { uncovered, leaked } = report;
  const counts: Record<Misleading, number> = {
    leaked: leaked?.count ?? 0,
    uncoveredRun: uncovered.run.count,
    uncoveredVersion: uncovered.version.count,
    unlabelled: report.unlabelled,
    unaccepted: report.unaccepted,
    unclassed: report.unclassed,
    unreadable: report.unreadable,
    maybeLeaked: trainedOn === null && report.images > 0 ? 1 : 0,
  };
  return (Object.keys(counts) as Misleading[])
    .filter((kind) => counts[kind] > 0)
    .map((kind) => ({ kind, count: counts[kind] }));
}

export type Misleading =
  | 'leaked'
  | 'uncoveredRun'
  | 'uncoveredVersion'
  | 'unlabelled'
  | 'unaccepted'
  | 'unclassed'
  | 'unreadable'
  | 'maybeLeaked';

/**
 * Points of the line of precision over recall, in percent of the field: from low scores on the right to high ones on the left.
 * Scores from which on nothing is predicted have none.
 */
export const curvePoints = (curve: RunReport['curve']): { left: number; top: number }[] =>
  curve
    .filter(({ precision, recall }) => precision > 0 || recall > 0)
    .map(({ precision, recall }) => ({ left: 100 * recall, top: 100 * (1 - precision) }));
