/** Each set has the same color in every chart: of one ramp, none of which a class has. */
export const SET_COLORS = {
  TRAIN: 'light-dark(oklch(38% 0.03 230), oklch(84% 0.03 230))',
  TEST: 'light-dark(oklch(76% 0.03 230), oklch(46% 0.03 230))',
  VALIDATION: 'light-dark(oklch(57% 0.03 230), oklch(65% 0.03 230))',
  PREDETERMINED: 'var(--n6)',
  REVIEW: 'var(--review)',
} as const;
