/** What reads files of predictions (Contract 14), and in which formats runs are exported. */
import { cocoResults, ultralytics } from './coco/predictions.ts';
import { labelStudio } from './label-studio/predictions.ts';
import { ownLines } from './sightline/predictions.ts';
import type { PredictionFormat } from './src/runs/prediction-format.ts';
import { vertex } from './vertex-jsonl/predictions.ts';
import { yoloTexts } from './yolo/predictions.ts';

export const PREDICTIONS = {
  ndjson: ownLines,
  coco: cocoResults,
  ultralytics,
  yolo: yoloTexts,
  vertex,
  labelstudio: labelStudio,
} as const satisfies Record<string, PredictionFormat>;
export type UploadFormat = keyof typeof PREDICTIONS;
export const UPLOAD_FORMATS = Object.keys(PREDICTIONS) as UploadFormat[];

export const RUN_FORMATS = ['coco', 'yolo', 'ndjson'] as const satisfies readonly UploadFormat[];
export type RunFormat = (typeof RUN_FORMATS)[number];
