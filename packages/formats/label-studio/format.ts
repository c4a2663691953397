import type { FormatFacts } from '../src/format.ts';

export const labelStudio = {
  title: 'Label Studio JSON',
  in: {
    sign: 'JSON with tasks (Label Studio)',
    recognizedBy: 'JSON with tasks: a list, or a file for each',
    labels:
      "rectangles, polygons, brushes and bit masks (as masks with their boxes), ellipses (as boxes), choices as classes; of several people's annotations the first",
  },
} satisfies FormatFacts;
