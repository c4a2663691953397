import type { FormatFacts } from '../src/format.ts';

export const supervisely = {
  title: 'Supervisely',
  in: {
    sign: 'folders ann and img (Supervisely)',
    recognizedBy: '`ann/<image>.json` beside `img/`, and `meta.json`',
    labels: 'rectangles, polygons, bitmaps, tags of images as classes',
  },
} satisfies FormatFacts;
