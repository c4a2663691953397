import type { Dataset } from '../model.ts';

/** Monitors that a dataset admits (Contract 8). Each takes up to 500 bytes of the dataset's record. */
const MOST_GRANTS = 500;

export const FULL = `a dataset admits at most ${MOST_GRANTS} monitors`;

export const isFull = (grants: Dataset['monitors'], monitor: string): boolean =>
  !(monitor in grants) && Object.keys(grants).length >= MOST_GRANTS;
