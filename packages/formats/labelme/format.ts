import type { FormatFacts } from '../src/format.ts';

export const labelme = {
  title: 'LabelMe',
  in: {
    sign: 'a JSON file with shapes for each picture (LabelMe)',
    recognizedBy: 'a JSON file with `shapes` beside each image (LabelMe, AnyLabeling)',
    labels: 'rectangles, polygons, masks, circles (as boxes); flags as classes',
  },
} satisfies FormatFacts;
