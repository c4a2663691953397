/** Archives that cannot be imported, most of them because they were exported without images. */
import {
  BOLT_BOX,
  CVAT,
  CVAT_XML,
  cocoFile,
  LABEL_STUDIO,
  LABEL_STUDIO_TASK,
  type RefusedArchive,
  vocFile,
} from './pieces.ts';

const WITHOUT_IMAGES =
  /^the archive has labels \(([\w-]+): .*\), but no pictures\. Looked for: JPEG, PNG or WebP files/;

export const REFUSED: readonly RefusedArchive[] = [
  {
    program: 'CVAT, COCO 1.0 without "Save images"',
    source: `${CVAT}/format-coco/`,
    files: {
      'annotations/instances_default.json': {
        categories: [{ id: 1, name: 'bolt' }],
        ...cocoFile({ file_name: 'a.jpg' }, 1, BOLT_BOX),
      },
    },
    refused: WITHOUT_IMAGES,
  },
  {
    program: 'CVAT, YOLO 1.1 without "Save images"',
    source: `${CVAT}/format-yolo/`,
    files: {
      'obj.names': 'bolt\n',
      'train.txt': 'data/obj_train_data/a.jpg',
      'obj_train_data/a.txt': '0 0 0 1 1',
    },
    refused: WITHOUT_IMAGES,
  },
  {
    program: 'CVAT, Pascal VOC 1.1 without "Save images"',
    source: `${CVAT}/format-voc/`,
    files: { 'labelmap.txt': 'bolt:::', 'Annotations/a.xml': vocFile('a.jpg', 'bolt', BOLT_BOX, 1) },
    refused: WITHOUT_IMAGES,
  },
  {
    program: 'Label Studio, YOLO without images',
    source: `${LABEL_STUDIO}#YOLO`,
    files: { 'classes.txt': 'bolt\n', 'notes.json': {}, 'labels/1f2e3d4c-a.txt': '0 0.5 0.5 1 1' },
    refused: WITHOUT_IMAGES,
  },
  {
    program: 'Label Studio, its own JSON',
    source: `${LABEL_STUDIO}#JSON`,
    files: {
      'project-1-at-2026-11-22.json': [LABEL_STUDIO_TASK],
    },
    refused: WITHOUT_IMAGES,
  },
  {
    program: 'CVAT for images 1.1 without images',
    source: `${CVAT}/format-cvat/`,
    files: { 'annotations.xml': CVAT_XML },
    refused: WITHOUT_IMAGES,
  },
];
