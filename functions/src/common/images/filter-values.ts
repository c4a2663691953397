/** Several values of one filter (Contract 9: GET images): any of them. */
import type { ImageFilter, OneOrMore } from '../ports.ts';

/** Each once. */
export const valuesOf = <T extends string>(given: OneOrMore<T>): T[] => [...new Set([given].flat() as T[])];

/** Firestore answers a query of at most 30 disjunctions, and each combination of values is one in each of the two shards. */
export const MOST_COMBINATIONS = 15;

export const combinationsOf = ({ tag = '', set = 'TRAIN', monitor = '' }: ImageFilter): number =>
  [tag, set, monitor].reduce((all, given) => all * valuesOf(given).length, 1);
