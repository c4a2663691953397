import type { FormatFacts } from '../src/format.ts';

export const tensorflowCsv = {
  title: { en: 'TensorFlow, table of boxes', de: 'TensorFlow, Tabelle der Rahmen' },
  in: {
    sign: 'a CSV file with filename, class, xmin, ymin, xmax and ymax (TensorFlow)',
    recognizedBy:
      'a CSV file with `filename, class, xmin, ymin, xmax, ymax` (`_annotations.csv` of Roboflow)',
    labels: 'boxes',
  },
} satisfies FormatFacts;
