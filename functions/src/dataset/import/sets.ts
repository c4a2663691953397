import type { ImportSet } from './plan.ts';

/** Names of sets as trainers write them, with a year behind them or without. */
const NAMES: readonly (readonly [RegExp, ImportSet])[] = [
  [/^(train|training|trn)\d*$/i, 'TRAIN'],
  [/^(val|valid|validation|dev)\d*$/i, 'VALIDATION'],
  [/^(test|testing|tst)\d*$/i, 'TEST'],
];

/** The set of a name; null if it is no set's. */
export const setOf = (name: string): ImportSet | null =>
  NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? null;

/** The set of a file by its folders; PREDETERMINED if none is a set's. */
export function setOfPath(path: string): ImportSet {
  for (const folder of path.split('/').slice(0, -1)) {
    const set = setOf(folder);
    if (set) return set;
  }
  return 'PREDETERMINED';
}

/** The set of a label file by its name's words, otherwise by its folders: `instances_val2017.json`, `train/labels.json`. */
export function setOfFile(path: string): ImportSet {
  const name = path.slice(path.lastIndexOf('/') + 1);
  for (const word of name.split(/[^A-Za-z0-9]+/)) {
    const set = setOf(word);
    if (set) return set;
  }
  return setOfPath(path);
}
