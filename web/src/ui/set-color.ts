import { classColor } from './class-color.ts';

/** Sets keep their colours, whichever of them there are. */
export const SET_COLORS = {
  TRAIN: classColor(0),
  TEST: classColor(1),
  VALIDATION: classColor(2),
  PREDETERMINED: 'var(--n8)',
  REVIEW: 'var(--review)',
} as const;
