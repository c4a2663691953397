/** Every format. Requests, clients, the console and the pages' tables have their lists from here. */
import { classesCsv } from './classes-csv/format.ts';
import { coco } from './coco/format.ts';
import { csv } from './csv/format.ts';
import { cvat } from './cvat/format.ts';
import { datumaro } from './datumaro/format.ts';
import { folders } from './folders/format.ts';
import { imagefolder } from './imagefolder/format.ts';
import { kitti } from './kitti/format.ts';
import { labelStudio } from './label-studio/format.ts';
import { labelme } from './labelme/format.ts';
import { masks } from './masks/format.ts';
import { ndjson } from './ndjson/format.ts';
import { openimages } from './openimages/format.ts';
import { sightline } from './sightline/format.ts';
import type { FormatFacts, FormatIn, FormatOut } from './src/format.ts';
import { supervisely } from './supervisely/format.ts';
import { tensorflowCsv } from './tensorflow-csv/format.ts';
import { vertexCsv } from './vertex-csv/format.ts';
import { vertexJsonl } from './vertex-jsonl/format.ts';
import { voc } from './voc/format.ts';
import { yolo } from './yolo/format.ts';

/** In the order in which they are offered. What reads and writes them is in readers.ts and writers.ts, where the compiler asks for it. */
const ALL = {
  yolo,
  ndjson,
  coco,
  voc,
  imagefolder,
  masks,
  'vertex-csv': vertexCsv,
  'vertex-jsonl': vertexJsonl,
  csv,
  sightline,
  cvat,
  'label-studio': labelStudio,
  labelme,
  datumaro,
  supervisely,
  kitti,
  openimages,
  'classes-csv': classesCsv,
  'tensorflow-csv': tensorflowCsv,
  folders,
} satisfies Record<string, FormatFacts>;

type With<part extends 'in' | 'out'> = {
  [name in keyof typeof ALL]: (typeof ALL)[name] extends Record<part, unknown> ? name : never;
}[keyof typeof ALL];

/** Of an export of a version (Contract 11). */
export type Format = With<'out'>;
/** Of an import (Contract 11). */
export type ImportFormat = With<'in'>;

const having = <part extends 'in' | 'out'>(part: part): With<part>[] =>
  (Object.keys(ALL) as With<part>[]).filter((name) => part in ALL[name]);

export const FORMATS: readonly Format[] = having('out');
export const IMPORT_FORMATS: readonly ImportFormat[] = having('in');

export const outOf = (format: Format): FormatOut => ALL[format].out;
export const inOf = (format: ImportFormat): FormatIn => ALL[format].in;

/** The name of a format for people. */
export function titleOf(format: Format | ImportFormat, language: 'en' | 'de'): string {
  const { title }: FormatFacts = ALL[format];
  return typeof title === 'string' ? title : title[language];
}
