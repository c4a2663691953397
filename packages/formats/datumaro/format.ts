import type { FormatFacts } from '../src/format.ts';

export const datumaro = {
  title: 'Datumaro',
  in: {
    sign: 'a JSON file with categories and items (Datumaro)',
    recognizedBy: 'JSON with `categories` and `items`',
    labels: 'labels, boxes, polygons, masks, ellipses (as boxes)',
  },
} satisfies FormatFacts;
