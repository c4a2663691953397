/** The file of a version in a format (Contract 11): what it will be by the version's counts, and its bytes. */
import { Readable } from 'node:stream';
import { CsvFault } from '../../../../packages/formats/csv/csv-error.ts';
import { type Format, outOf } from '../../../../packages/formats/formats.ts';
import type { ImageMode } from '../../../../packages/formats/src/format.ts';
import type { LinkOf } from '../../../../packages/formats/src/write/archive-format.ts';
import { anyImage, type ExportSource } from '../../../../packages/formats/src/write/export-source.ts';
import { lossesOf } from '../../../../packages/formats/src/write/losses.ts';
import type { TextFormat } from '../../../../packages/formats/src/write/text-format.ts';
import { writerOf } from '../../../../packages/formats/writers.ts';
import { objects } from '../../common/adapters/objects.ts';
import { begun } from '../../common/begun.ts';
import { HttpError } from '../../common/errors.ts';
import { csvText } from '../csv/csv-text.ts';
import { EXPORT_LIMITS, requireFit } from '../zip/zip-limits.ts';
import { zipStream } from '../zip/zip-stream.ts';
import { archiveFiles, changedClasses, textsOf } from './archive/archive-files.ts';
import { archiveSize } from './archive/archive-size.ts';
import { linksOf } from './links.ts';
import { openOnce, openPacked, type Ready } from './open-source.ts';

/** What is exported. */
export interface Exporting {
  dataset: string;
  version: Ready;
  format: Format;
  images: ImageMode;
  /** Pictures that their EXIF data turns are written upright. */
  upright: boolean;
  /** URL of the function, for links. */
  base: string;
}

interface Planned {
  fileName: string;
  contentType: string;
  /** At most. */
  bytes: number;
  /** What the format cannot contain, as far as the counts of the version say it. */
  notes: string[];
}

/**
 * What the file will be: of the images, at most one page is read.
 * @throws HttpError `export failed`, `archive too large`
 */
export async function planExport({ dataset, version, format, images, upright }: Exporting): Promise<Planned> {
  const source = await openOnce(dataset, version, objects);
  const writer = writerOf(format);
  const { ending, contentType, isStorage = false } = outOf(format);
  const plain = dataset.replace(/[^A-Za-z0-9_-]+/g, '_');
  const about = { fileName: `${plain}-v${version.number}-${format}.${ending}`, contentType };
  const notes = textsOf(lossesOf(format, source));
  const lengthOfLink = images !== 'links' ? 0 : await lengthOfAddress(source, isStorage);
  if (!('placing' in writer)) {
    asExportFailed(() => writer.require?.(source));
    return { ...about, bytes: bytesOfText(writer, source, lengthOfLink), notes };
  }
  const options = { withBytes: images === 'bytes', upright: upright && !writer.isExact, lengthOfLink };
  const { least, most } = await archiveSize(writer, source, options);
  requireFit(least, EXPORT_LIMITS);
  return { ...about, bytes: most, notes: [...notes, ...textsOf(changedClasses(writer, source))] };
}

interface Making {
  signal: AbortSignal;
  noted?: (notes: readonly string[]) => void;
  seen?: (images: number) => void;
}

/**
 * Its bytes. When this returns, the first of them have been made.
 * @param noted called before the end of an archive with all that is different in it, in sentences
 * @param seen called with how many images have been read
 * @throws HttpError `export failed`, `archive too large` also while it is read
 */
export async function makeExport(
  { dataset, version, format, images, upright, base }: Exporting,
  { signal, noted, seen }: Making,
): Promise<Readable> {
  const writer = writerOf(format);
  const linkOf = images === 'links' ? await linksOf({ base, dataset }) : null;
  const isArchive = 'placing' in writer;
  const opened = await (isArchive ? openPacked : openOnce)(dataset, version, objects);
  const source = seen ? seenBy(seen, opened) : opened;
  if (!isArchive) return makeText(writer, source, linkOf);
  const files = archiveFiles({
    ...{ format: writer, source, withBytes: images === 'bytes', upright: upright && !writer.isExact },
    ...{ linkOf, losses: lossesOf(format, source), signal, noted },
  });
  const first = await files.next();
  if (first.done) throw new Error('an archive always has its index');
  // The time of all files.
  return zipStream(first.value, files, { at: new Date(version.createdAt), limits: EXPORT_LIMITS });
}

/** An archive reads its images several times: the first time makes the most of it. */
function seenBy(seen: (images: number) => void, source: ExportSource): ExportSource {
  let most = 0;
  async function* images() {
    let read = 0;
    for await (const page of source.images()) {
      yield page;
      read += page.length;
      if (read > most) seen(read);
      most = Math.max(most, read);
    }
  }
  return { ...source, images };
}

/** Bytes of a line, and of an annotation in it, without links and URIs, to decide whether a file may be streamed. */
const LINE = 300;
const ANNOTATION = 120;
/** Bytes of a signed link besides the address of its image. */
const SIGNATURE = 1000;

const bytesOfText = ({ isRowPerBox }: TextFormat, { counts }: ExportSource, address: number): number => {
  const { rects, maskBoxes } = counts.features;
  const boxes = rects + maskBoxes;
  return counts.images * (LINE + address) + boxes * (ANNOTATION + (isRowPerBox ? address : 0));
};

/** Bytes of the address of an image: in Storage, or of a link, whose path may be encoded. */
async function lengthOfAddress(source: ExportSource, isStorage: boolean): Promise<number> {
  const length = Buffer.byteLength((await anyImage(source))?.uri ?? '');
  return isStorage ? length : 3 * length + SIGNATURE;
}

async function makeText(
  { require = () => {}, lines }: TextFormat,
  source: ExportSource,
  linkOf: LinkOf | null,
): Promise<Readable> {
  asExportFailed(() => require(source));
  const text = await begun(lines(source, { linkOf, csvText }));
  return Readable.from(text, { objectMode: false });
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
