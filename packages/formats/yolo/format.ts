import type { DatasetType } from '../../records/src/lists.ts';
import { ARCHIVE, type FormatFacts, isClassified, unpack } from '../src/format.ts';
import { said } from '../src/loss.ts';
import { trainingLosses, withoutTrain } from './training-losses.ts';

const TASKS: Readonly<Record<DatasetType, readonly [task: string, model: string]>> = {
  MULTICLASS: ['classify', 'yolo11n-cls.pt'],
  ANOMALY: ['classify', 'yolo11n-cls.pt'],
  MULTILABEL: ['segment', 'yolo11n-seg.pt'],
  imageObjectDetection: ['detect', 'yolo11n.pt'],
};

export const yolo = {
  title: { en: 'YOLO folders', de: 'YOLO-Ordner' },
  out: {
    ...ARCHIVE,
    revision: 2,
    file: '`images/<set>`, `labels/<set>`, `data.yaml`; classification: `<set>/<class>`',
    contains: 'boxes; of MULTILABEL outlines of masks; or one class of an image',
    holds: (type) => ({
      boxes: !isClassified(type),
      classes: isClassified(type),
      masks: type === 'MULTILABEL',
    }),
    losses: (version) => {
      const set = version.counts.sets.TEST > 0 ? 'TEST' : 'TRAIN';
      return [
        ...trainingLosses(version, (empty) =>
          said(`no-validation-${set}`, `${empty}: data.yaml names the images of ${set} for it.`),
        ),
        // The folders of boxes name another set for it.
        ...(isClassified(version.type) ? withoutTrain(version) : []),
      ];
    },
    train: (stemOf, type) => {
      const stem = stemOf('yolo');
      const [task, model] = TASKS[type];
      const data = isClassified(type) ? stem : `${stem}/data.yaml`;
      return { tool: 'Ultralytics', line: `${unpack(stem)} yolo ${task} train data=${data} model=${model}` };
    },
  },
  in: {
    sign: 'data.yaml, obj.names or classes.txt with a text file for each picture (YOLO)',
    recognizedBy:
      '`data.yaml` (Ultralytics, CVAT, Roboflow), `obj.names` (CVAT), `_darknet.labels` (Roboflow) or `classes.txt` (Label Studio) with a text file per image; or folders `<set>/<class>/`',
    labels: 'boxes, polygons and oriented boxes (as polygons), or the class',
  },
} satisfies FormatFacts;
