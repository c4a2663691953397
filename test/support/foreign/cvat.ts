/** Exports of CVAT. */
import {
  ATTRIBUTES,
  BOLT,
  BOLT_BOX,
  CVAT,
  CVAT_XML,
  cocoFile,
  type ForeignArchive,
  NUT,
  NUT_BOX,
  vocFile,
} from './pieces.ts';

export const OF_CVAT: readonly ForeignArchive[] = [
  {
    program: 'CVAT, COCO 1.0 of a project',
    source: `${CVAT}/format-coco/`,
    files: {
      'annotations/instances_Train.json': {
        licenses: [{ name: '', id: 0, url: '' }],
        info: { contributor: '', date_created: '', description: '', url: '', version: '', year: '' },
        categories: [
          { id: 1, name: 'bolt', supercategory: '' },
          { id: 2, name: 'nut', supercategory: '' },
        ],
        ...cocoFile({ file_name: 'cam 1/a.jpg', license: 0, flickr_url: '', coco_url: '' }, 1, BOLT_BOX, {
          attributes: { occluded: false, rotation: 0.0 },
        }),
      },
      'annotations/instances_Validation.json': {
        categories: [
          { id: 1, name: 'bolt', supercategory: '' },
          { id: 2, name: 'nut', supercategory: '' },
        ],
        ...cocoFile({ file_name: 'b.png' }, 2, NUT_BOX, {
          iscrowd: 1,
          segmentation: { counts: [1000, 500, 3500], size: [50, 100] },
        }),
      },
      'images/Train/cam 1/a.jpg': 'a',
      'images/Validation/b.png': 'b',
    },
    format: 'coco',
    labels: ['bolt', 'nut'],
    images: {
      'images/Train/cam 1/a.jpg': ['TRAIN', BOLT],
      'images/Validation/b.png': ['VALIDATION', NUT, 'mask nut'],
    },
    notes: [
      '1 group of objects (a crowd) comes as one object: a report counts it as missed where a model finds the objects in it.',
    ],
  },
  {
    program: 'CVAT, COCO 1.0 of a task',
    source: `${CVAT}/format-coco/`,
    files: {
      'annotations/instances_default.json': {
        categories: [{ id: 1, name: 'bolt', supercategory: '' }],
        ...cocoFile({ file_name: 'a.jpg' }, 1, BOLT_BOX, {
          segmentation: [[10, 10, 60, 10, 60, 30, 10, 30]],
        }),
      },
      'images/default/a.jpg': 'a',
    },
    format: 'coco',
    labels: ['bolt'],
    images: { 'images/default/a.jpg': ['PREDETERMINED', BOLT, 'mask bolt'] },
  },
  {
    program: 'CVAT, COCO Keypoints 1.0',
    source: `${CVAT}/format-coco-keypoints/`,
    files: {
      'annotations/person_keypoints_default.json': {
        categories: [{ id: 1, name: 'bolt', supercategory: '', keypoints: ['top'], skeleton: [] }],
        ...cocoFile({ file_name: 'a.jpg' }, 1, BOLT_BOX, { keypoints: [12, 12, 2], num_keypoints: 1 }),
      },
      'images/default/a.jpg': 'a',
    },
    format: 'coco',
    labels: ['bolt'],
    images: { 'images/default/a.jpg': ['PREDETERMINED', BOLT] },
    notes: ['Not kept: keypoints (1).'],
  },
  {
    program: 'CVAT, YOLO 1.1',
    source: `${CVAT}/format-yolo/`,
    files: {
      'obj.data':
        'classes = 2\nnames = data/obj.names\ntrain = data/train.txt\nvalid = data/valid.txt\nbackup = backup/\n',
      'obj.names': 'bolt\nnut\n',
      'train.txt': 'data/obj_train_data/cam 1/a.jpg\n',
      'valid.txt': 'data/obj_valid_data/b.jpg\n',
      'obj_train_data/cam 1/a.jpg': 'a',
      'obj_train_data/cam 1/a.txt': '0 0.350000 0.400000 0.500000 0.400000\n',
      'obj_valid_data/b.jpg': 'b',
      'obj_valid_data/b.txt': '1 0.300000 0.500000 0.200000 0.200000\n',
    },
    format: 'yolo',
    labels: ['bolt', 'nut'],
    images: {
      'obj_train_data/cam 1/a.jpg': ['TRAIN', BOLT],
      'obj_valid_data/b.jpg': ['VALIDATION', NUT],
    },
  },
  {
    program: 'CVAT, Ultralytics YOLO Detection, with a track',
    source: `${CVAT}/format-yolo-ultralytics/`,
    files: {
      'data.yaml': 'names:\n  0: bolt\n  1: nut\npath: .\ntrain: train.txt\nval: val.txt\n',
      'train.txt': 'data/images/train/a.jpg\n',
      'val.txt': 'data/images/val/b.jpg\n',
      'images/train/a.jpg': 'a',
      'labels/train/a.txt': '0 0.350000 0.400000 0.500000 0.400000 7\n',
      'images/val/b.jpg': 'b',
      'labels/val/b.txt': '1 0.300000 0.500000 0.200000 0.200000\n',
    },
    format: 'yolo',
    labels: ['bolt', 'nut'],
    images: { 'images/train/a.jpg': ['TRAIN', BOLT], 'images/val/b.jpg': ['VALIDATION', NUT] },
    notes: ['Not kept: tracks (1).'],
  },
  {
    program: 'CVAT, Ultralytics YOLO Segmentation, with a track',
    source: `${CVAT}/format-yolo-ultralytics/`,
    files: {
      'data.yaml': 'names:\n  0: bolt\npath: .\ntrain: train.txt\n',
      'train.txt': 'data/images/train/a.jpg\n',
      'images/train/a.jpg': 'a',
      'labels/train/a.txt': '0 0.1 0.2 0.6 0.2 0.6 0.6 0.1 0.6 3\n',
    },
    format: 'yolo',
    labels: ['bolt'],
    images: { 'images/train/a.jpg': ['TRAIN', BOLT, 'mask bolt'] },
    notes: ['Not kept: tracks (1).'],
  },
  {
    program: 'CVAT, Ultralytics YOLO Pose',
    source: `${CVAT}/format-yolo-ultralytics/`,
    files: {
      'data.yaml': 'names:\n  0: bolt\nkpt_shape: [2, 2]\npath: .\ntrain: train.txt\n',
      'train.txt': 'data/images/train/a.jpg\n',
      'images/train/a.jpg': 'a',
      'labels/train/a.txt': '0 0.35 0.4 0.5 0.4 0.1 0.2 0.6 0.6\n',
    },
    format: 'yolo',
    labels: ['bolt'],
    images: { 'images/train/a.jpg': ['TRAIN', BOLT] },
    notes: ['Not kept: keypoints (1).'],
  },
  {
    program: 'CVAT, Ultralytics YOLO Classification',
    source: `${CVAT}/format-yolo-ultralytics-classification/`,
    files: {
      'train/labels.json': { a: ['bolt'] },
      'train/bolt/a.jpg': 'a',
      'val/nut/b.jpg': 'b',
    },
    format: 'yolo',
    labels: ['bolt', 'nut'],
    images: { 'train/bolt/a.jpg': ['TRAIN', 'bolt'], 'val/nut/b.jpg': ['VALIDATION', 'nut'] },
  },
  {
    program: 'CVAT, Pascal VOC 1.1 with boxes, tags and segmentations',
    source: `${CVAT}/format-voc/`,
    files: {
      'labelmap.txt': '# label:color_rgb:parts:actions\nbackground:0,0,0::\nnut:128,0,0::\nbolt:0,128,0::\n',
      'ImageSets/Main/default.txt': 'cam 1/a\nb\n',
      'ImageSets/Main/nut_default.txt': 'cam 1/a -1\nb  1\n',
      'ImageSets/Segmentation/default.txt': 'b\n',
      'Annotations/cam 1/a.xml': vocFile('cam 1/a.jpg', 'bolt', BOLT_BOX, 1, ATTRIBUTES),
      'JPEGImages/cam 1/a.jpg': 'a',
      'JPEGImages/b.jpg': 'b',
      'SegmentationClass/b.png': 'masks',
      'SegmentationObject/b.png': 'objects',
    },
    format: 'voc',
    labels: ['nut', 'bolt'],
    images: {
      'JPEGImages/cam 1/a.jpg': ['PREDETERMINED', BOLT],
      'JPEGImages/b.jpg': ['PREDETERMINED', 'nut'],
    },
    notes: [
      '2 segmentations (SegmentationClass, SegmentationObject) are left out. Export COCO to import them.',
    ],
  },
  {
    program: 'CVAT, Pascal VOC 1.1 of a project',
    source: `${CVAT}/format-voc/`,
    files: {
      'labelmap.txt': '# label:color_rgb:parts:actions\nbackground:0,0,0::\nbolt:0,128,0::\nnut:128,0,0::\n',
      'ImageSets/Main/Train.txt': 'a\n',
      'ImageSets/Main/Test.txt': 'b\n',
      'Annotations/a.xml': vocFile('a.jpg', 'bolt', BOLT_BOX, 2, ATTRIBUTES),
      'Annotations/b.xml': vocFile('b.jpg', 'nut', NUT_BOX, 2, ATTRIBUTES),
      'JPEGImages/a.jpg': 'a',
      'JPEGImages/b.jpg': 'b',
    },
    format: 'voc',
    labels: ['bolt', 'nut'],
    images: { 'JPEGImages/a.jpg': ['TRAIN', BOLT], 'JPEGImages/b.jpg': ['TEST', NUT] },
  },
  {
    program: 'CVAT for images 1.1',
    source: `${CVAT}/format-cvat/`,
    files: {
      'annotations.xml': CVAT_XML,
      'images/a.jpg': 'a',
      'images/Test/b.jpg': 'b',
    },
    format: 'cvat',
    labels: ['nut', 'bolt'],
    images: {
      'images/a.jpg': ['PREDETERMINED', 'nut', BOLT, NUT, NUT, 'mask nut', 'mask nut'],
      'images/Test/b.jpg': ['TEST', 'nut 22.5 30 15 40'],
    },
    notes: [
      'Not kept: attributes (1).',
      'Not kept: difficult, truncated or occluded marks (1).',
      'Not kept: lines and points (1).',
      'Not kept: rotations of boxes (1).',
    ],
  },
  {
    program: 'CVAT, LabelMe 3.0: polygons in XML like that of VOC are not read, and that is said',
    source: `${CVAT}/format-labelme/`,
    files: {
      'images/a.xml':
        '<annotation><filename>a.jpg</filename><object><name>bolt</name><deleted>0</deleted><polygon><pt><x>10</x><y>10</y></pt></polygon></object></annotation>',
      'images/a.jpg': 'a',
    },
    format: 'folders',
    labels: [],
    images: { 'images/a.jpg': ['PREDETERMINED'] },
    notes: [
      "images/a.xml is LabelMe's XML, which is not read. Export COCO or Pascal VOC instead.",
      'To import the images without these labels, choose the format folders.',
    ],
  },
  {
    program: 'CVAT, Datumaro 1.0',
    source: `${CVAT}/format-datumaro/`,
    files: {
      'annotations/default.json': {
        info: {},
        categories: {
          label: {
            labels: [
              { name: 'bolt', parent: '', attributes: [] },
              { name: 'nut', parent: '', attributes: [] },
            ],
          },
          points: { items: [] },
        },
        items: [
          {
            id: 'a',
            annotations: [
              {
                id: 0,
                type: 'bbox',
                label_id: 0,
                bbox: BOLT_BOX,
                attributes: { occluded: false, size: 'M6' },
              },
              { id: 1, type: 'polygon', label_id: 1, points: [20, 20, 40, 20, 40, 30, 20, 30] },
              { id: 2, type: 'label', label_id: 1 },
              { id: 3, type: 'polyline', label_id: 1, points: [1, 1, 2, 2] },
            ],
            image: { path: 'a.jpg', size: [50, 100] },
          },
          {
            id: 'sub/b',
            annotations: [
              { id: 4, type: 'mask', label_id: 1, rle: { counts: [1020, 10, 3970], size: [50, 100] } },
            ],
          },
        ],
      },
      'images/default/a.jpg': 'a',
      'images/default/sub/b.png': 'b',
    },
    format: 'datumaro',
    labels: ['bolt', 'nut'],
    images: {
      'images/default/a.jpg': ['PREDETERMINED', 'nut', BOLT, NUT, 'mask nut'],
      'images/default/sub/b.png': ['PREDETERMINED', 'nut 20 20 1 10 px', 'mask nut'],
    },
    notes: ['Not kept: attributes (1).', 'Not kept: lines and points (1).'],
  },
];
