/** Formats of other programs for annotation, and of public datasets. */
import { BOLT, type ForeignArchive, LABEL_STUDIO, NUT, ROBOFLOW } from './pieces.ts';

const BOLT_PX = 'bolt 10 10 50 20 px';
const NUT_PX = 'nut 20 20 20 10 px';
const SIZE = { original_width: 100, original_height: 50 };
/** The nut, turned by 90 degrees around its first corner. */
const TURNED = { x: 40, y: 40, width: 10, height: 40, rotation: 90 };

const shape = (label: string, shape_type: string, points: number[][], more: object = {}) => ({
  ...{ label, points, group_id: null, description: '', shape_type, flags: {} },
  ...more,
});

const labelme = (imagePath: string, shapes: object[], flags: object = {}) => ({
  ...{ version: '5.4.1', flags, shapes, imagePath, imageData: 'x'.repeat(3_000_000) },
  ...{ imageHeight: 50, imageWidth: 100 },
});

export const OF_ANNOTATORS: readonly ForeignArchive[] = [
  {
    program: 'LabelMe, with the pictures in its files too',
    source: 'https://github.com/wkentaro/labelme',
    files: {
      'a.jpg': 'a',
      'a.json': labelme(
        'a.jpg',
        [
          shape('bolt', 'rectangle', [
            [60, 30],
            [10, 10],
          ]),
          shape('nut', 'polygon', [
            [20, 20],
            [40, 20],
            [40, 30],
            [20, 30],
          ]),
          shape('nut', 'circle', [
            [30, 25],
            [30, 30],
          ]),
          shape('nut', 'linestrip', [
            [1, 1],
            [2, 2],
          ]),
          shape('bolt', 'mask', [
            [10, 10],
            [60, 30],
          ]),
        ],
        { dirty: true, blurred: false },
      ),
      'b.jpg': 'b',
      'b.json': labelme('b.jpg', []),
      'gone.json': labelme('gone.jpg', []),
    },
    format: 'labelme',
    labels: ['dirty', 'bolt', 'nut'],
    images: {
      'a.jpg': ['PREDETERMINED', 'dirty', BOLT_PX, NUT_PX, 'nut 25 20 10 10 px', BOLT_PX, 'mask nut'],
      'b.jpg': ['PREDETERMINED'],
    },
    unread: ['gone.json'],
    notes: [
      'Not kept: lines and points (1).',
      'Not kept: masks in an encoding that is not read (1).',
      'Not kept: outlines (1).',
    ],
  },
  {
    program: 'Label Studio, JSON with everything',
    source: `${LABEL_STUDIO}#JSON`,
    files: {
      'project.json': [
        {
          id: 1,
          annotations: [
            { was_cancelled: true, result: [] },
            {
              result: [
                { ...SIZE, type: 'rectanglelabels', value: { ...TURNED, rectanglelabels: ['nut'] } },
                {
                  ...SIZE,
                  type: 'polygonlabels',
                  value: {
                    points: [
                      [20, 40],
                      [40, 40],
                      [40, 60],
                      [20, 60],
                    ],
                    polygonlabels: ['nut'],
                  },
                },
                { type: 'choices', value: { choices: ['dirty'] } },
                { ...SIZE, type: 'brushlabels', value: { format: 'rle', rle: [0], brushlabels: ['nut'] } },
                { type: 'textarea', value: { text: ['x'] } },
                { type: 'relation', from_id: 'a', to_id: 'b' },
              ],
            },
            { result: [] },
          ],
          predictions: [{ result: [] }],
          data: { image: '/data/local-files/?d=photos/a%20b.jpg' },
        },
      ],
      'photos/a b.jpg': 'a',
    },
    format: 'label-studio',
    labels: ['dirty', 'nut'],
    images: { 'photos/a b.jpg': ['PREDETERMINED', 'dirty', NUT, NUT, 'mask nut'] },
    notes: [
      'Not kept: annotations by further people (1).',
      'Not kept: masks in an encoding that is not read (1).',
      'Not kept: predictions (1).',
      'Not kept: relations (1).',
      'Not kept: rotations of boxes (1).',
      'Not kept: texts and choices (1).',
    ],
  },
  {
    program: 'Label Studio, labels apart from shapes',
    source: 'https://labelstud.io/templates/optical_character_recognition.html',
    files: {
      'project.json': [
        {
          data: { image: 'a.jpg' },
          annotations: [
            {
              result: [
                { ...SIZE, id: 'r', type: 'rectangle', value: TURNED },
                { ...SIZE, id: 'r', type: 'labels', value: { ...TURNED, labels: ['nut'] } },
                { ...SIZE, id: 'r', type: 'textarea', value: { ...TURNED, text: ['M8'] } },
                { id: 't', type: 'labels', value: { start: 0, end: 4, labels: ['word'] } },
              ],
            },
          ],
        },
      ],
      'a.jpg': 'a',
    },
    format: 'label-studio',
    labels: ['nut'],
    images: { 'a.jpg': ['PREDETERMINED', NUT] },
    notes: ['Not kept: rotations of boxes (1).', 'Not kept: texts and choices (2).'],
  },
  {
    program: 'Roboflow, multi-label classification',
    source: `${ROBOFLOW}/multiclass-classification-csv`,
    files: {
      'train/_classes.csv': 'filename, bolt, nut\na.jpg, 1, 1\n',
      'train/a.jpg': 'a',
      'valid/_classes.csv': 'filename, bolt, nut\nb.jpg, 0, 0\n',
      'valid/b.jpg': 'b',
    },
    format: 'classes-csv',
    labels: ['bolt', 'nut'],
    images: { 'train/a.jpg': ['TRAIN', 'bolt', 'nut'], 'valid/b.jpg': ['VALIDATION'] },
    notes: [
      "1 further classes of whole images become a point in the image's middle: an image has one class of its own.",
    ],
  },
  {
    program: 'Roboflow, CSV for TensorFlow',
    source: `${ROBOFLOW}/tensorflow-object-detection-csv`,
    files: {
      'train/_annotations.csv':
        'filename,width,height,class,xmin,ymin,xmax,ymax\na.jpg,100,50,bolt,10,10,60,30\na.jpg,100,50,nut,20,20,40,30\n',
      'train/a.jpg': 'a',
    },
    format: 'tensorflow-csv',
    labels: ['bolt', 'nut'],
    images: { 'train/a.jpg': ['TRAIN', BOLT, NUT] },
  },
  {
    program: 'Supervisely',
    source: 'https://developer.supervisely.com/getting-started/supervisely-annotation-format',
    files: {
      'meta.json': {
        classes: [{ title: 'nut', shape: 'any' }, { title: 'bolt' }],
        tags: [{ name: 'dirty' }],
      },
      'train/img/a.jpg': 'a',
      'train/ann/a.jpg.json': {
        description: '',
        tags: [
          { name: 'dirty', value: null },
          { name: 'line', value: 'B' },
        ],
        size: { height: 50, width: 100 },
        objects: [
          {
            classTitle: 'bolt',
            geometryType: 'rectangle',
            tags: [],
            points: {
              exterior: [
                [10, 10],
                [60, 30],
              ],
              interior: [],
            },
          },
          {
            classTitle: 'nut',
            geometryType: 'polygon',
            tags: [{ name: 'x' }],
            points: {
              exterior: [
                [20, 20],
                [40, 20],
                [40, 30],
                [20, 30],
              ],
              interior: [[[30, 25]]],
            },
          },
          { classTitle: 'nut', geometryType: 'point', points: { exterior: [[1, 1]], interior: [] } },
        ],
      },
    },
    format: 'supervisely',
    labels: ['nut', 'bolt', 'dirty'],
    images: { 'train/img/a.jpg': ['TRAIN', 'dirty', BOLT_PX, NUT_PX, 'mask nut'] },
    notes: [
      'Not kept: attributes (2).',
      'Not kept: holes of outlines (1).',
      'Not kept: lines and points (1).',
    ],
  },
  {
    program: 'OpenImages',
    source: 'https://storage.googleapis.com/openimages/web/download_v7.html',
    files: {
      'oidv6-class-descriptions.csv': 'LabelName,DisplayName\n/m/01,bolt\n/m/02,nut\n',
      'validation-annotations-bbox.csv':
        'ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,IsOccluded,IsTruncated,IsGroupOf,IsDepiction,IsInside\n0a,xclick,/m/01,1,0.1,0.6,0.2,0.6,0,0,1,0,0\n0a,xclick,/m/02,1,0.2,0.4,0.4,0.6,1,0,0,0,0\n',
      'validation-annotations-human-imagelabels.csv':
        'ImageID,Source,LabelName,Confidence\n0a,verification,/m/02,1\n0a,verification,/m/01,0\n',
      'validation/0a.jpg': 'a',
    },
    format: 'openimages',
    labels: ['bolt', 'nut'],
    images: { 'validation/0a.jpg': ['VALIDATION', 'nut', BOLT, NUT] },
    notes: [
      'Not kept: classes that are not in the image (1).',
      '1 group of objects (a crowd) comes as one object: a report counts it as missed where a model finds the objects in it.',
      'Not kept: difficult, truncated or occluded marks (1).',
    ],
  },
  {
    program: 'KITTI',
    source: 'https://www.cvlibs.net/datasets/kitti/eval_object.php',
    files: {
      'training/image_2/000001.png': 'a',
      'training/label_2/000001.txt':
        'bolt 0.00 0 -10 10.00 10.00 60.00 30.00 -1 -1 -1 -1000 -1000 -1000 -10\nnut 0.50 1 1.5 20 20 40 30 1.5 1.6 3.9 1.0 1.7 10.0 1.6\nDontCare -1 -1 -10 1 1 2 2 -1 -1 -1 -1000 -1000 -1000 -10\n',
    },
    format: 'kitti',
    labels: ['bolt', 'nut'],
    images: { 'training/image_2/000001.png': ['TRAIN', BOLT_PX, NUT_PX] },
    notes: [
      'Not kept: crowd marks (1).',
      'Not kept: difficult, truncated or occluded marks (1).',
      'Not kept: labels of depth or in three dimensions (1).',
    ],
  },
];
