import { IMPORTED, vertexLine } from '../csv/importer.ts';
import { vertexLosses } from '../csv/losses.ts';
import type { FormatFacts } from '../src/format.ts';

export const vertexCsv = {
  title: 'Vertex AI CSV',
  out: {
    ...IMPORTED,
    losses: vertexLosses,
    train: (stemOf, type) => vertexLine(stemOf('vertex-csv'), 'csv', type),
  },
  in: {
    sign: 'CSV rows of training, test or validation and an image (Vertex AI)',
    recognizedBy: 'rows of set, image and label (AutoML Vision, Vertex AI), with the image files',
    labels: 'boxes or classes',
  },
} satisfies FormatFacts;
