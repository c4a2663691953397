import { runIsolated } from '../../../common/isolated/run-isolated.ts';
import { readingOf } from '../finish-run.ts';
import type { CheckedUpload, checkFile } from './isolated-upload.ts';
import { openUpload, requireUploaded, type UploadInput } from './open-upload.ts';

/**
 * What the file of a run holds (Contract 14). Changes nothing.
 * @throws HttpError as `requireUploaded` and `openUpload`, `version not found`, `version not ready`, `run failed`, `too costly`
 */
export async function checkUpload(input: UploadInput): Promise<CheckedUpload> {
  const found = await requireUploaded(input);
  const opened = await openUpload(found, input);
  return runIsolated<typeof checkFile>('checkFile', { ...opened, ...readingOf(input, input.signal) });
}
