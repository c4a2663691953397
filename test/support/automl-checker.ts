/**
 * Reads an import file as AutoML Vision and Vertex AI document it, and reports what their importer would reject: encoding
 * and size, columns of each objective, sets, uris, labels, coordinates, the shortest edge, boxes per image, one set per
 * image. Written from Google's pages alone, independently of the code that writes the file.
 */

import { parse } from 'csv-parse/sync';
import type { DatasetType } from '../../packages/records/src/lists.ts';

const SETS = new Set(['TRAIN', 'VALIDATION', 'TEST', 'UNASSIGNED']);
const LABEL = /^[A-Za-z][A-Za-z0-9_]{0,31}$/;
const URI = /^gs:\/\/[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]\/[^\p{Cc}]+$/u;
const ENDING = /\.(jpe?g|png|gif|bmp|ico|webp|tiff?)$/i;
const NUMBER = /^(\d+(\.\d{1,6})?|\.\d{1,6})$/;
const MAX_FILE = 100e6;
const MIN_EDGE = 0.01;
const MAX_BOXES = 500;
/** Decimals as binary numbers: 0.11 - 0.1 is slightly less than 0.01. */
const HAIR = 1e-9;

/** Problems with their line numbers; empty if the importer would accept the file. */
export function checkImport(type: DatasetType, csv: string | Uint8Array): string[] {
  const complaints: string[] = [];
  const rows = readRows(csv, complaints);
  if (rows.length === 0) complaints.push('file: no rows');
  const check = ROW_CHECKS[type];
  const seen = new Map<string, Seen>();
  rows.forEach((row, index) => {
    const found = [...checkStart(row), ...check(row), ...checkCells(row), ...checkImage(type, row, seen)];
    complaints.push(...found.map((complaint) => `line ${index + 1}: ${complaint}`));
  });
  return complaints;
}

/** Values of an image in earlier lines. */
interface Seen {
  set: string;
  boxes: number;
  empty: boolean;
}

function readRows(csv: string | Uint8Array, complaints: string[]): string[][] {
  const bytes = Buffer.from(csv);
  if (bytes.length > MAX_FILE) complaints.push('file: over 100 MB');
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (text.startsWith('\uFEFF')) complaints.push('file: starts with a byte order mark');
    if (text !== '' && !text.endsWith('\n')) complaints.push('file: last row is cut off');
    return parse(text, { relax_column_count: true });
  } catch (error) {
    complaints.push(`file: ${String(error)}`);
    return [];
  }
}

function* checkStart([set = '', uri = '']: readonly string[]): Generator<string> {
  if (!SETS.has(set)) yield `unknown set "${set}"`;
  if (!URI.test(uri)) yield `no gs uri "${uri}"`;
  else if (!ENDING.test(uri)) yield `unknown kind of image "${uri}"`;
}

function* checkCells(row: readonly string[]): Generator<string> {
  for (const cell of row) if (/^[=+\-@\t\r]/.test(cell)) yield `a spreadsheet takes "${cell}" for a formula`;
}

function* checkSingle(row: readonly string[]): Generator<string> {
  if (row.length < 2 || row.length > 3) yield `${row.length} columns instead of 2 or 3`;
  yield* checkLabels(row.slice(2));
}

function* checkMulti(row: readonly string[]): Generator<string> {
  if (row.length < 2) yield `${row.length} columns instead of 2 or more`;
  yield* checkLabels(row.slice(2));
}

function* checkLabels(labels: readonly string[]): Generator<string> {
  for (const label of labels) if (!LABEL.test(label)) yield `bad label "${label}"`;
  if (new Set(labels).size < labels.length) yield 'a label twice';
}

function* checkBox(row: readonly string[]): Generator<string> {
  if (row.length !== 11) yield `${row.length} columns instead of 11`;
  const cells = row.slice(2);
  if (cells.every((cell) => cell === '')) return;
  const [label = '', x1 = '', y1 = '', x2 = '', y2 = '', x3 = '', y3 = '', x4 = '', y4 = ''] = cells;
  if (!LABEL.test(label)) yield `bad label "${label}"`;
  const short = [x2, y2, x4, y4].every((cell) => cell === '');
  if (!short && !(x2 === x3 && y2 === y1 && x4 === x1 && y4 === y3)) yield 'neither two corners nor four';
  yield* checkEdges([x1, y1, x3, y3]);
}

function* checkEdges(cells: readonly [string, string, string, string]): Generator<string> {
  for (const cell of cells) {
    if (!NUMBER.test(cell) || Number(cell) > 1) yield `no coordinate from 0 to 1 "${cell}"`;
  }
  const [x1, y1, x2, y2] = cells.map(Number) as [number, number, number, number];
  for (const edge of [x2 - x1, y2 - y1]) if (!(edge >= MIN_EDGE - HAIR)) yield `edge of ${edge} is too short`;
}

function* checkImage(type: DatasetType, row: readonly string[], seen: Map<string, Seen>): Generator<string> {
  const [set = '', uri = ''] = row;
  const empty = row.slice(2).every((cell) => cell === '');
  const before = seen.get(uri);
  const boxes = (before?.boxes ?? 0) + (empty ? 0 : 1);
  seen.set(uri, { set, boxes, empty: empty || (before?.empty ?? false) });
  if (type === 'imageObjectDetection' && boxes === MAX_BOXES + 1)
    yield `more than ${MAX_BOXES} boxes on ${uri}`;
  if (!before) return;
  if (before.set !== set) yield `${uri} in ${before.set} and ${set}`;
  if (type !== 'imageObjectDetection') yield `${uri} twice`;
  else if (empty || before.empty) yield `${uri} is without boxes, and again`;
}

const ROW_CHECKS: Record<DatasetType, (row: readonly string[]) => Iterable<string>> = {
  MULTICLASS: checkSingle,
  ANOMALY: checkSingle,
  MULTILABEL: checkMulti,
  imageObjectDetection: checkBox,
};
