import { isPerson, uidOf } from '../../common/access/permit-maker.ts';
import { contents } from '../../common/adapters/firestore/images/contents.ts';
import { imports, type RunningImport } from '../../common/adapters/firestore/records/imports.ts';
import type { Job } from '../../common/jobs/job.ts';
import type { Kind } from '../../common/jobs/kind.ts';
import { nameRequest } from '../../common/records/name-request.ts';
import type { ImportStep } from '../../common/versions/import-ports.ts';
import { startJob } from '../job/start-job.ts';
import { findImport, type ImportInput } from './open-import.ts';

/**
 * Runs an import (Contract 11).
 * @throws HttpError as `findImport`, `jobs enough`
 */
export async function startImport({
  requestKey,
  ...input
}: ImportInput & { requestKey: string | null }): Promise<Job> {
  const { id, format, tagmap, caller } = input;
  const { dataset } = await findImport(input);
  const sent = typeof tagmap === 'object' ? JSON.stringify(tagmap) : tagmap;
  const request = nameRequest(
    `run ${dataset.id} ${id} ${format ?? ''} ${sent ?? ''}`,
    uidOf(caller),
    requestKey,
  );
  return startJob(dataset, { kind: 'import', caller, request }, async (batch, job) => {
    imports.begin({ dataset: dataset.id, id, job }, batch);
    return { import: id, isPerson: isPerson(caller), format, tagmap: sent };
  });
}

/** An import runs exactly as long as its last job is not over. */
export const importJob: Kind = {
  async work(doing) {
    const { runImport } = await import('./run-import.ts');
    const result = await runImport(doing);
    return result && { result, beside: imports.finish(runningOf(doing.dataset.id, doing.job), result) };
  },

  drop: (dataset, job, reason) => imports.stop(runningOf(dataset, job), reason),

  /** With what came since the last step, and what an earlier run has brought. */
  async countDone(dataset, { input }, cursor) {
    const { done, added } = (cursor as ImportStep | null)?.progress ?? { done: 0, added: 0 };
    return done + Math.max(0, (await contents.ofImport(dataset, String(input.import))) - added);
  },
};

const runningOf = (dataset: string, { input, number }: Job): RunningImport => ({
  dataset,
  id: String(input.import),
  job: number,
});
