import { ARCHIVE, type FormatFacts, python, unpack } from '../src/format.ts';

export const coco = {
  title: 'COCO',
  out: {
    ...ARCHIVE,
    modes: ['bytes', 'links', 'none'],
    revision: 2,
    file: '`images/<set>`, `annotations/instances_<set>.json`',
    contains: "boxes, masks as run lengths; an image's id is its number in the version; links as `coco_url`",
    holds: () => ({ boxes: true, classes: false, masks: true }),
    train: (stemOf) => {
      const stem = stemOf('coco');
      const files = `'${stem}/images/train', '${stem}/annotations/instances_train.json'`;
      const code = `from torchvision.datasets import CocoDetection; print(CocoDetection(${files}))`;
      return { tool: 'torchvision', line: `${unpack(stem)} ${python(code)}` };
    },
  },
  in: {
    sign: 'a JSON file with images and annotations (COCO)',
    recognizedBy:
      'a JSON file with `images` and `annotations`, one per set or one for all (CVAT, Roboflow, Label Studio)',
    labels: 'boxes; outlines and run lengths as a box and a mask; annotations with neither as classes',
  },
} satisfies FormatFacts;
