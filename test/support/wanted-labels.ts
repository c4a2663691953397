/** What each format must say of an image, and what it cannot: from the records alone (Contract 11). */
import type { Format } from '../../packages/formats/formats.ts';
import type { PlannedDataset, PlannedImage } from './planned-dataset.ts';

export interface WantedLabels {
  /** Numbers of classes, in no order. */
  classes: Set<number>;
  /** x, y of the middle, width, height; 0 to 1. */
  boxes: { tag: number; box: number[] }[];
  masks: PlannedImage['masks'];
}

type Labels = 'boxes' | 'classes' | 'masks';
const IMPORT_FILES: readonly Format[] = ['csv', 'vertex-csv', 'vertex-jsonl'];

/** The table of docs/train/versions.md. */
export function holds(format: Format, { type }: PlannedDataset): ReadonlySet<Labels> {
  const isWhole = type === 'MULTICLASS' || type === 'ANOMALY';
  const isDetection = type === 'imageObjectDetection';
  const classes: Labels[] = isDetection ? [] : ['classes'];
  if (IMPORT_FILES.includes(format)) return new Set(isDetection ? ['boxes'] : classes);
  if (format === 'yolo' && type === 'MULTILABEL') return new Set(['boxes', 'masks']);
  if (format === 'yolo' || format === 'ndjson') return new Set(isWhole ? classes : ['boxes']);
  if (format === 'coco') return new Set(['boxes', 'masks']);
  if (format === 'voc') return new Set([...classes, 'boxes'] as const);
  if (format === 'imagefolder') return new Set(isWhole ? classes : [...classes, 'boxes']);
  return new Set(['classes', 'masks']);
}

/** Null: the image is not in the file. */
export function wantedOf(format: Format, dataset: PlannedDataset, image: PlannedImage): WantedLabels | null {
  const held = holds(format, dataset);
  const isTree = (format === 'yolo' || format === 'ndjson') && held.has('classes');
  if (isTree && image.tag === null) return null;
  // Folders have the files as they are, also those without a pixel.
  const all = format === 'masks' ? image.masks : drawnMasks(image);
  const masks = held.has('masks') ? all.filter(({ tag }) => isShown(format, dataset, tag)) : [];
  return {
    classes: held.has('classes') ? classesIn(format, dataset, image) : new Set(),
    boxes: held.has('boxes') ? boxesIn(format, image) : [],
    masks,
  };
}

/** Without those that have no pixel. */
export const drawnMasks = ({ masks }: PlannedImage) => masks.filter(({ pixels }) => pixels.includes(1));

export const isNormal = (name: string): boolean => /^(good|normal|ok)$/i.test(name.trim());
const isShown = (format: Format, { classes }: PlannedDataset, tag: number): boolean =>
  format !== 'masks' || !isNormal(classes[tag] as string);

function classesIn(format: Format, dataset: PlannedDataset, image: PlannedImage): Set<number> {
  const { type } = dataset;
  const own = image.tag === null ? [] : [image.tag];
  const masked = image.masks.map(({ tag }) => tag);
  const all = new Set([...own, ...image.annotations.map(({ tag }) => tag), ...masked]);
  const isWhole = type === 'MULTICLASS' || type === 'ANOMALY';
  if (format !== 'masks') return isWhole ? new Set(own) : all;
  // Folders of defects: that for good parts only if there is none.
  const found = [...(isWhole ? new Set([...own, ...masked]) : all)];
  const defects = found.filter((tag) => isShown(format, dataset, tag));
  return new Set(defects.length > 0 ? defects : found);
}

/** One object is one annotation: a box around a mask that is there is not another one. */
function boxesIn(format: Format, image: PlannedImage): WantedLabels['boxes'] {
  const isDrawn =
    format === 'coco' || format === 'yolo' ? new Set(drawnMasks(image).map(({ tag }) => tag)) : null;
  const found = image.annotations.flatMap(({ type, tag, ...at }) => {
    const [x1, y1, x2, y2] = [clamp(at.x), clamp(at.y), clamp(at.x + at.w), clamp(at.y + at.h)];
    if (type === 'point' || x2 <= x1 || y2 <= y1 || (type === 'mask' && isDrawn?.has(tag))) return [];
    return [{ tag, box: [(x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1] }];
  });
  if (!IMPORT_FILES.includes(format)) return found;
  // The importer's own limits.
  return found.filter(({ box }) => Math.min(...box.slice(2)) >= LEAST_EDGE).slice(0, 500);
}

/** Edges have six decimals there. */
const LEAST_EDGE = 0.01;
const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** How often something is lost, and the word for it in a note. */
export function lossesOf(format: Format, dataset: PlannedDataset): [count: number, word: RegExp][] {
  const held = holds(format, dataset);
  const all = dataset.images;
  const annotations = all.flatMap((image) => image.annotations);
  const count = (is: (image: PlannedImage) => boolean) => all.filter(is).length;
  const boxes = annotations.filter(({ type }) => type !== 'point');
  const masks = all.flatMap((image) => image.masks);
  const isTree = (format === 'yolo' || format === 'ndjson') && held.has('classes');
  return [
    [annotations.length - boxes.length, /points? (is|are) not in it/],
    [
      held.has('boxes') ? 0 : all.reduce((sum, each) => sum + boxesLost(format, each), 0),
      /box(es)? (is|are) not in it/,
    ],
    [
      held.has('classes') ? 0 : count(({ tag }) => tag !== null),
      /class(es)? of (a )?whole images? (is|are) not/,
    ],
    [held.has('masks') ? 0 : masks.length, /masks? (is|are) not in it/],
    [isTree ? count(({ tag }) => tag === null) : 0, /images? without a class left out/],
    [held.has('boxes') ? boxes.filter(isFlat).length : 0, /without area in the image/],
    ...(format === 'masks' ? lossesOfFolders(dataset) : []),
  ];
}

function lossesOfFolders(dataset: PlannedDataset): [count: number, word: RegExp][] {
  const { images, classes } = dataset;
  const several = images.filter((image) => classesIn('masks', dataset, image).size > 1);
  const defects = several.filter((image) =>
    [...classesIn('masks', dataset, image)].some((tag) => !isNormal(classes[tag] as string)),
  );
  const masks = images.flatMap((image) => image.masks);
  return [
    [defects.length, /images? with several classes/],
    [masks.filter(({ tag }) => isNormal(classes[tag] as string)).length, /of (a part|parts) without defects/],
  ];
}

const isFlat = (at: { x: number; y: number; w: number; h: number }): boolean =>
  clamp(at.x + at.w) <= clamp(at.x) || clamp(at.y + at.h) <= clamp(at.y);

/** Where a format has masks, the boxes of those are not missing. */
const boxesLost = (format: Format, { annotations, masks }: PlannedImage): number =>
  annotations.filter(
    ({ type, tag }) =>
      type === 'rect' || (type === 'mask' && !(format === 'masks' && masks.some((mask) => mask.tag === tag))),
  ).length;
