/** Labels in formats that are not read. They are recognized by a path or by first bytes, so that an answer can say what to export. */

export interface Foreign {
  /** What such files are, after "is" or "are". */
  name: string;
  endings: readonly string[];
  /** All of them occur at the beginning of such a file. None: the ending says enough. */
  signs: readonly RegExp[];
  instead: string;
}

const COCO = 'COCO';
export const BOXES = 'COCO, YOLO or Pascal VOC';

export const FOREIGN: readonly Foreign[] = [
  {
    name: 'CVAT for video',
    endings: ['xml'],
    signs: [/<annotations>/, /<track\b/],
    instead: 'CVAT for images 1.1 or COCO 1.0 with "Save images"',
  },
  {
    name: "LabelMe's XML",
    endings: ['xml'],
    signs: [/<annotation>/, /<polygon>/],
    instead: 'COCO or Pascal VOC',
  },
  {
    name: "VGG Image Annotator's project",
    endings: ['json'],
    signs: [/"_via_\w+"\s*:/],
    instead: COCO,
  },
  {
    name: 'a table of VGG Image Annotator',
    endings: ['csv'],
    signs: [/^#?filename,file_size,file_attributes/],
    instead: COCO,
  },
  {
    name: 'CreateML JSON',
    endings: ['json'],
    signs: [/"coordinates"\s*:/, /"image(filename)?"\s*:/],
    instead: BOXES,
  },
  {
    name: "Label Studio's JSON-MIN, CSV or TSV",
    endings: ['json', 'csv', 'tsv'],
    signs: [/"((rectangle|polygon|brush|ellipse|keypoint)labels|imageDataURL)"+\s*:/],
    instead: 'JSON of Label Studio',
  },
  {
    name: 'Labelbox JSON',
    endings: ['ndjson', 'json', 'jsonl'],
    signs: [/"data_row"\s*:/],
    instead: 'COCO, converted by the Labelbox SDK',
  },
  {
    name: 'a manifest of SageMaker',
    endings: ['manifest', 'jsonl', 'json'],
    signs: [/"source-ref"\s*:/],
    instead: COCO,
  },
  {
    name: 'oriented boxes of DOTA',
    endings: ['txt'],
    signs: [/^(imagesource:.*\s+)?(gsd:.*\s+)?(-?\d+(\.\d*)?\s+){8}\D/],
    instead: 'COCO or YOLO',
  },
  {
    name: 'YOLO labels without the names of their classes',
    endings: ['txt'],
    signs: [/^\d+(\s+-?[\d.]+(e-?\d+)?){4,}\s*$/m],
    instead: 'YOLO with data.yaml or classes.txt',
  },
  { name: 'TFRecord', endings: ['tfrecord', 'tfrecords', 'record', 'pbtxt'], signs: [], instead: BOXES },
  { name: 'Parquet', endings: ['parquet', 'arrow'], signs: [], instead: 'imagefolder or COCO' },
  { name: 'a file of MATLAB or NumPy', endings: ['mat', 'npy', 'npz', 'pkl'], signs: [], instead: COCO },
];

/** Files for people, and those that our own exports have beside their labels. */
export const isForPeople = (path: string): boolean =>
  /(^|\/)((readme|licen[sc]e|notes|changelog|citation)[^/]*|index\.csv|[^/]+\.(md|pdf|html?|py|sh|ipynb))$/i.test(
    path,
  );

/** A file of data whose path says that it has labels. */
export const isLabelLike = (path: string): boolean =>
  /\.(json|jsonl|ndjson|xml|csv|tsv|txt|yaml|yml|dat|lst)$/i.test(path) &&
  /annot|label|bbox|ground.?truth|instances|segment|via_|_gt\b|\bgt\b|(class|metadata|boxes|objects)[^/]*$/i.test(
    path,
  );
