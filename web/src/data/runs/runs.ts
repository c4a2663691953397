/** Runs of a dataset: what models say about its images (Contract 14). Listeners read them, so that the page shows when one is ready. */
import type { DocumentSnapshot } from 'firebase/firestore';
import type {
  ChosenPoint,
  PointOptions,
  RunCounts,
  RunFormat,
  RunPoint,
} from '../../../../client/src/runs.ts';
import type { RecordOf } from '../../../../packages/records/src/record.ts';
import { runRecord } from '../../../../packages/records/src/run.ts';
import { type Live, useLive } from '../live/live.ts';
import { liveDocument, liveQuery } from '../live/query.ts';
import { count, map } from '../live/snapshot.ts';
import { service } from '../service.ts';
import { saveAs } from '../versions/download.ts';

export type { RunFormat };

export interface Run extends Omit<RecordOf<typeof runRecord>, 'counts'> {
  /** Null unless ready. */
  counts: RunCounts | null;
  /** The operating point that was chosen, if one was. */
  point: RunPoint | null;
  /** Of a run of a detector: images that it has looked at, those that it could not look at included. */
  looked: number;
  /** Number of its last job; null: none has begun. */
  job: number | null;
}

/** The newest runs, highest number first. */
export function useRuns(dataset: string, limit: number): Live<Run[]> {
  return useLive(
    `runs ${dataset} ${limit}`,
    liveQuery(
      (sdk, firestore) =>
        sdk.query(
          sdk.collection(firestore, `dataset/${dataset}/run`),
          sdk.orderBy('number', 'desc'),
          sdk.limit(limit),
        ),
      toRun,
    ),
  );
}

/** Null if there is no such run. @param number null reads nothing */
export function useRun(dataset: string, number: number | null): Live<Run | null> {
  return useLive(
    number === null ? null : `run ${dataset} ${number}`,
    liveDocument(`dataset/${dataset}/run/${number}`, toRun),
  );
}

function toRun(document: DocumentSnapshot): Run {
  const fields = document.data({ serverTimestamps: 'estimate' }) ?? {};
  const detecting = map(fields.detecting);
  const { counts, ...read } = runRecord.read(document.id, fields);
  return {
    ...read,
    counts: counts as RunCounts | null,
    point: (fields.point ?? null) as RunPoint | null,
    looked: count(detecting.done) + count(detecting.failed),
    job: count(detecting.job) || null,
  };
}

const runsOf = (dataset: string) => service().datasets(dataset).runs;

export const deleteRun = (dataset: string, number: number): Promise<void> => runsOf(dataset).delete(number);

export const choosePoint = (dataset: string, number: number, options: PointOptions): Promise<ChosenPoint> =>
  runsOf(dataset).choosePoint(number, options);

/** An open run becomes ready, and takes no more predictions. */
export async function closeRun(dataset: string, number: number): Promise<void> {
  await runsOf(dataset).close(number);
}

export async function downloadRun(dataset: string, number: number, format: RunFormat): Promise<void> {
  const { fileName, stream } = await runsOf(dataset).export(number, format);
  saveAs(await new Response(stream).blob(), fileName);
}
