/** What a format cannot contain of a version, in sentences (Contract 11). */
import type { DatasetType } from '../../common/model.ts';
import type { Features, VersionCounts } from '../../common/version-ports.ts';
import type { Format } from './export-format.ts';
import { type ExportSource, isClassified } from './export-source.ts';

interface Holds {
  boxes: boolean;
  /** Formats in which an image has one class. */
  classes: boolean;
  masks: boolean;
}

const IMPORTED: ReadonlySet<Format> = new Set(['csv', 'vertex-csv', 'vertex-jsonl']);
/** Readers that need images for validation. */
const NEEDS_VAL: ReadonlySet<Format> = new Set(['yolo', 'ndjson']);

function holds(format: Format, type: DatasetType): Holds {
  const isDetection = type === 'imageObjectDetection';
  const isTree = isClassified(type);
  if (IMPORTED.has(format)) return { boxes: isDetection, classes: !isDetection, masks: false };
  if (NEEDS_VAL.has(format)) return { boxes: !isTree, classes: isTree, masks: false };
  if (format === 'coco') return { boxes: true, classes: false, masks: true };
  if (format === 'voc') return { boxes: true, classes: !isDetection, masks: false };
  if (format === 'imagefolder') return { boxes: !isTree, classes: !isDetection, masks: false };
  return { boxes: false, classes: true, masks: true };
}

/** Empty if the format contains everything. */
export function lossesOf(format: Format, { type, counts }: Pick<ExportSource, 'type' | 'counts'>): string[] {
  const { features, sets } = counts;
  const { rects, maskBoxes, points, classified, masks } = features;
  const held = holds(format, type);
  return [
    held.boxes ? '' : missing(rects + maskBoxes, 'box', 'boxes'),
    missing(points, 'point', 'points'),
    held.classes ? '' : missing(classified, 'class of a whole image', 'classes of whole images'),
    held.masks ? '' : missing(masks, 'mask', 'masks'),
    ...(IMPORTED.has(format) ? importLosses(format, type, features) : []),
    ...(NEEDS_VAL.has(format) ? trainingLosses(format, type, counts) : []),
    format === 'voc' && rects + maskBoxes > 0 ? 'Edges of boxes are whole pixels.' : '',
    format === 'masks' && type === 'MULTILABEL' && features.severalTags > 0
      ? 'An image with several classes is in the folder of each.'
      : '',
    format === 'masks' && sets.TRAIN + sets.VALIDATION > 0 && masks > 0
      ? 'Masks of TRAIN and VALIDATION are in folders of their own.'
      : '',
  ].filter((each) => each !== '');
}

const missing = (count: number, one: string, many: string): string =>
  count === 0 ? '' : `${count} ${count === 1 ? `${one} is` : `${many} are`} not in it.`;

const leftOut = (count: number, what: string): string =>
  count === 0 ? '' : `${count} ${count === 1 ? 'image' : 'images'} ${what} left out.`;

/** The importer's own limits (Contract 4). */
function importLosses(format: Format, type: DatasetType, features: Features): string[] {
  const { largeImages, smallBoxes, manyBoxes, webp } = features;
  const isDetection = type === 'imageObjectDetection';
  return [
    leftOut(largeImages, 'over 30 MB'),
    isDetection ? missing(smallBoxes, 'box with an edge under 0.01', 'boxes with an edge under 0.01') : '',
    isDetection
      ? missing(manyBoxes, 'box after the 500th of an image', 'boxes after the 500th of an image')
      : '',
    format === 'csv' || webp === 0
      ? ''
      : `Vertex AI does not list WebP for training; ${webp} images are WebP.`,
  ];
}

function trainingLosses(
  format: Format,
  type: DatasetType,
  { images, features, sets }: VersionCounts,
): string[] {
  const unclassified = isClassified(type) ? images - features.classified : 0;
  return [
    leftOut(unclassified, 'without a class'),
    sets.VALIDATION > 0 ? '' : insteadOf(format, type, sets.TEST),
  ];
}

function insteadOf(format: Format, type: DatasetType, test: number): string {
  const empty = 'No image is in VALIDATION';
  if (isClassified(type)) return `${empty}.`;
  if (format === 'ndjson') return `${empty}: Ultralytics takes a tenth of the training images for it.`;
  return `${empty}: data.yaml names the images of ${test > 0 ? 'TEST' : 'TRAIN'} for it.`;
}
