/** What writes the formats of exports. */
import { coco } from './coco/write.ts';
import { csv, vertexCsv } from './csv/write.ts';
import type { Format } from './formats.ts';
import { imagefolder } from './imagefolder/write.ts';
import { masks } from './masks/write.ts';
import { ndjson } from './ndjson/write.ts';
import { sightline } from './sightline/write.ts';
import type { ArchiveFormat } from './src/write/archive-format.ts';
import type { TextFormat } from './src/write/text-format.ts';
import { vertexJsonl } from './vertex-jsonl/write.ts';
import { voc } from './voc/write.ts';
import { yolo } from './yolo/write.ts';

const WRITERS = {
  ...{ csv, ndjson, yolo, coco, voc, imagefolder, masks, sightline },
  ...{ 'vertex-csv': vertexCsv, 'vertex-jsonl': vertexJsonl },
} satisfies Record<Format, ArchiveFormat | TextFormat>;

export const writerOf = (format: Format): ArchiveFormat | TextFormat => WRITERS[format];
