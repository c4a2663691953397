/** Every format by its reader, with the id of each image. */

import { createHash } from 'node:crypto';
import { parse as parseCsv } from 'csv-parse/sync';
import sharp from 'sharp';
import { FORMATS, type Format } from '../../packages/formats/formats.ts';
import type { DatasetType } from '../../packages/records/src/lists.ts';
import { readZip } from '../support/read-zip.ts';
import { readCoco } from './coco.ts';
import { readImageFolder } from './imagefolder.ts';
import { readIndex } from './index-file.ts';
import { readMvtec } from './mvtec.ts';
import { readNdjson } from './ndjson.ts';
import type { Files, ReadBox, ReadImage } from './read.ts';
import { readVertexLines } from './vertex-jsonl.ts';
import { readVoc } from './voc.ts';
import { readYolo, readYoloTree } from './yolo.ts';
import { readYoloOutlines } from './yolo-outlines.ts';

/** `outlines`: of YOLO, in the order of its lines; x and y in turns, 0 to 1. */
export interface FoundImage extends ReadImage {
  id: string;
  outlines?: { name: string; outline: number[] }[];
}

export interface Found {
  /** An image that a format has in several folders comes once, with all its classes. */
  images: Map<string, FoundImage>;
  notes: string[];
  /** By path; null if the format is not an archive. */
  files: Files | null;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Our own has no reader elsewhere: `unit/sightline-format.test.ts` has its way out and in. */
export const READ_FORMATS = FORMATS.filter((format) => format !== 'sightline');

const SETS = { TRAIN: 'train', VALIDATION: 'val', TEST: 'test', UNASSIGNED: 'train' } as const;
const isTree = (type: DatasetType) => type === 'MULTICLASS' || type === 'ANOMALY';

export async function readFormat(
  format: Format,
  type: DatasetType,
  { bytes, notes }: { bytes: Buffer; notes: string[] },
): Promise<Found> {
  if (TEXTS[format]) {
    const images = TEXTS[format](bytes.toString(), type);
    return {
      images: byId(images.map((image) => ({ ...image, id: idIn(image.uri as string) }))),
      notes,
      files: null,
    };
  }
  const files = await readZip(bytes);
  const ids = new Map(readIndex(files).map(({ sha256: digest, image }) => [digest, image]));
  const images = (await ARCHIVES[format]?.(files, type)) ?? [];
  const named = images.map((image) => {
    const id = ids.get(sha256(image.bytes as Buffer));
    if (id === undefined) throw new Error('a picture is not in index.csv');
    return { ...image, id };
  });
  const noted = files.get('notes.txt')?.toString().trimEnd().split('\n') ?? [];
  return { images: byId(named), notes: noted, files };
}

function byId(images: readonly FoundImage[]): Map<string, FoundImage> {
  const found = new Map<string, FoundImage>();
  for (const image of images) {
    const before = found.get(image.id);
    if (before && before.classes.length * image.classes.length === 0)
      throw new Error(`${image.id} comes twice`);
    const classes = [...(before?.classes ?? []), ...image.classes];
    found.set(image.id, { ...image, classes, masks: [...(before?.masks ?? []), ...image.masks] });
  }
  return found;
}

/** An object's name is the image's id, with an ending. */
const idIn = (uri: string): string => /\/([^/?]+)\.\w+(\?.*)?$/.exec(uri)?.[1] ?? '';

/** AutoML and Vertex AI: set, uri, then labels, or a label and corners 1 and 3 (cloud.google.com/vertex-ai/docs/image-data). */
function readImportFile(csv: string, type: DatasetType): ReadImage[] {
  const rows = parseCsv(csv, { relax_column_count: true }) as string[][];
  const byUri = Map.groupBy(rows, ([, uri]) => uri as string);
  return Array.from(byUri, ([uri, own]) => {
    const set = SETS[(own[0]?.[0] ?? '').toUpperCase().replace('TRAINING', 'TRAIN') as keyof typeof SETS];
    const cells = own.map((row) => row.slice(2));
    if (type !== 'imageObjectDetection')
      return { uri, set, classes: cells.flat().filter((cell) => cell !== ''), boxes: [], masks: [] };
    const boxes = cells
      .filter(([label]) => label)
      .map(([name, ...edges]): ReadBox => {
        const [x1, y1, , , x2, y2] = edges.map(Number) as [number, number, number, number, number, number];
        return { name: name as string, box: [(x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1] };
      });
    return { uri, set, classes: [], boxes, masks: [] };
  });
}

const TEXTS: Partial<Record<Format, (text: string, type: DatasetType) => ReadImage[]>> = {
  csv: readImportFile,
  'vertex-csv': readImportFile,
  'vertex-jsonl': readVertexLines,
  ndjson: readNdjson,
};

const sizes = new WeakMap<Buffer, [number, number]>();

const ARCHIVES: Partial<
  Record<Format, (files: Files, type: DatasetType) => Promise<Omit<FoundImage, 'id'>[]>>
> = {
  yolo: async (files, type) =>
    isTree(type) ? readYoloTree(files) : type === 'MULTILABEL' ? readYoloOutlined(files) : readYolo(files),
  coco: async (files) => readCoco(files),
  voc: async (files) => readVoc(files),
  imagefolder: async (files) => {
    for (const [path, bytes] of files)
      if (!/\.(jsonl|csv|txt)$/.test(path)) sizes.set(bytes, await sizeOf(bytes));
    return readImageFolder(files, (bytes) => sizes.get(bytes) ?? [0, 0]);
  },
  masks: (files) =>
    readMvtec(files, async (png) => {
      const [width, height] = await sizeOf(png);
      const pixels = await sharp(png).toColourspace('b-w').raw().toBuffer();
      return { width, height, pixels: pixels.map((value) => Math.min(1, value)) as Buffer };
    }),
};

/** As a reader that ignores EXIF. */
async function sizeOf(bytes: Buffer): Promise<[number, number]> {
  const { width, height } = await sharp(bytes).metadata();
  return [width, height];
}

function readYoloOutlined(files: Files): Omit<FoundImage, 'id'>[] {
  return readYoloOutlines(files).map(({ set, bytes, objects }) => ({
    ...{ set, bytes, classes: [], boxes: [], masks: [], outlines: objects },
  }));
}
