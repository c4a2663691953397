import { HttpError } from '../../../common/errors.ts';
import type { Run, Runs } from '../../../common/runs/run-ports.ts';
import type { ReadyRun } from '../close-run.ts';
import { type FinishPorts, finishRun } from '../finish-run.ts';
import { evaluating } from '../judge/run-sources.ts';
import {
  asRunFailed,
  openUpload,
  requireUploaded,
  type UploadInput,
  type UploadPorts,
} from './open-upload.ts';
import { sortedImages } from './sorted-images.ts';
import { surveyUpload } from './survey-upload.ts';

interface Ports extends UploadPorts {
  runs: UploadPorts['runs'] & Pick<Runs, 'finish'> & FinishPorts['runs'];
}

/**
 * Makes a run of the file that was sent for it (Contract 14); twice is once. If a call was interrupted, the next one begins
 * again: what the file says decides the result.
 * @throws HttpError as `requireUploaded` and `openUpload`, and `run failed`
 */
export async function makeUpload(input: UploadInput, ports: Ports): Promise<ReadyRun> {
  const { signal } = input;
  const make = async (): Promise<Run | null> => {
    const { dataset, run } = await requireUploaded(input, ports);
    if (run.counts) return run;
    const reading = await openUpload({ dataset, run }, input, ports);
    const survey = await surveyUpload(reading);
    return finishRun({ dataset, number: run.number, signal }, sortedImages(reading, survey), ports);
  };
  const made = await evaluating.run(() => asRunFailed(make), { signal });
  if (!made?.counts) throw new HttpError('run not found', { id: String(input.run) });
  return { number: made.number, hash: made.hash, counts: made.counts };
}
