/** COCO's twelve figures: means over classes and overlaps. Each is null if there is no object that could be found. */
import { type Averages, averageClass, RECALL_LIMITS } from './average-precision.ts';
import type { ClassRecord } from './class-record.ts';
import { OVERLAPS, RANGE_NAMES } from './match-image.ts';
import type { Weights } from './resample.ts';

type Figures<Name extends string> = Record<Name, number | null>;

/** The mean over the overlaps 0.5 to 0.95, and at two of them. */
export type PrecisionFigures = Figures<'ap' | 'ap50' | 'ap75'>;

/** `ar1`: recall of the one prediction with the highest score of an image and class; `ar10`, `ar100`: of ten, of a hundred. */
export type CocoFigures = PrecisionFigures &
  Figures<'apSmall' | 'apMedium' | 'apLarge'> &
  Figures<'ar1' | 'ar10' | 'ar100' | 'arSmall' | 'arMedium' | 'arLarge'>;

/** For each class: its averages in each area range, null where it has no objects. */
export type ClassAverages = (Averages | null)[];

const ALL = RANGE_NAMES.indexOf('all');
const MOST = RECALL_LIMITS.length - 1;

export const averagesOf = (record: ClassRecord, weights?: Weights): ClassAverages =>
  RANGE_NAMES.map((_, range) => averageClass(record, range, weights));

export function precisionFigures(classes: readonly ClassAverages[]): PrecisionFigures {
  const at = (overlap: number) =>
    mean(within(classes, ALL).map(({ precision }) => precision[OVERLAPS.indexOf(overlap)]!));
  return { ap: meanPrecision(classes, ALL), ap50: at(0.5), ap75: at(0.75) };
}

export function cocoFigures(classes: readonly ClassAverages[]): CocoFigures {
  const [, small = 0, medium = 0, large = 0] = RANGE_NAMES.keys();
  return {
    ...precisionFigures(classes),
    apSmall: meanPrecision(classes, small),
    apMedium: meanPrecision(classes, medium),
    apLarge: meanPrecision(classes, large),
    ar1: meanRecall(classes, ALL, 0),
    ar10: meanRecall(classes, ALL, 1),
    ar100: meanRecall(classes, ALL, MOST),
    arSmall: meanRecall(classes, small, MOST),
    arMedium: meanRecall(classes, medium, MOST),
    arLarge: meanRecall(classes, large, MOST),
  };
}

const within = (classes: readonly ClassAverages[], range: number): Averages[] =>
  classes.flatMap((averages) => averages[range] ?? []);

const meanPrecision = (classes: readonly ClassAverages[], range: number): number | null =>
  mean(within(classes, range).flatMap(({ precision }) => precision));

const meanRecall = (classes: readonly ClassAverages[], range: number, limit: number): number | null =>
  mean(within(classes, range).flatMap(({ recall }) => recall[limit]!));

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
