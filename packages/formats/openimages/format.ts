import type { FormatFacts } from '../src/format.ts';

export const openimages = {
  title: 'OpenImages',
  in: {
    sign: 'a CSV file with ImageID and LabelName (OpenImages)',
    recognizedBy: 'CSV files with `ImageID` and `LabelName`, names in `class-descriptions`',
    labels: 'boxes, classes, masks (`MaskPath`, scaled to the image)',
  },
} satisfies FormatFacts;
