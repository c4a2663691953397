import type { FormatFacts } from '../src/format.ts';

export const classesCsv = {
  title: { en: 'Roboflow, table of classes', de: 'Roboflow, Tabelle der Klassen' },
  in: {
    sign: '_classes.csv (Roboflow)',
    recognizedBy: '`_classes.csv` (Roboflow)',
    labels: 'classes',
  },
} satisfies FormatFacts;
