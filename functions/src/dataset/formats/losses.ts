/** What a format cannot contain of a version (Contract 11). */
import type { DatasetType } from '../../../../packages/records/src/lists.ts';
import { TRAINING_SETS, type TrainingSet } from '../../common/model.ts';
import type { Features, LabelCounts, VersionCounts } from '../../common/versions/version-ports.ts';
import { FORMATS, type Format, type ImageMode, RULES } from './export-format.ts';
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

const isOutlined = (format: Format, type: DatasetType): boolean => format === 'yolo' && type === 'MULTILABEL';

function holds(format: Format, type: DatasetType): Holds {
  const isDetection = type === 'imageObjectDetection';
  const isTree = isClassified(type);
  if (IMPORTED.has(format)) return { boxes: isDetection, classes: !isDetection, masks: false };
  if (NEEDS_VAL.has(format)) return { boxes: !isTree, classes: isTree, masks: isOutlined(format, type) };
  if (format === 'coco') return { boxes: true, classes: false, masks: true };
  if (format === 'voc') return { boxes: true, classes: !isDetection, masks: false };
  if (format === 'imagefolder') return { boxes: !isTree, classes: !isDetection, masks: false };
  return { boxes: false, classes: true, masks: true };
}

/** Something that a format cannot contain, and how often it occurs. The code is for callers that write their own sentence. */
export interface Loss {
  code: string;
  /** 0 where nothing is counted. */
  count: number;
  text: string;
}

/** A format's way of giving images, the default first, and its losses. */
export interface FormatLimits {
  format: Format;
  images: ImageMode[];
  notes: Loss[];
}

type Source = Pick<ExportSource, 'type' | 'counts'>;

export const limitsOfFormats = (source: Source): FormatLimits[] =>
  FORMATS.map((format) => ({ format, images: [...RULES[format].modes], notes: lossesOf(format, source) }));

/** Empty if the format contains everything. */
export function lossesOf(format: Format, { type, counts }: Source): Loss[] {
  if (format === 'sightline') return said('people', PEOPLE);
  const { features, sets } = counts;
  // Versions of before do not have all counts.
  const {
    rects,
    maskBoxes,
    points,
    classified,
    masks,
    severalTags,
    flatBoxes = 0,
    unaccepted = 0,
  } = features;
  const held = holds(format, type);
  const boxes = rects + maskBoxes;
  return [
    held.boxes
      ? missing('flat-boxes', flatBoxes, 'box without area in the image', 'boxes without area in the image')
      : missing('boxes', boxes, 'box', 'boxes'),
    missing('points', points, 'point', 'points'),
    held.boxes ? [...modelsWord(unaccepted), ...misleading(format, type, counts)] : [],
    held.classes ? [] : missing('classes', classified, 'class of a whole image', 'classes of whole images'),
    held.masks ? [] : missing('masks', masks, 'mask', 'masks'),
    IMPORTED.has(format) ? importLosses(format, type, features) : [],
    NEEDS_VAL.has(format) ? trainingLosses(format, type, counts) : [],
    format === 'voc' && boxes > 0 ? said('whole-pixels', 'Edges of boxes are whole pixels.') : [],
    format === 'ndjson' && isClassified(type) ? said('classes-shift', CLASSES_SHIFT) : [],
    held.boxes && held.masks && masks > 0 && rects > 0
      ? said('box-outlines', `${plural(rects, 'box has', 'boxes have')} the outline of a rectangle.`, rects)
      : [],
    format === 'masks' && !isClassified(type) ? severalFolders(severalTags) : [],
    format === 'masks' && sets.TRAIN + sets.VALIDATION > 0 && masks > 0
      ? said('mask-folders', 'Masks of TRAIN and VALIDATION are in folders of their own.')
      : [],
  ].flat();
}

/** What readers of boxes take for more than it is; importers know images without a label. */
function misleading(format: Format, type: DatasetType, { labels }: VersionCounts): Loss[] {
  if (!labels || isClassified(type) || IMPORTED.has(format)) return [];
  const of = (label: keyof LabelCounts) => TRAINING_SETS.reduce((sum, set) => sum + labels[set][label], 0);
  return (['unchecked', 'unclassed'] as const).flatMap((label) => asEmpty(label, of(label)));
}

function asEmpty(label: 'unchecked' | 'unclassed', count: number): Loss[] {
  const images = `${plural(count, 'image', 'images')} ${label === 'unchecked' ? 'that nobody has labelled' : 'without a label of these classes'}`;
  return count === 0
    ? []
    : said(label, `${images}: for a trainer, nothing is in ${count === 1 ? 'it' : 'them'}.`, count);
}

