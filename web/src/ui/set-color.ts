import { classColor } from './class-color.ts';

/** Each set has the same color in every chart. */
export const SET_COLORS = {
  TRAIN: classColor(0),
  TEST: classColor(1),
  VALIDATION: classColor(2),
  PREDETERMINED: 'var(--n8)',
  REVIEW: 'var(--review)',
} as const;
