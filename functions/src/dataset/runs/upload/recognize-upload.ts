import { Archive, chunksOf, piecesOf } from '../../import/archive/archive.ts';
import { Budget } from '../../import/archive/budget.ts';
import type { ReadRange } from '../../import/archive/directory.ts';
import { isJsonList, jsonLines } from '../../import/archive/json-lines.ts';
import { jsonItems } from '../../import/archive/text-streams.ts';
import { isFields } from '../../import/archive/values.ts';
import { FileFault, ImportFault } from '../../import/import-fault.ts';
import { type Fields, fieldsOf } from '../../import/readers/lines.ts';
import type { RawFile, RawImage, UploadFormat } from './raw.ts';
import { cocoImage, labelStudioImage, ownImage, vertexImage } from './read-json.ts';
import { yoloFile } from './read-yolo.ts';

interface Sent {
  /** Bytes of the file. */
  size: number;
  /** Recognized by its content unless given. */
  format: UploadFormat | undefined;
}

/** Bytes by which a file is recognized. */
const BEGINNING = 200;

type ReadImage = (item: Fields) => RawImage;

interface JsonFormat {
  isWhole: boolean;
  read: ReadImage;
  /** Whether an item of the file is of this format. */
  fits: (item: Fields) => boolean;
}

const isId = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';
const isResult = (item: Fields): boolean => isId(item.image_id) && typeof item.category_id === 'number';

const LINES: Partial<Record<UploadFormat, JsonFormat>> = {
  ndjson: {
    isWhole: true,
    read: ownImage,
    fits: ({ image, predictions }) => typeof image === 'string' && Array.isArray(predictions),
  },
  vertex: {
    isWhole: true,
    read: vertexImage,
    fits: ({ instance, prediction }) => isFields(instance) && isFields(prediction),
  },
};

const LISTS: Partial<Record<UploadFormat, JsonFormat>> = {
  labelstudio: {
    isWhole: true,
    read: labelStudioImage,
    fits: ({ data, predictions }) => isFields(data) && Array.isArray(predictions),
  },
  ultralytics: {
    isWhole: false,
    read: cocoImage(true),
    fits: (item) => isResult(item) && typeof item.image_id === 'string',
  },
  coco: { isWhole: false, read: cocoImage(false), fits: isResult },
};

/**
 * Opens the file that was sent for a run.
 * @throws ImportFault for one that is of no format; FileFault; errors of the reads
 */
export async function recognizeUpload(read: ReadRange, { size, format }: Sent): Promise<RawFile> {
  const beginning = await read(0, Math.min(size, BEGINNING));
  if (beginning.subarray(0, 2).toString('latin1') === 'PK') {
    if (format && format !== 'yolo') throw new ImportFault(`it is an archive, and ${format} is a JSON file`);
    return yoloFile(await Archive.open(read, size, new Budget()));
  }
  const isList = isJsonList(beginning);
  // Each reading has a budget of its own.
  const items = () => (isList ? listItems : jsonLines)(bytesOf(read, size));
  const formats = Object.entries(isList ? LISTS : LINES) as [UploadFormat, JsonFormat][];
  const first = await firstOf(items());
  const found = formats.find(([each, { fits }]) => (format ? each === format : fits(first)));
  if (!found) throw new ImportFault(unknownReason(format));
  const [known, { isWhole, read: readImage }] = found;
  return { format: known, isWhole, images: () => imagesOf(items(), readImage) };
}

const unknownReason = (format: UploadFormat | undefined): string =>
  format
    ? `it is not a file of ${format}`
    : 'its format is not known. Send results of COCO, predictions.json of Ultralytics, an archive of YOLO texts with confidences, batch predictions of Vertex AI, tasks of Label Studio with predictions, or NDJSON';

async function* imagesOf(items: AsyncIterable<Fields>, read: ReadImage): AsyncGenerator<RawImage> {
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

async function* bytesOf(read: ReadRange, size: number): AsyncGenerator<Buffer> {
  const budget = new Budget();
  for await (const chunk of chunksOf(read, 0, size)) {
    budget.read(chunk.length);
    yield* piecesOf(chunk);
  }
}