const modelsWord = (count: number): Loss[] =>
  count === 0
    ? []
    : said(
        'unaccepted',
        `${plural(count, 'annotation is', 'annotations are')} of a model, and no person has accepted ${count === 1 ? 'it' : 'them'}.`,
        count,
      );

const PEOPLE = 'Not in it: people and times (who labelled, checked and decided, and when).';

const CLASSES_SHIFT =
  'Ultralytics 8.3.208 refuses this file, and later releases number the classes of each set by those that it has: use YOLO folders to train.';

/** What is different in an archive, which is known when its files are named, or when they are read. */
export const renamedImages = (count: number): Loss[] =>
  changed('renamed-images', count, 'image has another file name', 'images have other file names');
export const renamedClasses = (count: number): Loss[] =>
  changed('renamed-classes', count, 'class has another name in paths', 'classes have other names in paths');
export const turnedImages = (count: number): Loss[] =>
  count === 0
    ? []
    : said(
        'turned',
        `${plural(count, 'image is', 'images are')} turned upright and compressed again.`,
        count,
      );
export const severalFolders = (count: number): Loss[] =>
  count === 0
    ? []
    : said(
        'several-folders',
        `${plural(count, 'image', 'images')} with several classes: in the folder of each.`,
        count,
      );
export const goodMasks = (count: number): Loss[] =>
  missing('good-masks', count, 'mask of a part without defects', 'masks of parts without defects');
export const emptyMasks = (count: number): Loss[] =>
  missing('empty-masks', count, 'mask without a pixel', 'masks without a pixel');

export const untypedSet = (set: TrainingSet, images: number, fields: readonly string[]): Loss[] =>
  said(
    `untyped-${set}`,
    `No image of ${set} has ${fields.join(' or ')}: Hugging Face Datasets loads this set by itself only (data_dir of its folder).`,
    images,
  );

const changed = (code: string, count: number, one: string, many: string): Loss[] =>
  count === 0 ? [] : said(code, `${plural(count, one, many)} here: index.csv says which.`, count);

const said = (code: string, text: string, count = 0): Loss[] => [{ code, count, text }];

const missing = (code: string, count: number, one: string, many: string): Loss[] =>
  count === 0 ? [] : said(code, `${plural(count, `${one} is`, `${many} are`)} not in it.`, count);

const leftOut = (code: string, count: number, what: string): Loss[] =>
  count === 0 ? [] : said(code, `${plural(count, 'image', 'images')} ${what} left out.`, count);

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** The importer's own limits (Contract 4). */
function importLosses(format: Format, type: DatasetType, features: Features): Loss[] {
  const { largeImages, smallBoxes, manyBoxes, webp } = features;
  const isDetection = type === 'imageObjectDetection';
  const boxes = isDetection
    ? [
        missing('small-boxes', smallBoxes, 'box with an edge under 0.01', 'boxes with an edge under 0.01'),
        missing(
          'many-boxes',
          manyBoxes,
          'box after the 500th of an image',
          'boxes after the 500th of an image',
        ),
      ].flat()
    : [];
  const listed = `Vertex AI does not list WebP for training; ${webp} images are WebP.`;
  return [
    ...leftOut('large-images', largeImages, 'over 30 MB'),
    ...boxes,
    ...(format === 'csv' || webp === 0 ? [] : said('webp', listed, webp)),
  ];
}

function trainingLosses(
  format: Format,
  type: DatasetType,
  { images, features, sets }: VersionCounts,
): Loss[] {
  const unclassified = isClassified(type) ? images - features.classified : 0;
  return [
    ...leftOut('unclassified', unclassified, 'without a class'),
    ...(sets.VALIDATION > 0 ? [] : insteadOf(format, type, sets.TEST)),
    // The folders of boxes name another set for it.
    ...((format === 'ndjson' || isClassified(type)) && sets.TRAIN === 0
      ? said('no-train', 'No image is in TRAIN: Ultralytics does not train with it.')
      : []),
  ];
}

function insteadOf(format: Format, type: DatasetType, test: number): Loss[] {
  const empty = 'No image is in VALIDATION';
  if (isClassified(type)) return said('no-validation', `${empty}.`);
  if (format === 'ndjson')
    return said(
      'no-validation-tenth',
      `${empty}: releases of Ultralytics that accept this take a tenth of the training images for it, of any session.`,
    );
  const set = test > 0 ? 'TEST' : 'TRAIN';
  return said(`no-validation-${set}`, `${empty}: data.yaml names the images of ${set} for it.`);
}
