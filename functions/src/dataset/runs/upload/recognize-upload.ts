import { PREDICTIONS, type UploadFormat } from '../../../../../packages/formats/predictions.ts';
import { FileFault, ImportFault } from '../../../../../packages/formats/src/read/import-fault.ts';
import { type Fields, fieldsOf } from '../../../../../packages/formats/src/read/json-fields.ts';
import type { PredictionFormat } from '../../../../../packages/formats/src/runs/prediction-format.ts';
import type { RawFile, RawImage } from '../../../../../packages/formats/src/runs/raw.ts';
import { isJsonList, jsonLines } from '../../../../../packages/formats/src/text/json-lines.ts';
import { jsonItems } from '../../../../../packages/formats/src/text/text-streams.ts';
import { Archive, chunksOf } from '../../import/archive/archive.ts';
import type { ReadRange } from '../../import/archive/directory.ts';

interface Sent {
  /** Bytes of the file. */
  size: number;
  /** Recognized by its content unless given. */
  format: UploadFormat | undefined;
}

/** Bytes by which a file is recognized. */
const BEGINNING = 200;

export interface SentFile extends RawFile {
  format: UploadFormat;
}

const FORMATS = Object.entries(PREDICTIONS) as [UploadFormat, PredictionFormat][];

/**
 * Opens the file that was sent for a run.
 * @throws ImportFault for one that is of no format; FileFault; errors of the reads
 */
export async function recognizeUpload(read: ReadRange, { size, format }: Sent): Promise<SentFile> {
  const beginning = await read(0, Math.min(size, BEGINNING));
  const isArchive = beginning.subarray(0, 2).toString('latin1') === 'PK';
  const kind = isArchive ? 'archive' : isJsonList(beginning) ? 'list' : 'lines';
  const items = () => (kind === 'list' ? listItems : jsonLines)(chunksOf(read, 0, size));
  const first = isArchive ? {} : await firstOf(items());
  for (const [known, each] of FORMATS) {
    if (each.kind !== kind || !(format ? format === known : each.kind === 'archive' || each.fits(first)))
      continue;
    if (each.kind === 'archive')
      return { format: known, ...(await each.open(await Archive.open(read, size))) };
    return { format: known, isWhole: each.isWhole, images: () => imagesOf(items(), each.read) };
  }
  if (isArchive) throw new ImportFault(`it is an archive, and ${format} is a JSON file`);
  throw new ImportFault(format ? `it is not a file of ${format}` : UNKNOWN);
}

const SENT = FORMATS.map(([, { sent }]) => sent);
const UNKNOWN = `its format is not known. Send ${SENT.slice(0, -1).join(', ')}, or ${SENT.at(-1)}`;

async function* imagesOf(
  items: AsyncIterable<Fields>,
  read: (item: Fields) => RawImage,
): AsyncGenerator<RawImage> {
  for await (const item of items) yield read(item);
}

/** @throws FileFault for a file without any */
async function firstOf(items: AsyncIterable<Fields>): Promise<Fields> {
  for await (const item of items) return item;
  throw new FileFault('it is empty');
}

async function* listItems(bytes: AsyncIterable<Buffer>): AsyncGenerator<Fields> {
  for await (const { value } of jsonItems(bytes, { isList: true })) yield fieldsOf(value);
}
