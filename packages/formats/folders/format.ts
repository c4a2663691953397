import type { FormatFacts } from '../src/format.ts';

export const folders = {
  title: { en: 'A folder for each class', de: 'Ein Ordner je Klasse' },
  in: {
    sign: 'JPEG, PNG or WebP pictures in folders',
    recognizedBy: 'images in folders',
    labels:
      'the folder is the class; one called `images`, `data`, `photos` or `all` only beside one with another name',
  },
} satisfies FormatFacts;
