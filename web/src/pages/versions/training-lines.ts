/** For each format, a command that uses a version's file. docs/training.md says how they were tested. Pure. */
import type { DatasetType } from '../../../../packages/records/src/lists.ts';
import type { ExportFormat } from '../../data/versions/exports.ts';
import { fileStem } from '../../data/versions/file-name.ts';

export interface TrainingLine {
  /** Name of the program. */
  tool: string;
  line: string;
}

/** Datasets whose images have one class. */
export const isClassified = (type: DatasetType): boolean => type === 'MULTICLASS' || type === 'ANOMALY';

const YOLO_TASKS: Readonly<Record<DatasetType, readonly [task: string, model: string]>> = {
  MULTICLASS: ['classify', 'yolo11n-cls.pt'],
  ANOMALY: ['classify', 'yolo11n-cls.pt'],
  MULTILABEL: ['segment', 'yolo11n-seg.pt'],
  imageObjectDetection: ['detect', 'yolo11n.pt'],
};

const VERTEX_SCHEMAS: Readonly<Record<DatasetType, string>> = {
  MULTICLASS: 'single_label_classification',
  ANOMALY: 'single_label_classification',
  MULTILABEL: 'multi_label_classification',
  imageObjectDetection: 'bounding_box',
};

const python = (code: string): string => `python -c "${code}"`;
const unpack = (stem: string, folder = stem): string => `unzip -q ${stem}.zip -d ${folder} &&`;

export function trainingLine(
  format: ExportFormat,
  { dataset, number, type }: { dataset: string; number: number; type: DatasetType },
): TrainingLine {
  const stem = fileStem(dataset, number, format);
  switch (format) {
    case 'yolo': {
      const [task, model] = YOLO_TASKS[type];
      const data = isClassified(type) ? stem : `${stem}/data.yaml`;
      return { tool: 'Ultralytics', line: `${unpack(stem)} yolo ${task} train data=${data} model=${model}` };
    }
    case 'ndjson':
      // Ultralytics reads no classes of images from it: refused, or numbered differently in each set.
      if (isClassified(type)) return trainingLine('yolo', { dataset, number, type });
      return { tool: 'Ultralytics', line: `yolo detect train data=${stem}.ndjson model=yolo11n.pt` };
    case 'coco': {
      const files = `'${stem}/images/train', '${stem}/annotations/instances_train.json'`;
      const code = `from torchvision.datasets import CocoDetection; print(CocoDetection(${files}))`;
      return { tool: 'torchvision', line: `${unpack(stem)} ${python(code)}` };
    }
    case 'voc': {
      // torchvision expects this folder for the year 2012.
      const code = `from torchvision.datasets import VOCDetection; print(VOCDetection('${stem}', '2012', 'train'))`;
      return {
        tool: 'torchvision',
        line: `${unpack(stem, `${stem}/VOCdevkit/VOC2012`)} ${python(code)}`,
      };
    }
    case 'masks': {
      // Without a list, a class without images in a set is an error; `allow_empty` came with torchvision 0.18.
      const names = `names = open('${stem}/classes.txt', encoding='utf-8').read().splitlines()`;
      const filled =
        'lambda self, root: (names, {name: number for number, name in enumerate(names) if os.listdir(os.path.join(root, name))})';
      const code = `import os; from torchvision.datasets import ImageFolder; ${names}; ImageFolder.find_classes = ${filled}; print(ImageFolder('${stem}/train'))`;
      return { tool: 'torchvision', line: `${unpack(stem)} ${python(code)}` };
    }
    case 'imagefolder': {
      const code = `from datasets import load_dataset; print(load_dataset('imagefolder', data_dir='${stem}'))`;
      return { tool: 'Hugging Face Datasets', line: `${unpack(stem)} ${python(code)}` };
    }
    case 'sightline': {
      const code = `import json; print(json.loads(next(open('${stem}/images.jsonl', encoding='utf-8'))))`;
      return { tool: 'Python', line: `${unpack(stem)} ${python(code)}` };
    }
    default:
      return { tool: 'Vertex AI', line: vertexLine(stem, format, type) };
  }
}

function vertexLine(stem: string, format: ExportFormat, type: DatasetType): string {
  const file = `${stem}.${format === 'vertex-jsonl' ? 'jsonl' : 'csv'}`;
  const schema = `aiplatform.schema.dataset.ioformat.image.${VERTEX_SCHEMAS[type]}`;
  const code = `from google.cloud import aiplatform; aiplatform.ImageDataset.create(display_name='${stem}', gcs_source='gs://BUCKET/${file}', import_schema_uri=${schema})`;
  return `gcloud storage cp ${file} gs://BUCKET/ && ${python(code)}`;
}
