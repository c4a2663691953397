/** Exports of Roboflow and Label Studio, and folders of Hugging Face. */
import {
  BOLT,
  BOLT_BOX,
  cocoFile,
  type ForeignArchive,
  HUGGING_FACE,
  LABEL_STUDIO,
  LABEL_STUDIO_TASK,
  NUT,
  NUT_BOX,
  ROBOFLOW,
  vocFile,
} from './pieces.ts';

export const OF_OTHERS: readonly ForeignArchive[] = [
  {
    program: 'Roboflow, COCO',
    source: `${ROBOFLOW}/coco-json`,
    files: {
      'README.dataset.txt': 'parts > 2026',
      'README.roboflow.txt': 'exported',
      ...Object.fromEntries(
        (
          [
            ['train', 'a_jpg.rf.0a1b.jpg', 1, BOLT_BOX],
            ['valid', 'b_jpg.rf.2c3d.jpg', 2, NUT_BOX],
            ['test', 'c_jpg.rf.4e5f.jpg', 2, NUT_BOX],
          ] as const
        ).flatMap(([set, name, category, box]) => [
          [`${set}/${name}`, name],
          [
            `${set}/_annotations.coco.json`,
            {
              info: {
                year: '2026',
                version: '2',
                contributor: '',
                date_created: '2026-11-22T10:00:00+00:00',
              },
              licenses: [{ id: 1, url: 'https://creativecommons.org/licenses/by/4.0/', name: 'CC BY 4.0' }],
              categories: [
                { id: 0, name: 'parts', supercategory: 'none' },
                { id: 1, name: 'bolt', supercategory: 'parts' },
                { id: 2, name: 'nut', supercategory: 'parts' },
              ],
              ...cocoFile({ license: 1, file_name: name, extra: { name: 'a.jpg' } }, category, box),
            },
          ],
        ]),
      ),
    },
    format: 'coco',
    labels: ['bolt', 'nut'],
    images: {
      'train/a_jpg.rf.0a1b.jpg': ['TRAIN', BOLT],
      'valid/b_jpg.rf.2c3d.jpg': ['VALIDATION', NUT],
      'test/c_jpg.rf.4e5f.jpg': ['TEST', NUT],
    },
  },
  {
    program: 'Roboflow, YOLOv8',
    source: `${ROBOFLOW}/yolov8-pytorch-txt`,
    files: {
      'README.dataset.txt': 'parts > 2026',
      'README.roboflow.txt': 'exported',
      'data.yaml':
        "train: ../train/images\nval: ../valid/images\ntest: ../test/images\n\nnc: 2\nnames: ['bolt', 'nut']\n\nroboflow:\n  workspace: w\n  project: parts\n  version: 2\n",
      'train/images/a_jpg.rf.0a1b.jpg': 'a',
      'train/labels/a_jpg.rf.0a1b.txt': '0 0.35 0.4 0.5 0.4',
      'valid/images/b_jpg.rf.2c3d.jpg': 'b',
      'valid/labels/b_jpg.rf.2c3d.txt': '1 0.3 0.5 0.2 0.2',
      'test/images/c_jpg.rf.4e5f.jpg': 'c',
      'test/labels/c_jpg.rf.4e5f.txt': '',
    },
    format: 'yolo',
    labels: ['bolt', 'nut'],
    images: {
      'train/images/a_jpg.rf.0a1b.jpg': ['TRAIN', BOLT],
      'valid/images/b_jpg.rf.2c3d.jpg': ['VALIDATION', NUT],
      'test/images/c_jpg.rf.4e5f.jpg': ['TEST'],
    },
  },
  {
    program: 'Roboflow, YOLO Darknet',
    source: `${ROBOFLOW}/yolo-darknet-txt`,
    files: {
      'train/_darknet.labels': 'bolt\nnut\n',
      'train/a.jpg': 'a',
      'train/a.txt': '0 0.35 0.4 0.5 0.4\n',
      'valid/_darknet.labels': 'bolt\nnut\n',
      'valid/b.jpg': 'b',
      'valid/b.txt': '1 0.3 0.5 0.2 0.2\n',
    },
    format: 'yolo',
    labels: ['bolt', 'nut'],
    images: { 'train/a.jpg': ['TRAIN', BOLT], 'valid/b.jpg': ['VALIDATION', NUT] },
  },
  {
    program: 'Roboflow, Pascal VOC',
    source: `${ROBOFLOW}/pascal-voc-xml`,
    files: {
      'README.dataset.txt': 'parts > 2026',
      'train/a_jpg.rf.0a1b.jpg': 'a',
      'train/a_jpg.rf.0a1b.xml': vocFile('a_jpg.rf.0a1b.jpg', 'bolt', [11, 11, 49, 19], 0),
      'valid/b_jpg.rf.2c3d.jpg': 'b',
      'valid/b_jpg.rf.2c3d.xml': vocFile('b_jpg.rf.2c3d.jpg', 'nut', [21, 21, 19, 9], 0),
    },
    format: 'voc',
    labels: ['bolt', 'nut'],
    images: { 'train/a_jpg.rf.0a1b.jpg': ['TRAIN', BOLT], 'valid/b_jpg.rf.2c3d.jpg': ['VALIDATION', NUT] },
  },
  {
    program: 'Roboflow, classification by folders',
    source: `${ROBOFLOW}/classification-folder`,
    files: {
      'README.dataset.txt': 'x',
      'train/bolt/a.jpg': 'a',
      'valid/nut/b.jpg': 'b',
      'test/nut/c.jpg': 'c',
    },
    format: 'yolo',
    labels: ['bolt', 'nut'],
    images: {
      'train/bolt/a.jpg': ['TRAIN', 'bolt'],
      'valid/nut/b.jpg': ['VALIDATION', 'nut'],
      'test/nut/c.jpg': ['TEST', 'nut'],
    },
  },
  {
    program: 'Label Studio, COCO',
    source: `${LABEL_STUDIO}#COCO`,
    files: {
      'result.json': {
        ...cocoFile({ file_name: 'images\\1f2e3d4c-a.jpg' }, 0, BOLT_BOX, { ignore: 0 }),
        categories: [
          { id: 0, name: 'bolt' },
          { id: 1, name: 'nut' },
        ],
        info: { year: 2026, version: '1.0', description: '', contributor: 'Label Studio', url: '' },
      },
      'images/1f2e3d4c-a.jpg': 'a',
    },
    format: 'coco',
    labels: ['bolt', 'nut'],
    images: { 'images/1f2e3d4c-a.jpg': ['PREDETERMINED', BOLT] },
  },
  {
    program: 'Label Studio, YOLO',
    source: `${LABEL_STUDIO}#YOLO`,
    files: {
      'classes.txt': 'bolt\nnut\n',
      'notes.json': {
        categories: [
          { id: 0, name: 'bolt' },
          { id: 1, name: 'nut' },
        ],
        info: { year: 2026, version: '1.0', contributor: 'Label Studio' },
      },
      'images/1f2e3d4c-a.jpg': 'a',
      'labels/1f2e3d4c-a.txt': '0 0.35 0.4 0.5 0.4\n',
      'images/5a6b7c8d-b.jpg': 'b',
      'labels/5a6b7c8d-b.txt': '1 0.3 0.5 0.2 0.2\n',
    },
    format: 'yolo',
    labels: ['bolt', 'nut'],
    images: {
      'images/1f2e3d4c-a.jpg': ['PREDETERMINED', BOLT],
      'images/5a6b7c8d-b.jpg': ['PREDETERMINED', NUT],
    },
  },
  {
    program: 'Label Studio, YOLOv8 OBB',
    source: `${LABEL_STUDIO}#YOLO`,
    files: {
      'classes.txt': 'bolt\n',
      'notes.json': { categories: [{ id: 0, name: 'bolt' }] },
      'images/1f2e3d4c-a.jpg': 'a',
      'labels/1f2e3d4c-a.txt': '0 0.1 0.2 0.6 0.2 0.6 0.6 0.1 0.6\n',
    },
    format: 'yolo',
    labels: ['bolt'],
    images: { 'images/1f2e3d4c-a.jpg': ['PREDETERMINED', BOLT, 'mask bolt'] },
  },
  {
    program: 'Label Studio, Pascal VOC',
    source: `${LABEL_STUDIO}#Pascal-VOC-XML`,
    files: {
      'Annotations/1f2e3d4c-a.xml': vocFile('1f2e3d4c-a', 'bolt', [11, 11, 49, 19], 0),
      'images/1f2e3d4c-a.jpg': 'a',
    },
    format: 'voc',
    labels: ['bolt'],
    images: { 'images/1f2e3d4c-a.jpg': ['PREDETERMINED', BOLT] },
  },
  {
    program: 'Label Studio, JSON',
    source: `${LABEL_STUDIO}#JSON`,
    files: { 'project-1-at-2026-11-22.json': [LABEL_STUDIO_TASK], 'images/1f2e3d4c-a.jpg': 'a' },
    format: 'label-studio',
    labels: ['bolt'],
    images: { 'images/1f2e3d4c-a.jpg': ['PREDETERMINED', BOLT] },
  },
  {
    program: 'Label Studio, a file per task',
    source: `${LABEL_STUDIO}#JSON`,
    files: { 'tasks/1.json': LABEL_STUDIO_TASK, 'images/1f2e3d4c-a.jpg': 'a' },
    format: 'label-studio',
    labels: ['bolt'],
    images: { 'images/1f2e3d4c-a.jpg': ['PREDETERMINED', BOLT] },
  },
  {
    program: 'Hugging Face, metadata.csv for each set',
    source: HUGGING_FACE,
    files: {
      'data/train/metadata.csv': 'file_name,label,note\na.jpg,bolt,"first, and best"\n',
      'data/train/a.jpg': 'a',
      'data/test/metadata.csv': '\ufefffile_name,label\nb.jpg,nut\n',
      'data/test/b.jpg': 'b',
    },
    format: 'imagefolder',
    labels: ['bolt', 'nut'],
    images: { 'data/train/a.jpg': ['TRAIN', 'bolt'], 'data/test/b.jpg': ['TEST', 'nut'] },
    notes: ['Not kept: attributes (1).'],
  },
  {
    program: 'Hugging Face, one metadata.csv above the sets',
    source: HUGGING_FACE,
    files: {
      'metadata.csv': 'label,file_name\nbolt,train/a.jpg\nnut,validation/b.jpg\n',
      'train/a.jpg': 'a',
      'validation/b.jpg': 'b',
    },
    format: 'imagefolder',
    labels: ['bolt', 'nut'],
    images: { 'train/a.jpg': ['TRAIN', 'bolt'], 'validation/b.jpg': ['VALIDATION', 'nut'] },
  },
  {
    program: 'Hugging Face, metadata.jsonl with objects',
    source: HUGGING_FACE,
    files: {
      'train/metadata.jsonl': `${JSON.stringify({ file_name: 'a.jpg', objects: { bbox: [BOLT_BOX], categories: ['bolt'] } })}\n`,
      'train/a.jpg': 'a',
    },
    format: 'imagefolder',
    labels: ['bolt'],
    images: { 'train/a.jpg': ['TRAIN', 'bolt 10 10 50 20 px'] },
  },
];
