/**
 * Reads an import file as Vertex AI documents it ("Prepare image training data", CSV) and reports problems: columns of each
 * objective, set names, uris, kinds of images, labels, boxes, one set for each image. Written from Google's pages alone,
 * independently of the code that writes the file.
 */

import { parse } from 'csv-parse/sync';
import type { DatasetType } from '../../packages/records/src/lists.ts';

/** Spelled as in the page's examples. */
const SETS = new Set(['training', 'test', 'validation']);
const LABEL = /^[A-Za-z][A-Za-z0-9_]*$/;
const URI = /^gs:\/\/[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]\/[^\p{Cc}]+$/u;
/** Kinds of images for training. */
const ENDING = /\.(jpe?g|png|gif|bmp|ico)$/i;
const MAX_BOXES = 500;
const MIN_EDGE = 0.01;
/** Decimals as binary numbers: 0.11 - 0.1 is slightly less than 0.01. */
const HAIR = 1e-9;

export interface VertexFindings {
  /** Problems with their line numbers; empty if the importer would accept the file. */
  complaints: string[];
  /** Images of kinds that are not listed for training. */
  unlisted: number;
}

export function checkVertexImport(type: DatasetType, csv: string | Uint8Array): VertexFindings {
  const rows: string[][] = parse(Buffer.from(csv), { relax_column_count: true });
  const sets = new Map<string, string>();
  const boxes = new Map<string, number>();
  const unlisted = new Set<string>();
  const complaints: string[] = rows.length === 0 ? ['no rows'] : [];
  rows.forEach((row, index) => {
    const say = (complaint: string) => complaints.push(`line ${index + 1}: ${complaint}`);
    // The set is optional.
    const [set, uri = '', ...rest] = row[0]?.startsWith('gs://') ? ['', ...row] : row;
    if (set !== '' && !SETS.has(set!)) say(`unknown set "${set}"`);
    if (!URI.test(uri)) say(`no gs uri "${uri}"`);
    else if (!ENDING.test(uri)) unlisted.add(uri);
    const before = sets.get(uri);
    if (before !== undefined && type !== 'imageObjectDetection') say(`${uri} twice`);
    if (before !== undefined && before !== set) say(`${uri} in ${before} and ${set}`);
    sets.set(uri, set!);
    if (type === 'imageObjectDetection') {
      boxes.set(uri, (boxes.get(uri) ?? 0) + 1);
      if (boxes.get(uri) === MAX_BOXES + 1) say('more than 500 boxes');
      for (const complaint of checkBox(rest)) say(complaint);
    } else for (const complaint of checkLabels(type, rest)) say(complaint);
  });
  return { complaints, unlisted: unlisted.size };
}

function* checkLabels(type: DatasetType, labels: readonly string[]): Generator<string> {
  if (type !== 'MULTILABEL' && labels.length > 1) yield `${labels.length} labels`;
  for (const label of labels) if (!LABEL.test(label)) yield `bad label "${label}"`;
  if (new Set(labels).size < labels.length) yield 'a label twice';
}

/** Nothing, or a label and two or four corners: x and y of A, B, C and D, where B and D may be empty. */
function* checkBox(cells: readonly string[]): Generator<string> {
  if (cells.length === 0) return;
  if (cells.length !== 9) return yield `${cells.length} columns after the uri instead of 0 or 9`;
  const [label = '', ...corners] = cells;
  if (!LABEL.test(label)) yield `bad label "${label}"`;
  const [ax, ay, bx, by, cx, cy, dx, dy] = corners.map((cell) => (cell === '' ? null : Number(cell)));
  const given = [ax, ay, cx, cy];
  if (!given.every((each) => typeof each === 'number' && each >= 0 && each <= 1)) yield `no box "${corners}"`;
  if (
    ![bx, by, dx, dy].every((each) => each === null) &&
    (bx !== cx || by !== ay || dx !== ax || dy !== cy)
  ) {
    yield 'neither two corners nor four';
  }
  const edges = [cx! - ax!, cy! - ay!];
  if (!edges.every((edge) => edge >= MIN_EDGE - HAIR)) yield 'an edge is too short';
}
