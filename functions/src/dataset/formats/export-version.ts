import { Readable } from 'node:stream';
import { CsvFault } from '../../../../packages/formats/csv/csv-error.ts';
import { type Format, outOf } from '../../../../packages/formats/formats.ts';
import type { FormatOut, ImageMode, Loss } from '../../../../packages/formats/src/format.ts';
import { anyImage, type ExportSource } from '../../../../packages/formats/src/write/export-source.ts';
import { lossesOf } from '../../../../packages/formats/src/write/losses.ts';
import type { TextFormat } from '../../../../packages/formats/src/write/text-format.ts';
import { writerOf } from '../../../../packages/formats/writers.ts';
import { objects } from '../../common/adapters/objects.ts';
import { begun } from '../../common/begun.ts';
import { HttpError } from '../../common/errors.ts';
import { noteLogFields } from '../../common/log.ts';
import { csvText } from '../csv/csv-text.ts';
import { type Delivered, deliverFile, temporaryName } from '../deliver-file.ts';
import type { Target } from '../require-dataset.ts';
import { requireReady } from '../version/show-version.ts';
import { EXPORT_LIMITS, requireFit } from '../zip/zip-limits.ts';
import { zipStream } from '../zip/zip-stream.ts';
import { type ArchiveInput, archiveFiles } from './archive/archive-files.ts';
import { archiveSize, lengthOfLink } from './archive/archive-size.ts';
import { linksOf } from './links.ts';
import { openOnce, openPacked } from './open-source.ts';

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

/** `notes`: what the format cannot contain. */
export type Exported = Delivered & { notes: string[] };

/**
 * A version in a trainer's format (Contract 11). Without links the same version always gives the same bytes.
 * @throws HttpError `dataset not found`, `version not found`, `version not ready`, `bad parameter`, `export failed`,
 *   `archive too large`
 */
export async function exportVersion(input: Input): Promise<Exported> {
  const mode = requireMode(input.format, input.images);
  noteLogFields({ format: input.format });
  const { dataset, version } = await requireReady(input);
  const writer = writerOf(input.format);
  const isArchive = 'placing' in writer;
  const open = isArchive ? openPacked : openOnce;
  const source = await open(dataset, version, objects);
  const losses = lossesOf(input.format, source);
  const linkOf = mode === 'links' ? await linksOf({ base: input.base, dataset }) : null;
  const { signal } = input;
  const upright = input.upright && !(isArchive && writer.isExact);
  const content = { source, withBytes: mode === 'bytes', upright, linkOf, losses, signal };
  const { notes, ...made } = isArchive
    ? await makeArchive({ format: writer, ...content }, version.createdAt)
    : { notes: textsOf(losses), ...(await makeText(writer, content, outOf(input.format))) };
  const { ending, contentType } = outOf(input.format);
  const plain = dataset.replace(/[^A-Za-z0-9_-]+/g, '_');
  const fileName = `${plain}-v${version.number}-${input.format}.${ending}`;
  const name = temporaryName(dataset, `-${fileName}`);
  return {
    ...(await deliverFile({ ...made, fileName, contentType }, name, { objects, signal })),
    notes,
  };
}

function requireMode(format: Format, images: ImageMode | undefined): ImageMode {
  const { modes } = outOf(format);
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
): Promise<Made & { notes: string[] }> {
  const size = await archiveSize(input.format, input.source, { ...input, notes: textsOf(losses), objects });
  requireFit(size, EXPORT_LIMITS);
  const notes = textsOf([...losses, ...size.notes]);
  const files = archiveFiles({ ...input, notes });
  const first = await files.next();
  if (first.done) throw new Error('an archive always has its index');
  return { stream: zipStream(first.value, files, new Date(at)), bytes: size.most, notes };
}

/** Estimated bytes of a line, and of an annotation in it, without links and URIs, to decide whether a file may be streamed. */
const LINE = 300;
const ANNOTATION = 120;

const lengthOfUri = async (source: ExportSource): Promise<number> =>
  Buffer.byteLength((await anyImage(source))?.uri ?? '');

async function makeText(
  { require = () => {}, lines, isRowPerBox = false }: TextFormat,
  { source, linkOf }: Pick<ArchiveInput, 'source' | 'linkOf'>,
  { isStorage = false }: FormatOut,
): Promise<Made> {
  const { images, features } = source.counts;
  const boxes = features.rects + features.maskBoxes;
  const address = isStorage ? await lengthOfUri(source) : await lengthOfLink(source, linkOf);
  const repeated = isRowPerBox ? boxes * address : 0;
  const bytes = images * (LINE + address) + boxes * ANNOTATION + repeated;
  asExportFailed(() => require(source));
  const text = await begun(lines(source, { linkOf, csvText }));
  return { stream: Readable.from(text, { objectMode: false }), bytes };
}

/** @throws HttpError `export failed` for a CsvFault: two labels are the same */
function asExportFailed(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof CsvFault) throw new HttpError('export failed', { reason: error.message }, error);
    throw error;
  }
}
