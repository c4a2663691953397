import { ARCHIVE, type FormatFacts, python, unpack } from '../src/format.ts';
import { said } from '../src/loss.ts';

export const voc = {
  title: 'Pascal VOC',
  out: {
    ...ARCHIVE,
    revision: 2,
    file: '`JPEGImages`, `Annotations`, `ImageSets/Main`, `labelmap.txt`',
    contains: 'boxes in whole pixels, classes of images',
    holds: (type) => ({ boxes: true, classes: type !== 'imageObjectDetection', masks: false }),
    losses: ({ counts: { features } }) =>
      features.rects + features.maskBoxes > 0 ? said('whole-pixels', 'Edges of boxes are whole pixels.') : [],
    train: (stemOf) => {
      const stem = stemOf('voc');
      // torchvision expects this folder for the year 2012.
      const code = `from torchvision.datasets import VOCDetection; print(VOCDetection('${stem}', '2012', 'train'))`;
      return { tool: 'torchvision', line: `${unpack(stem, `${stem}/VOCdevkit/VOC2012`)} ${python(code)}` };
    },
  },
  in: {
    sign: 'XML files with an annotation (Pascal VOC)',
    recognizedBy: 'XML files with `<annotation>`, in `Annotations/` or beside the images',
    labels: 'boxes; sets and classes from `ImageSets/Main/`, all labels from `labelmap.txt` (CVAT)',
  },
} satisfies FormatFacts;
