import { ImportFault } from '../../../../../packages/formats/src/read/import-fault.ts';
import type {
  ImageKey,
  RawFile,
  RawImage,
  RawPrediction,
  RunLoss,
} from '../../../../../packages/formats/src/runs/raw.ts';
import { polygonRuns } from '../../../../../packages/formats/src/shape/polygon-runs.ts';
import {
  MOST_PREDICTIONS,
  type Prediction,
  type RunLengths,
} from '../../../../../packages/records/src/run-lines.ts';
import { clipBox, fitsImage } from '../fit-prediction.ts';
import type { FindImages, Found } from './find-images.ts';
import type { FindTag, LabelTag } from './find-tags.ts';
import type { SentFile } from './recognize-upload.ts';

export interface Reading {
  file: SentFile;
  findImages: FindImages;
  findTag: FindTag;
  /** Of predictions without one; without this, they are refused. */
  score: number | undefined;
}

/** An entry of the file. */
export interface ReadImage {
  key: ImageKey;
  /** Undefined: the dataset, or the version, has no such image, or several. */
  image: string | undefined;
  predictions: readonly Prediction[];
  /** The class of each prediction of the file, also of those that are left out. */
  labels: readonly LabelTag[];
  lost: readonly (readonly [RunLoss, number])[];
}

/** Entries whose images are looked up together, and their predictions. */
const TOGETHER = { entries: 300, predictions: 5000 };
/** Entries of a file of which each is a whole image, with those that are replaced. */
const MOST_ENTRIES = 2_000_000;

/**
 * What the file says, entry by entry. Nothing is left out in silence.
 * @throws ImportFault, FileFault
 */
export async function* readPredictions(reading: Reading): AsyncGenerator<ReadImage> {
  for await (const entries of groups(reading.file)) {
    const found = await reading.findImages(entries.map(({ key }) => key));
    for (const [at, entry] of entries.entries()) yield await readEntry(entry, found[at], reading);
  }
}

async function* groups(file: RawFile): AsyncGenerator<RawImage[]> {
  let open: RawImage[] = [];
  let [entries, predictions] = [0, 0];
  for await (const entry of file.images()) {
    open.push(entry);
    entries += 1;
    predictions += entry.predictions.length;
    if (file.isWhole && entries > MOST_ENTRIES)
      throw new ImportFault(`it has more than ${MOST_ENTRIES} entries`);
    if (open.length < TOGETHER.entries && predictions < TOGETHER.predictions) continue;
    yield open;
    open = [];
    predictions = 0;
  }
  if (open.length > 0) yield open;
}

async function readEntry(
  { key, predictions, lost = {} }: RawImage,
  found: Found | undefined,
  { findTag, score }: Reading,
): Promise<ReadImage> {
  const losses = Object.entries(lost) as [RunLoss, number][];
  const [kept, labels]: [Prediction[], LabelTag[]] = [[], []];
  for (const raw of found ? predictions : []) {
    const label = await findTag(raw.label);
    labels.push(label);
    const read = label.tag === null ? null : predictionOf(raw, label.tag, found as Found, score);
    if (typeof read === 'string') losses.push([read, 1]);
    else if (read) kept.push(read.prediction);
    if (typeof read === 'object' && read?.loss) losses.push([read.loss, 1]);
  }
  return { key, image: found?.image, predictions: kept, labels, lost: losses };
}

type Read = { prediction: Prediction; loss: RunLoss | null };

/** A prediction, without its mask if that does not fit; or why there is none. @throws ImportFault */
function predictionOf(
  raw: RawPrediction,
  tag: string,
  { width, height }: Found,
  assumed: number | undefined,
): Read | RunLoss {
  const { score: given, box: place, unit } = raw;
  const score = given ?? assumed;
  if (score === undefined)
    throw new ImportFault(
      'it has predictions without a score; say `score` for them, or save them with their confidences',
    );
  if (!(score >= 0 && score <= 1)) return 'scores that are not from 0 to 1';
  const rle = maskOf(raw, { width, height });
  const [loss, mask] = typeof rle === 'string' ? [rle, {}] : [null, rle && { rle }];
  if (!place) return loss ?? { prediction: { tag, score, ...mask }, loss };
  if (unit === 'pixels' && !(width > 0 && height > 0))
    return 'places in pixels of images whose size is not known';
  const [x, y, w, h] = place;
  const box = clipBox(unit === 'pixels' ? [x / width, y / height, w / width, h / height] : [x, y, w, h]);
  if (!box) return 'places outside of their images';
  return { prediction: { tag, score, box, ...mask }, loss };
}

/** Of a prediction; or why it has none that is read. */
function maskOf(
  { rle, outlines, unit }: RawPrediction,
  { width, height }: Pick<Found, 'width' | 'height'>,
): RunLengths | RunLoss | undefined {
  if (rle && !fitsImage(rle, { width, height })) return 'masks of another size than their images';
  if (rle || !outlines) return rle;
  const [across, down] = unit === 'share' ? [width, height] : [1, 1];
  const pixels = outlines.map((points) => points.map((each, at) => each * (at % 2 === 0 ? across : down)));
  return (width > 0 && height > 0 && polygonRuns(pixels, { width, height })) || 'outlines';
}

/** The best ones of an image, as many as it may have. */
export const bestOf = (predictions: readonly Prediction[]): readonly Prediction[] =>
  predictions.length <= MOST_PREDICTIONS
    ? predictions
    : predictions.toSorted((a, b) => b.score - a.score).slice(0, MOST_PREDICTIONS);
