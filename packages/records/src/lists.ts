/** The words that records and requests choose from. */

/** Spec 2.1, exact values. */
export const DATASET_TYPES = ['MULTICLASS', 'MULTILABEL', 'ANOMALY', 'imageObjectDetection'] as const;
export type DatasetType = (typeof DATASET_TYPES)[number];

/** Spec 2.3, exact values. */
export const SET_TYPES = ['TRAIN', 'TEST', 'VALIDATION', 'PREDETERMINED', 'REVIEW'] as const;
export type SetType = (typeof SET_TYPES)[number];

/** The sets of an import file and of a version (Contract 4). */
export const TRAINING_SETS = ['TRAIN', 'TEST', 'VALIDATION'] as const;
export type TrainingSet = (typeof TRAINING_SETS)[number];

/** What a person decides about an image (Contract 9). */
export const DECISIONS = ['accept', 'review', 'reject', 'empty'] as const;
export type Decision = (typeof DECISIONS)[number];

/** What suggestions know pictures by (Contract 15). */
export const EMBEDDERS = ['off', 'builtin', 'http'] as const;
export type Embedder = (typeof EMBEDDERS)[number];

/** Of a version (Contract 11): only `building` changes. */
export const VERSION_STATES = ['building', 'ready', 'failed'] as const;
export type VersionState = (typeof VERSION_STATES)[number];

/** Of an import (Contract 11): `waiting` for its archive, or to be run. */
export const IMPORT_STATES = ['waiting', 'running', 'done', 'failed'] as const;

/** Of a run (Contract 14). */
export const RUN_STATES = ['open', 'building', 'ready', 'failed'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Where the predictions of a run come from. */
export const RUN_SOURCES = ['upload', 'live', 'detect', 'builtin'] as const;
export type RunSource = (typeof RUN_SOURCES)[number];

/** Long work that goes on by itself (Contract 18). */
export const JOB_KINDS = [
  'version',
  'import',
  'export',
  'accept',
  'select',
  'undo',
  'detect',
  'embed',
  'evaluate',
  'compare',
  'purge',
  'recount',
  'retain',
  'suggest',
  'merge',
] as const;
export type JobKind = (typeof JOB_KINDS)[number];

/** Of a job: the last three are for ever. */
export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];
