/** Imports of archives (Contract 11). While one runs, its job has the progress. */
import { type DocumentSnapshot, FieldValue, type WriteBatch } from 'firebase-admin/firestore';
import { importRecord } from '../../../../../../packages/records/src/import.ts';
import { faultOf } from '../../../foreign-errors.ts';
import type { Beside } from '../../../jobs/job.ts';
import type { ImportRecord, ImportStep } from '../../../versions/import-ports.ts';
import { asRead } from '../change-document.ts';
import { inTime, readDocument, readFresh } from '../documents.ts';
import { text } from '../fields.ts';
import { addMessages } from '../hooks/add-message.ts';
import { datasetRef } from '../references.ts';

/** An import, and the job that runs it. */
export interface RunningImport {
  dataset: string;
  id: string;
  job: number;
}

const importRef = (dataset: string, id: string) => datasetRef(dataset).collection('import').doc(id);

export const imports = {
  /** An earlier attempt of the same request may have created it: it is kept then. */
  async create(
    dataset: string,
    { id, ...about }: Pick<ImportRecord, 'name' | 'size' | 'by'> & { id: string },
  ): Promise<void> {
    const fresh = { ...about, state: 'waiting', createdAt: FieldValue.serverTimestamp() };
    try {
      await inTime('write', importRef(dataset, id).create(fresh));
    } catch (error) {
      if (faultOf(error) !== 'exists') throw error;
    }
  },

  async find(dataset: string, id: string): Promise<ImportRecord | null> {
    const snapshot = await readDocument(importRef(dataset, id));
    return snapshot.exists ? importRecord.read(id, snapshot.data() ?? {}) : null;
  },

  /** With the creation of its job, which is the last one from then on. */
  begin({ dataset, id, job }: RunningImport, batch: WriteBatch): void {
    batch.update(importRef(dataset, id), { state: 'running', job, reason: '' });
  },

  /** With what hooks are told. */
  finish: (running: RunningImport, step: ImportStep): Beside =>
    settled(running, async (found, batch) => {
      const { total, added, known, failed } = step.progress;
      const data = { import: running.id, name: text(found.get('name')), total, added, known, failed };
      const event = { type: 'import.done', subject: `${running.id}-${running.job}`, data } as const;
      await addMessages({ kind: 'dataset', id: running.dataset }, event, batch);
      batch.update(found.ref, { ...step, state: 'done' }, asRead(found));
    }),

  /** @param reason null if its job was cancelled */
  stop: (running: RunningImport, reason: string | null): Beside =>
    settled(running, async (found, batch) => {
      const stopped = reason === null ? { state: 'waiting' } : { state: 'failed', reason };
      batch.update(found.ref, stopped, asRead(found));
    }),
};

/** What the end of a job does to its import; nothing where that is gone, or run by another one. */
const settled =
  (
    { dataset, id, job }: RunningImport,
    settle: (found: DocumentSnapshot, batch: WriteBatch) => Promise<void>,
  ): Beside =>
  async (batch) => {
    const found = await readFresh(importRef(dataset, id));
    if (found.get('job') === job) await settle(found, batch);
  };
