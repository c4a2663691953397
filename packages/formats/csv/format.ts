import type { FormatFacts } from '../src/format.ts';
import { IMPORTED, vertexLine } from './importer.ts';

export const csv = {
  title: 'AutoML CSV',
  out: { ...IMPORTED, train: (stemOf, type) => vertexLine(stemOf('csv'), 'csv', type) },
  in: {
    sign: 'CSV rows of TRAIN, TEST or VALIDATION and an image (AutoML Vision)',
    recognizedBy: 'rows of set, image and label (AutoML Vision, Vertex AI), with the image files',
    labels: 'boxes or classes',
  },
} satisfies FormatFacts;
