import { HttpError } from '../../../common/errors.ts';
import { runIsolated } from '../../../common/isolated/run-isolated.ts';
import type { Run } from '../../../common/runs/run-ports.ts';
import type { ReadyRun } from '../close-run.ts';
import { finishRun, readingOf } from '../finish-run.ts';
import type { GatherPorts } from '../gather-run.ts';
import type { gatherFile } from './isolated-upload.ts';
import { openUpload, requireUploaded, type UploadInput } from './open-upload.ts';

/**
 * Makes a run of the file that was sent for it (Contract 14); twice is once. If a call was interrupted, the next one begins
 * again: what the file says decides the result.
 * @throws HttpError as `requireUploaded` and `openUpload`, `version not found`, `version not ready`, `run failed`, `too costly`
 */
export async function makeUpload(input: UploadInput): Promise<ReadyRun> {
  const { signal } = input;
  const { dataset, run } = await requireUploaded(input);
  const made = run.counts ? run : await make();
  if (!made?.counts) throw new HttpError('run not found', { id: String(input.run) });
  return { number: made.number, hash: made.hash, counts: made.counts };

  async function make(): Promise<Run | null> {
    const opened = await openUpload({ dataset, run }, input);
    const gather = (found: GatherPorts) =>
      runIsolated<typeof gatherFile>('gatherFile', {
        input: opened.input,
        ports: { ...opened.ports, ...found },
        ...readingOf(input, signal),
      });
    return finishRun({ dataset, number: run.number, signal }, gather);
  }
}
