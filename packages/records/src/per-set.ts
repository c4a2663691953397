import type { TrainingSet } from './lists.ts';

/** A value, usually a number, for each of the three sets. */
export type PerSet<T = number> = Record<TrainingSet, T>;

export const perSet = <T>(value: (set: TrainingSet) => T): PerSet<T> => ({
  TRAIN: value('TRAIN'),
  TEST: value('TEST'),
  VALIDATION: value('VALIDATION'),
});
