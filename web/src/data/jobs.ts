/** Jobs of a dataset: long work that goes on without any page (Contract 18). */
import type { DocumentSnapshot } from 'firebase/firestore';
import { jobRecord } from '../../../packages/records/src/job.ts';
import type { RecordOf } from '../../../packages/records/src/record.ts';
import { type Live, useLive } from './live/live.ts';
import { liveDocument, liveQuery } from './live/query.ts';
import { Store } from './live/store.ts';
import { service } from './service.ts';

export type Job = RecordOf<typeof jobRecord>;

const read = (document: DocumentSnapshot): Job =>
  jobRecord.read(document.id, document.data({ serverTimestamps: 'estimate' }) ?? {});

/** Null if there is no such job. @param number null reads nothing */
export function useJob(dataset: string, number: number | null): Live<Job | null> {
  return useLive(
    number === null ? null : `job ${dataset} ${number}`,
    liveDocument(`dataset/${dataset}/job/${number}`, read),
  );
}

/** Of a page: jobs are kept for 30 days after their end. */
const LISTED = 100;

/** The newest ones, highest number first. */
export const useJobs = (dataset: string): Live<Job[]> =>
  useLive(
    `jobs ${dataset}`,
    liveQuery(
      (sdk, firestore) =>
        sdk.query(
          sdk.collection(firestore, `dataset/${dataset}/job`),
          sdk.orderBy('number', 'desc'),
          sdk.limit(LISTED),
        ),
      read,
    ),
  );

/** Those that have not ended: at most 20 wait, and few are worked on. */
export const useOpenJobs = (dataset: string): Live<Job[]> =>
  useLive(
    `open jobs ${dataset}`,
    liveQuery(
      (sdk, firestore) =>
        sdk.query(
          sdk.collection(firestore, `dataset/${dataset}/job`),
          sdk.where('place', 'in', ['waiting', 'sent']),
        ),
      read,
    ),
  );

export const cancelJob = (dataset: string, { number }: Job): Promise<unknown> =>
  service().datasets(dataset).jobs.cancel(number);

export interface Followed {
  dataset: string;
  number: number;
}

/** Jobs whose end is said, on whatever page the person is by then. */
export const followed = new Store<readonly Followed[]>([]);

const isSame = (one: Followed, other: Followed): boolean =>
  one.dataset === other.dataset && one.number === other.number;

export function followJobs(more: readonly Followed[]): void {
  const known = followed.get();
  const added = more.filter((each) => !known.some((other) => isSame(each, other)));
  if (added.length > 0) followed.set([...known, ...added]);
}

export const unfollowJob = (gone: Followed): void =>
  followed.set(followed.get().filter((each) => !isSame(each, gone)));
