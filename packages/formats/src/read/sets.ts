import { baseOf } from './image-index.ts';
import type { ImportSet } from './plan.ts';

/** Names of sets as training tools write them, with or without a year at the end. */
const NAMES: readonly (readonly [RegExp, ImportSet])[] = [
  [/^(train|training|trn)\d*$/i, 'TRAIN'],
  [/^(val|valid|validation|dev)\d*$/i, 'VALIDATION'],
  [/^(test|testing|tst)\d*$/i, 'TEST'],
];

/** Names of sets in Vertex AI's files. */
export const VERTEX_SETS: ReadonlyMap<string, ImportSet> = new Map([
  ['training', 'TRAIN'],
  ['validation', 'VALIDATION'],
  ['test', 'TEST'],
]);

/** CVAT's YOLO 1.1 puts the images of a set into `obj_<set>_data`. */
const DARKNET_FOLDER = /^obj_(\w+)_data$/i;

/** The set that a name means; null if it means none. */
export function setOf(name: string): ImportSet | null {
  const word = DARKNET_FOLDER.exec(name)?.[1] ?? name;
  return NAMES.find(([pattern]) => pattern.test(word))?.[1] ?? null;
}

/** The set of a file by its folders; PREDETERMINED if none is a set's. */
export const setOfPath = (path: string): ImportSet => firstSet(path.split('/').slice(0, -1));

/** The set of a label file by its name's words, otherwise by its folders: `instances_val2017.json`, `train/labels.json`. */
export const setOfFile = (path: string): ImportSet =>
  firstSet([...baseOf(path).split(/[^A-Za-z0-9]+/), ...path.split('/').slice(0, -1)]);

const firstSet = (names: readonly string[]): ImportSet =>
  names.map(setOf).find((set) => set !== null) ?? 'PREDETERMINED';
