import { count, kept, listOf, mapOf, name, oneOf, text, toMap, toNumber, toText } from './field.ts';
import { DATASET_TYPES, EMBEDDERS, SET_TYPES, type SetType } from './lists.ts';
import { owned, ownedKept } from './owned.ts';
import { record } from './record.ts';
import { tagRecord } from './tag.ts';

/** Days after which unlabelled images go into the trash (null: never), and after which rejected ones are deleted (Contract 20). */
export interface Retention {
  unlabelled: number | null;
  rejected: number;
}

/** The most days: ten years; and a trash that is kept for longer than a year is no trash. */
export const LONGEST: Readonly<Record<keyof Retention, number>> = { unlabelled: 3650, rejected: 365 };
/** Milliseconds. */
export const DAY = 86_400_000;

/** Spec 2.1. */
export const datasetRecord = record(
  'dataset/{dataset}',
  {
    name: name('Name for people.'),
    type: oneOf(DATASET_TYPES, 'MULTICLASS', 'specification 2.1'),
    tags: listOf(
      '`id, name, color, imageCounter, annotationCounter, unclassified, sets` of each tag, for readers; the tag documents are the truth',
      (value) => {
        const id = toText(toMap(value).id);
        return { id, ...tagRecord.read(id, toMap(value)) };
      },
    ),
    imageCounter: count('images'),
    unlabelledCounter: count('images without class, annotation and mask'),
    sets: mapOf('images by set', (sets) => {
      const counts = SET_TYPES.map((set) => [set, Math.max(0, toNumber(sets[set]))]);
      return Object.fromEntries(counts) as Record<SetType, number>;
    }),
    suggest: oneOf(
      EMBEDDERS,
      'off',
      "what suggestions know pictures by: `http` is the deployment's own embedder; absent: `off`",
    ),
    detector: text('address of its own detector; absent: Cloud Vision'),
    retention: mapOf(
      '`unlabelled`: days after which unlabelled images go into the trash, null for never; `rejected`: days for which the trash keeps them, 7 unless given',
      ({ unlabelled, rejected }): Retention => ({
        unlabelled: toNumber(unlabelled) || null,
        rejected: toNumber(rejected) || 7,
      }),
    ),
    ...owned,
  },
  {
    ...ownedKept,
    monitors: kept(
      'map',
      'monitor id -> `by, at, born`: which monitors it admits, and who answers for that (contract 8)',
    ),
    vectors: kept(
      'map',
      'of `vector-states.ts`: `embedder` (name and version), `parts` (names of the objects), `have`, `unreadable`, and `walk`: how far the walk over its images has come (`after, have, unreadable`)',
    ),
    deleted: kept(
      'map',
      '`at, by, until, owner` for seven days, then `gone: true` for ever: ids are not given again',
    ),
  },
);
