import { type FormatFacts, isClassified, LINES } from '../src/format.ts';
import { said } from '../src/loss.ts';
import { yolo } from '../yolo/format.ts';
import { trainingLosses, withoutTrain } from '../yolo/training-losses.ts';

const CLASSES_SHIFT =
  'Ultralytics 8.3.208 refuses this file, and later releases number the classes of each set by those that it has: use YOLO folders to train.';

export const ndjson = {
  title: 'Ultralytics NDJSON',
  out: {
    ...LINES,
    modes: ['links', 'none'],
    ending: 'ndjson',
    revision: 2,
    file: "Ultralytics' NDJSON, with the id of each `image`",
    contains: 'boxes, or one class of an image',
    holds: (type) => ({ boxes: !isClassified(type), classes: isClassified(type), masks: false }),
    losses: (version) => [
      ...trainingLosses(version, (empty) =>
        said(
          'no-validation-tenth',
          `${empty}: releases of Ultralytics that accept this take a tenth of the training images for it, of any session.`,
        ),
      ),
      ...withoutTrain(version),
      ...(isClassified(version.type) ? said('classes-shift', CLASSES_SHIFT) : []),
    ],
    train: (stemOf, type) => {
      // Ultralytics reads no classes of images from it: refused, or numbered differently in each set.
      if (isClassified(type)) return yolo.out.train(stemOf, type);
      return {
        tool: 'Ultralytics',
        line: `yolo detect train data=${stemOf('ndjson')}.ndjson model=yolo11n.pt`,
      };
    },
  },
  in: {
    sign: 'lines of JSON that begin with a dataset and its class_names (Ultralytics NDJSON)',
    recognizedBy: 'lines of JSON that begin with `class_names` (Ultralytics), with the image files',
    labels: 'boxes, classes, segments as a box and a mask',
  },
} satisfies FormatFacts;
