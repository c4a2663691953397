/** Ports for runs: what one model said about the images of a dataset (Contract 14). Adapters are in `adapters/`. */

import type { WriteBatch } from 'firebase-admin/firestore';
import type { RunSource, RunState, SetType, TrainingSet } from '../../../../packages/records/src/lists.ts';
import type { RunImage } from '../../../../packages/records/src/run-lines.ts';
import type { ImageFilter, PagePlace } from '../ports.ts';
import type { Worked } from '../records/stepped-ports.ts';

/** Numbers of a run that is ready. */
export interface RunCounts {
  /** Images that were looked at, and those of them in which the model saw nothing. */
  images: number;
  empty: number;
  predictions: number;
  /** Predictions by tag id. */
  tags: Record<string, number>;
  /** Images of which it had predictions, but that were gone from the dataset. */
  gone: number;
}

/** How far a detector has come with the images of a selection, newest first (Contract 16). */
export interface Detecting {
  /** Number of the last job that has worked on it; null: none has begun. */
  job: number | null;
  filter: ImageFilter;
  /** Of the detector (`detectorMark`): a run is that of one. */
  detector: string;
  /** The next image comes after it; null: the first one. */
  after: PagePlace | null;
  /** No image is left. */
  isWhole: boolean;
  /** Images that the detector has answered for, and those that it could not look at. */
  done: number;
  failed: number;
  /** Predictions that were left out, by what the detector calls them. */
  lost: readonly { label: string; predictions: number }[];
}

/**
 * The images that a model was given: those of a version, in all of its sets or in some; every image of the dataset when the run is
 * made; or only those that its file names. One that was given and is not named has no predictions.
 */
export type Covers = 'all' | 'listed' | { version: number; sets?: readonly SetType[] | undefined };

/** `dataset/{id}/run/{number}`. It never changes a label, a counter, a set or a version. */
export interface Run {
  number: number;
  name: string;
  /** Whatever the caller calls its model; `''` if not given. */
  model: string;
  source: RunSource;
  /** Number of the version that the model was trained on; null if unknown. */
  trainedOn: number | null;
  state: RunState;
  /** SHA-256 of the file, hexadecimal; `''` unless ready. */
  hash: string;
  /** Null unless ready. */
  counts: RunCounts | null;
  /** uid of the person, `''` if unknown. */
  by: string;
  /** Unix milliseconds. */
  createdAt: number;
  /** Why it failed; `''` otherwise. */
  reason: string;
  /** Of a run of a file only; absent if nobody has said it. */
  covers?: Covers;
  /** Of a run of a detector only. */
  detecting?: Detecting;
  /** Images that are at least so sure to be bad are called bad: chosen on these images by the one limit or the other. */
  point?: {
    version: number;
    set: TrainingSet;
    escapes?: number | undefined;
    falseRejects?: number | undefined;
    threshold: number;
  };
}

/** Sources of runs that are told their predictions bit by bit, until they are closed. */
export const isTold = ({ source }: Pick<Run, 'source'>): boolean => source === 'live' || source === 'detect';

export type NewRun = Pick<Run, 'name' | 'model' | 'source' | 'trainedOn' | 'by' | 'detecting' | 'covers'>;

/** What a run that becomes ready gets. */
export type MadeRun = Pick<Run, 'hash'> & { counts: RunCounts };

/** An image with the line of the run's file about it. */
export interface ToldLine {
  image: string;
  line: string;
}

export interface Runs {
  /**
   * Creates the next run: `open` if it is told its predictions, else `building`. Two concurrent calls get two numbers.
   * @param request identifies the caller's request: a retry gets the run that the first attempt created
   */
  create(dataset: string, run: NewRun, request: string | null): Promise<Run>;
  /** Adds the next run to a commit, which fails if another one gets its number. @returns the number */
  add(batch: WriteBatch, dataset: string, run: NewRun): Promise<number>;
  /** Adds to a commit that a run which is `building` goes. */
  unmake(batch: WriteBatch, dataset: string, number: number): Promise<void>;
  find(dataset: string, number: number): Promise<Run | null>;
  /** Highest number first, below `after` if it is given. */
  page(dataset: string, options: { limit: number; after: number | null }): Promise<Run[]>;
  /**
   * Keeps what a live run that is open is told, as one; a line replaces that of the same image. Durable when it returns.
   * @returns the run if it is not such a one, and nothing was kept; null if it is gone
   */
  predict(dataset: string, number: number, lines: readonly ToldLine[]): Promise<Run | 'kept' | null>;
  /** A job begins to detect: added to the commit that makes it. @param to it may throw */
  begin(
    dataset: string,
    number: string,
    batch: WriteBatch,
    to: (detecting: Worked) => Partial<Worked>,
  ): Promise<void>;
  /** Adds to a commit what a detector said, with how far it has come. @returns false if the run is not open any more */
  detect(
    batch: WriteBatch,
    dataset: string,
    number: number,
    { to, lines }: { to: Detecting; lines: readonly ToldLine[] },
  ): Promise<boolean>;
  /** An open run takes no more predictions, and becomes `building`. @returns the run as it is then; null if it is gone */
  close(dataset: string, number: number): Promise<Run | null>;
  /** What an open run was told, in the order of the images' ids, a few at a time. */
  told(dataset: string, number: number): AsyncIterable<readonly RunImage[]>;
  /** Those of these images of which an open run was told; null if it is not open any more. */
  areTold(dataset: string, number: number, images: readonly string[]): Promise<string[] | null>;
  /** A run that is `building` becomes `ready`. @returns the run as it is then; null if it is gone */
  finish(dataset: string, number: number, made: MadeRun): Promise<Run | null>;
  /** The first step of a deletion: it takes no more predictions, and becomes `failed`. False: it is gone. */
  retire(dataset: string, number: number): Promise<boolean>;
  /** Removes one page of an open run's predictions. @returns false if there were none left */
  removePredictions(dataset: string, number: number): Promise<boolean>;
  /** Does nothing if the run is gone. */
  setPoint(dataset: string, number: number, point: NonNullable<Run['point']>): Promise<void>;
  remove(dataset: string, number: number): Promise<void>;
}

/** Name of the object that is sent for a run; it goes after seven days (`rules/storage.lifecycle.json`). */
export const runUploadName = (dataset: string, run: number): string => `run/${dataset}/${run}.upload`;

/** Name of the object with a run's lines: the same content has the same name. */
export const runName = (dataset: string, hash: string): string => `dataset/${dataset}/run/${hash}.ndjson`;
/** Name of the object with what orders and filters a run's images (`dataset/runs/judge/run-index.ts`). */
export const runIndexName = (dataset: string, run: number): string => `dataset/${dataset}/run/${run}.index`;
/** How the names of a run's lines and of the reports about it begin. */
export const runReportPrefix = (dataset: string, hash: string): string => `dataset/${dataset}/run/${hash}.`;
/** Name of the object with a report about a run. @param key of the question (`dataset/runs/judge/evaluate-run.ts`) */
export const runReportName = (dataset: string, hash: string, key: string): string =>
  `${runReportPrefix(dataset, hash)}${key}.json`;
