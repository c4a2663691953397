import type { FormatFacts } from '../src/format.ts';

export const cvat = {
  title: 'CVAT for images',
  in: {
    sign: 'an XML file with annotations of images (CVAT for images 1.1)',
    recognizedBy: 'XML with `<annotations>` and an `<image>` for each image (CVAT for images 1.1)',
    labels: 'boxes, polygons and masks, tags as classes; ellipses and turned boxes as the box around them',
  },
} satisfies FormatFacts;
