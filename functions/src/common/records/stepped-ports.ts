/** Port for records of long changes, on which jobs work (Contract 18). Adapters are in `adapters/`. */
import type { WriteBatch } from 'firebase-admin/firestore';

/** `job`: number of the last one; null: none has begun. */
export interface Worked {
  state: string;
  job: number | null;
}

export interface SteppedRecords<R extends { id: string; progress: Worked }> {
  /** @returns the one that is kept: if there is one with this id already, that one */
  make(dataset: string, record: R): Promise<R>;
  find(dataset: string, id: string): Promise<R | null>;
  /** Adds to the commit that makes the job. @param to the progress that follows; it may throw */
  begin(
    dataset: string,
    id: string,
    batch: WriteBatch,
    to: (progress: R['progress']) => Partial<R['progress']>,
  ): Promise<void>;
  /** Adds to a commit how far it is. @throws JobFailed if it is not in this state any more: it was undone */
  note(batch: WriteBatch, dataset: string, id: string, progress: Partial<R['progress']>): Promise<void>;
}
