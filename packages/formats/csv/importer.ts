import type { DatasetType } from '../../records/src/lists.ts';
import { type FormatOut, python, type TrainingLine } from '../src/format.ts';
import { importerHolds, importerLosses } from './losses.ts';

const SCHEMAS: Readonly<Record<DatasetType, string>> = {
  MULTICLASS: 'single_label_classification',
  ANOMALY: 'single_label_classification',
  MULTILABEL: 'multi_label_classification',
  imageObjectDetection: 'bounding_box',
};

/** Vertex AI reads all three. */
export function vertexLine(stem: string, ending: string, type: DatasetType): TrainingLine {
  const file = `${stem}.${ending}`;
  const schema = `aiplatform.schema.dataset.ioformat.image.${SCHEMAS[type]}`;
  const code = `from google.cloud import aiplatform; aiplatform.ImageDataset.create(display_name='${stem}', gcs_source='gs://BUCKET/${file}', import_schema_uri=${schema})`;
  return { tool: 'Vertex AI', line: `gcloud storage cp ${file} gs://BUCKET/ && ${python(code)}` };
}

/** The import files of Google. */
export const IMPORTED = {
  modes: ['links'],
  isStorage: true,
  ending: 'csv',
  contentType: 'text/csv; charset=utf-8',
  revision: 1,
  file: '[the import file](../train/datasets.md#csv) of AutoML Vision or Vertex AI',
  contains: 'boxes, or classes of images',
  holds: importerHolds,
  losses: importerLosses,
} as const satisfies Partial<FormatOut>;
