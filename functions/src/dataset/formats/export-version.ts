import { Readable } from 'node:stream';
import { begun } from '../../common/begun.ts';
import { HttpError } from '../../common/errors.ts';
import { noteLogFields } from '../../common/log.ts';
import type { Objects } from '../../common/ports.ts';
import { CsvFault } from '../csv/csv-error.ts';
import { type Delivered, deliverFile, temporaryName } from '../deliver-file.ts';
import type { Target } from '../require-dataset.ts';
import { type ReadPorts, requireReady } from '../version/show-version.ts';
import { EXPORT_LIMITS, requireFit } from '../zip/zip-limits.ts';
import { zipStream } from '../zip/zip-stream.ts';
import { type ArchiveInput, archiveFiles } from './archive/archive-files.ts';
import type { ArchiveFormat } from './archive/archive-format.ts';
import { archiveSize, lengthOfLink } from './archive/archive-size.ts';
import { coco } from './coco.ts';
import { csvLines, importLabels } from './csv-lines.ts';
import { type Format, type ImageMode, RULES } from './export-format.ts';
import { anyImage, type ExportSource } from './export-source.ts';
import { imagefolder } from './imagefolder.ts';
import { type LinkOf, type LinkPorts, linksOf } from './links.ts';
import { type Loss, lossesOf } from './losses.ts';
import { masks } from './masks.ts';
import { ndjsonLines } from './ndjson.ts';
import { openOnce, openPacked } from './open-source.ts';
import type { TraceMask } from './outline/isolated-trace.ts';
import { sightline } from './sightline.ts';
import { vertexLines } from './vertex-jsonl.ts';
import { voc } from './voc.ts';
import { yolo } from './yolo.ts';

interface Input extends Target {
  /** Number of the version, or `latest`. */
  number: string;
  format: Format;
  /** Undefined: the default of the format. */
  images: ImageMode | undefined;
  /** Pictures that their EXIF data turns are written upright. */
  upright: boolean;
  /** URL of this function, for links. */
  base: string;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
}

export interface ExportPorts extends ReadPorts {
  grants: LinkPorts['grants'];
  objects: Objects;
  traceMask: TraceMask;
}

/** `notes`: what the format cannot contain. */
export type Exported = Delivered & { notes: string[] };

const ARCHIVES: Readonly<Partial<Record<Format, ArchiveFormat>>> = {
  ...{ yolo, coco, voc, imagefolder, masks, sightline },
};

/**
 * A version in a trainer's format (Contract 11). Without links the same version always gives the same bytes.
 * @throws HttpError `dataset not found`, `version not found`, `version not ready`, `bad parameter`, `export failed`,
 *   `archive too large`
 */
export async function exportVersion(input: Input, ports: ExportPorts): Promise<Exported> {
  const mode = requireMode(input.format, input.images);
  noteLogFields({ format: input.format });
  const { dataset, version } = await requireReady(input, ports);
  const archive = ARCHIVES[input.format];
  const open = archive ? openPacked : openOnce;
  const source = await open(dataset, version, ports.objects);
  const losses = lossesOf(input.format, source);
  const linkOf = mode === 'links' ? await linksOf({ base: input.base, dataset }, ports) : null;
  const { signal } = input;
  const upright = input.upright && !archive?.isExact;
  const content = { source, withBytes: mode === 'bytes', upright, linkOf, losses, signal };
  const { notes, ...made } = archive
    ? await makeArchive({ format: archive, ...content }, version.createdAt, ports)
    : { notes: textsOf(losses), ...(await makeText(input.format, source, linkOf)) };
  const { ending, contentType } = RULES[input.format];
  const plain = dataset.replace(/[^A-Za-z0-9_-]+/g, '_');
  const fileName = `${plain}-v${version.number}-${input.format}.${ending}`;
  const name = temporaryName(dataset, `-${fileName}`);
  return {
    ...(await deliverFile({ ...made, fileName, contentType }, name, { ...ports, signal })),
    notes,
  };
}

function requireMode(format: Format, images: ImageMode | undefined): ImageMode {
  const { modes } = RULES[format];
  const mode = images ?? modes[0] ?? 'none';
  if (modes.includes(mode)) return mode;
  throw new HttpError('bad parameter', { reason: `images of ${format} must be one of ${modes.join(', ')}` });
}

interface Made {
  stream: Readable;
  /** Estimated. */
  bytes: number;
}

const textsOf = (losses: readonly Loss[]): string[] => losses.map(({ text }) => text);

/** @param at the time of all files, Unix milliseconds */
async function makeArchive(
  { losses, ...input }: Omit<ArchiveInput, 'notes'> & { losses: readonly Loss[] },
  at: number,
  { objects, traceMask }: ExportPorts,
): Promise<Made & { notes: string[] }> {
  const size = await archiveSize(input.format, input.source, { ...input, notes: textsOf(losses), objects });
  requireFit(size, EXPORT_LIMITS);
  const notes = textsOf([...losses, ...size.notes]);
  const files = archiveFiles({ ...input, notes }, { objects, traceMask });
  const first = await files.next();
  if (first.done) throw new Error('an archive always has its index');
  return { stream: zipStream(first.value, files, new Date(at)), bytes: size.most, notes };
}

/** Estimated bytes of a line, and of an annotation in it, without links and URIs, to decide whether a file may be streamed. */
const LINE = 300;
const ANNOTATION = 120;

const lengthOfUri = async (source: ExportSource): Promise<number> =>
  Buffer.byteLength((await anyImage(source))?.uri ?? '');

async function makeText(format: Format, source: ExportSource, linkOf: LinkOf | null): Promise<Made> {
  const { images, features } = source.counts;
  const boxes = features.rects + features.maskBoxes;
  const address = format === 'ndjson' ? await lengthOfLink(source, linkOf) : await lengthOfUri(source);
  // A row of csv is one box with the URI of its image.
  const repeated = format === 'csv' || format === 'vertex-csv' ? boxes * address : 0;
  const bytes = images * (LINE + address) + boxes * ANNOTATION + repeated;
  const text = await begun(textOf(format, source, linkOf));
  return { stream: Readable.from(text, { objectMode: false }), bytes };
}

/** @throws HttpError `export failed` before the first line if two labels are the same */
function textOf(format: Format, source: ExportSource, linkOf: LinkOf | null): AsyncGenerator<string> {
  if (format === 'ndjson') return ndjsonLines(source, linkOf);
  try {
    importLabels(source);
  } catch (error) {
    if (error instanceof CsvFault) throw new HttpError('export failed', { reason: error.message }, error);
    throw error;
  }
  if (format === 'vertex-jsonl') return vertexLines(source);
  return csvLines(source, format === 'csv' ? 'automl' : 'vertex');
}
