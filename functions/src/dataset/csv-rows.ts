import type { Annotation, DatasetType, ImageRecord } from '../common/model.ts';
import { type Box, clampBox, shortEdge } from './boxes.ts';
import type { TrainingSet } from './cuts.ts';
import type { Labels } from './labels.ts';

/** Why an image is not in the file at all. */
export type ImageDrop = 'set is REVIEW' | 'uri is not a gs uri' | 'image over 30 MB';

/** Why a part of an image is not in the file. */
export type PartDrop =
  | 'unknown tag'
  | 'tag without label'
  | 'point has no box'
  | 'box edge under 0.01'
  | 'more than 500 boxes';

export type CsvImage = Pick<ImageRecord, 'uri' | 'set' | 'tag' | 'tags' | 'tagsContained'>;

/** The rows of one image and what was left out of them, once for each part. */
export interface ImageRows {
  rows: string[][];
  /** The label of each row or cell, for the report. */
  labels: string[];
  drops: PartDrop[];
}

/** The importer's limits (Contract 4). 30 MB are taken as decimal, the stricter reading. */
const MAX_BYTES = 30e6;
const MIN_EDGE = 0.01;
const MAX_BOXES = 500;
/** Columns of a detection row after set and uri: label and four corners. */
const BOX_COLUMNS = 9;

/**
 * Whether the image may be in the file. To be asked before the split, which counts exportable images only.
 * @param bytes size of the stored object, where it is known
 * @returns null: it may
 */
export function refuseImage(image: Pick<CsvImage, 'uri' | 'set'>, bytes?: number): ImageDrop | null {
  if (image.set === 'REVIEW') return 'set is REVIEW';
  if (!isGsUri(image.uri)) return 'uri is not a gs uri';
  return bytes !== undefined && bytes > MAX_BYTES ? 'image over 30 MB' : null;
}

/** `gs://bucket/object`, without control characters: one of them could end the row for a simple reader. */
const isGsUri = (uri: string): boolean => /^gs:\/\/[^/\p{Cc}]+\/[^\p{Cc}\p{Zl}\p{Zp}]+$/u.test(uri);

/**
 * The rows of one image in the import file, cells not yet quoted (Contract 4). All of them carry the same set, and
 * an image of which all parts are dropped still has its one row.
 * - MULTICLASS, ANOMALY: set, uri, label of the primary tag; set, uri without one.
 * - MULTILABEL: set, uri, distinct labels of all contained tags in tag order.
 * - imageObjectDetection: 11 columns for every box of a rect or mask; 9 empty ones after set and uri without any.
 */
export function imageRows(type: DatasetType, image: CsvImage, set: TrainingSet, labels: Labels): ImageRows {
  if (type === 'imageObjectDetection') return boxRows(image, set, labels);
  const tags = type === 'MULTILABEL' ? image.tagsContained : image.tag === null ? [] : [image.tag];
  return labelRow(image, set, labels, tags);
}

function labelRow(image: CsvImage, set: TrainingSet, labels: Labels, tags: readonly string[]): ImageRows {
  const drops = [...new Set(tags)].map((tag) => refuseTag(tag, labels)).filter((drop) => drop !== null);
  const found = [...labels].flatMap(([tag, label]) => (label !== null && tags.includes(tag) ? [label] : []));
  const distinct = [...new Set(found)];
  return { rows: [[set, image.uri, ...distinct]], labels: distinct, drops };
}

function refuseTag(tag: string, labels: Labels): PartDrop | null {
  const label = labels.get(tag);
  if (label === undefined) return 'unknown tag';
  return label === null ? 'tag without label' : null;
}

function boxRows(image: CsvImage, set: TrainingSet, labels: Labels): ImageRows {
  const result: ImageRows = { rows: [], labels: [], drops: [] };
  for (const annotation of image.tags) {
    const box = clampBox(annotation);
    const drop = refuseBox(annotation, box, labels, result.rows.length);
    if (drop) result.drops.push(drop);
    else addBox(result, [set, image.uri], labels.get(annotation.tag)!, box);
  }
  if (result.rows.length === 0) result.rows.push([set, image.uri, ...Array<string>(BOX_COLUMNS).fill('')]);
  return result;
}

function refuseBox(annotation: Annotation, box: Box, labels: Labels, boxes: number): PartDrop | null {
  const drop = refuseTag(annotation.tag, labels);
  if (drop) return drop;
  if (annotation.type === 'point') return 'point has no box';
  // Not `<`: an edge that is no number is dropped too.
  if (!(shortEdge(box) >= MIN_EDGE)) return 'box edge under 0.01';
  return boxes >= MAX_BOXES ? 'more than 500 boxes' : null;
}

function addBox(result: ImageRows, start: readonly string[], label: string, { x1, y1, x2, y2 }: Box): void {
  result.rows.push([...start, label, String(x1), String(y1), '', '', String(x2), String(y2), '', '']);
  result.labels.push(label);
}
