/** What reads the formats of imports. */

import { classesCsv } from './classes-csv/read.ts';
import { coco } from './coco/read.ts';
import { csv, vertexCsv } from './csv/read.ts';
import { cvat } from './cvat/read.ts';
import { datumaro } from './datumaro/read.ts';
import { folders } from './folders/read.ts';
import { type ImportFormat, inOf } from './formats.ts';
import { imagefolder } from './imagefolder/read.ts';
import { kitti } from './kitti/read.ts';
import { labelStudio } from './label-studio/read.ts';
import { labelme } from './labelme/read.ts';
import { masks } from './masks/read.ts';
import { ndjson } from './ndjson/read.ts';
import { openImages } from './openimages/read.ts';
import { sightline } from './sightline/read.ts';
import type { Reader } from './src/read/plan.ts';
import { supervisely } from './supervisely/read.ts';
import { tensorflowCsv } from './tensorflow-csv/read.ts';
import { vertexJsonl } from './vertex-jsonl/read.ts';
import { voc } from './voc/read.ts';
import { classTree } from './yolo/class-tree.ts';
import { yolo } from './yolo/read.ts';

export interface KnownReader {
  format: ImportFormat;
  /** What it looks for, in words. */
  sign: string;
  read: Reader;
  /** It reads folders, and no files of labels. */
  isByFolder?: boolean;
}

const reader = <F extends ImportFormat>(format: F, read: Reader) => ({
  format,
  sign: inOf(format).sign,
  read,
});

/** The compiler asks for a reader of each format. */
const complete = <const T extends readonly KnownReader[]>(
  list: Exclude<ImportFormat, T[number]['format']> extends never ? T : never,
): readonly KnownReader[] => list;

/** In the order in which they are tried: files with labels say more than folders. */
export const READERS = complete([
  reader('sightline', sightline),
  reader('coco', coco),
  reader('ndjson', ndjson),
  reader('vertex-jsonl', vertexJsonl),
  reader('imagefolder', imagefolder),
  reader('cvat', cvat),
  reader('voc', voc),
  reader('yolo', yolo),
  reader('label-studio', labelStudio),
  reader('datumaro', datumaro),
  reader('labelme', labelme),
  reader('supervisely', supervisely),
  reader('classes-csv', classesCsv),
  reader('tensorflow-csv', tensorflowCsv),
  reader('openimages', openImages),
  reader('csv', csv),
  reader('vertex-csv', vertexCsv),
  reader('kitti', kitti),
  reader('masks', masks),
  {
    format: 'yolo',
    sign: 'folders by set and class (YOLO classification)',
    read: classTree,
    isByFolder: true,
  },
  { ...reader('folders', folders), isByFolder: true },
]);
