import { MOST_PREDICTIONS } from '../../../common/runs/run-lines.ts';
import type { Unread } from '../../../common/versions/import-ports.ts';
import { evaluating } from '../judge/run-sources.ts';
import {
  asRunFailed,
  openUpload,
  requireUploaded,
  type UploadInput,
  type UploadPorts,
} from './open-upload.ts';
import type { RunLoss, UploadFormat } from './raw.ts';
import { type SurveyedLabel, surveyUpload } from './survey-upload.ts';

export interface CheckedUpload {
  format: UploadFormat;
  images: number;
  empty: number;
  predictions: number;
  labels: SurveyedLabel[];
  unmatched: { count: number; items: Unread[] };
  lost: Partial<Record<RunLoss, number>>;
}

/**
 * What the file of a run holds (Contract 14). Changes nothing.
 * @throws HttpError as `requireUploaded` and `openUpload`, and `run failed`
 */
export async function checkUpload(input: UploadInput, ports: UploadPorts): Promise<CheckedUpload> {
  const found = await requireUploaded(input, ports);
  const check = async (): Promise<CheckedUpload> => {
    const reading = await openUpload(found, input, ports);
    const { images, labels, unmatched, lost } = await surveyUpload(reading);
    const sizes = [...images.values()].map(({ predictions }) => Math.min(predictions, MOST_PREDICTIONS));
    return {
      format: reading.file.format,
      images: sizes.length,
      empty: sizes.filter((each) => each === 0).length,
      predictions: sizes.reduce((sum, each) => sum + each, 0),
      labels,
      unmatched: unmatched.shown(),
      lost,
    };
  };
  return evaluating.run(() => asRunFailed(check), { signal: input.signal });
}
