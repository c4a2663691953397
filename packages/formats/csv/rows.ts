import type { Annotation, imageRecord } from '../../records/src/image.ts';
import type { DatasetType, TrainingSet } from '../../records/src/lists.ts';
import type { RecordOf } from '../../records/src/record.ts';
import { type Box, clampBox, shortEdge } from '../src/write/boxes.ts';
import { type CsvFormat, SET_NAMES } from './csv-format.ts';
import type { Labels } from './labels.ts';

/** Why an entire image is left out of the file. */
export type ImageDrop =
  | 'set is REVIEW'
  | 'uri is not a gs uri'
  | 'cannot be read'
  | 'file not found'
  | 'image over 30 MB';

/** Why a part of an image is left out of the file. */
export type PartDrop =
  | 'unknown tag'
  | 'tag without label'
  | 'point has no box'
  | 'box edge under 0.01'
  | 'more than 500 boxes';

/** `tagsContained`: distinct ids of all tags: primary, annotations, masks. */
export type CsvImage = Pick<RecordOf<typeof imageRecord>, 'uri' | 'set' | 'tag' | 'tags'> & {
  tagsContained: readonly string[];
};

/** The rows of one image, and one reason for each part of it that was left out. */
export interface ImageRows {
  rows: string[][];
  /** The label of each row or cell, for the report. */
  labels: string[];
  drops: PartDrop[];
}

/** The importer's limits (Contract 4). 30 MB is read as 30 million bytes, the stricter meaning. */
export const MAX_BYTES = 30e6;
export const MIN_EDGE = 0.01;
export const MAX_BOXES = 500;
/**
 * Empty cells of a detection row without a box. AutoML Vision requires them (label and four corners); Vertex AI has none.
 */
const EMPTY_COLUMNS: Readonly<Record<CsvFormat, number>> = { automl: 9, vertex: 0 };

/**
 * Checks whether an image may be in the file. Call it before the split, which counts only images that can be exported.
 * @param bytes size of the stored object, if known
 * @returns null if it may
 */
export function refuseImage(image: Pick<CsvImage, 'uri' | 'set'>, bytes?: number): ImageDrop | null {
  if (image.set === 'REVIEW') return 'set is REVIEW';
  if (!isGsUri(image.uri)) return 'uri is not a gs uri';
  return bytes !== undefined && bytes > MAX_BYTES ? 'image over 30 MB' : null;
}

/** `gs://bucket/object` without control characters, which a simple parser could take for the end of the row. */
const isGsUri = (uri: string): boolean => /^gs:\/\/[^/\p{Cc}]+\/[^\p{Cc}\p{Zl}\p{Zp}]+$/u.test(uri);

/**
 * The rows of one image in the import file, cells not yet quoted (Contract 4). All have the same set. An image whose parts
 * are all left out still has one row.
 * - MULTICLASS, ANOMALY: set, URI, label of the primary tag; without a tag: set, URI.
 * - MULTILABEL: set, URI, the distinct labels of all contained tags, in tag order.
 * - imageObjectDetection: 11 columns for each box of a rect or mask; without any box, set and URI, followed by 9 empty cells
 *   in the format `automl`.
 */
export function imageRows(
  type: DatasetType,
  image: CsvImage,
  set: TrainingSet,
  labels: Labels,
  format: CsvFormat,
): ImageRows {
  const start = [SET_NAMES[format][set], image.uri];
  if (type === 'imageObjectDetection') return boxRows(image, start, labels, EMPTY_COLUMNS[format]);
  const tags = type === 'MULTILABEL' ? image.tagsContained : image.tag === null ? [] : [image.tag];
  return labelRow(start, labels, tags);
}

function labelRow(start: readonly string[], labels: Labels, tags: readonly string[]): ImageRows {
  const drops = [...new Set(tags)].map((tag) => refuseTag(tag, labels)).filter((drop) => drop !== null);
  const found = [...labels].flatMap(([tag, label]) => (label !== null && tags.includes(tag) ? [label] : []));
  const distinct = [...new Set(found)];
  return { rows: [[...start, ...distinct]], labels: distinct, drops };
}

function refuseTag(tag: string, labels: Labels): PartDrop | null {
  const label = labels.get(tag);
  if (label === undefined) return 'unknown tag';
  return label === null ? 'tag without label' : null;
}

function boxRows(image: CsvImage, start: readonly string[], labels: Labels, empty: number): ImageRows {
  const result: ImageRows = { rows: [], labels: [], drops: [] };
  for (const annotation of image.tags) {
    const box = clampBox(annotation);
    const drop = refuseBox(annotation, box, labels, result.rows.length);
    if (drop) result.drops.push(drop);
    else addBox(result, start, labels.get(annotation.tag)!, box);
  }
  if (result.rows.length === 0) result.rows.push([...start, ...Array<string>(empty).fill('')]);
  return result;
}

function refuseBox(annotation: Annotation, box: Box, labels: Labels, boxes: number): PartDrop | null {
  const drop = refuseTag(annotation.tag, labels);
  if (drop) return drop;
  if (annotation.type === 'point') return 'point has no box';
  // Not `<`, so that NaN is left out too.
  if (!(shortEdge(box) >= MIN_EDGE)) return 'box edge under 0.01';
  return boxes >= MAX_BOXES ? 'more than 500 boxes' : null;
}

function addBox(result: ImageRows, start: readonly string[], label: string, { x1, y1, x2, y2 }: Box): void {
  result.rows.push([...start, label, String(x1), String(y1), '', '', String(x2), String(y2), '', '']);
  result.labels.push(label);
}
