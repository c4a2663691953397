import type { RunLengths } from '../../records/src/run-lines.ts';
import { type Fields, fieldsOf, listOf, numbersOf } from '../src/read/json-fields.ts';
import { boundsOf } from '../src/read/outline-box.ts';
import { type Box, scoreOf } from '../src/runs/json-values.ts';
import type { PredictionFormat } from '../src/runs/prediction-format.ts';
import type { RawImage, RawPrediction, RunLoss } from '../src/runs/raw.ts';
import { MOST_RUNS, maskRegion } from '../src/shape/mask-region.ts';
import { finite, isFields, textOf } from '../src/text/values.ts';
import { brushRuns } from './brush-runs.ts';
import { pictureOf } from './read.ts';

/** A task of Label Studio. Of several predictions the first counts. */
function labelStudioImage(task: Fields): RawImage {
  const [first, ...others] = listOf(task.predictions).map(fieldsOf);
  const read = listOf(first?.result).map((each) => resultOf(fieldsOf(each), first?.score));
  const lost: Partial<Record<RunLoss, number>> = {};
  const note = (kind: RunLoss, count = 1) => {
    if (count > 0) lost[kind] = (lost[kind] ?? 0) + count;
  };
  note('predictions by further models', others.length);
  for (const each of read) if (typeof each === 'string') note(each);
  return {
    key: { name: pictureOf(task) },
    predictions: read.flatMap((each) => (typeof each === 'string' ? [] : each)),
    lost,
  };
}

function resultOf(result: Fields, score: unknown): RawPrediction[] | RunLoss {
  const value = fieldsOf(result.value);
  const type = textOf(result.type);
  const given = scoreOf(result.score ?? score);
  if (type === 'choices') return listOf(value.choices).map((each) => ({ label: textOf(each), score: given }));
  const place = placeOf(type, result);
  if (typeof place === 'string') return place;
  return listOf(value[type]).map((each) => ({ label: textOf(each), score: given, unit: 'share', ...place }));
}

/** Places are in percent of the image. */
function placeOf(
  type: string,
  { value: given, original_width: width, original_height: height }: Fields,
): Pick<RawPrediction, 'box' | 'outlines' | 'rle'> | RunLoss {
  const value = fieldsOf(given);
  if (type === 'polygonlabels') {
    const points = listOf(value.points).flatMap((point) => numbersOf(point).slice(0, 2));
    const outline = points.map((each) => each / 100);
    const box = boundsOf([outline]);
    return { outlines: [outline], ...(box && { box }) };
  }
  if (type === 'brushlabels') {
    const rle = brushMask(value, { width: finite(width), height: finite(height) });
    return rle ? { rle } : 'masks in an encoding that is not read';
  }
  if (type !== 'rectanglelabels')
    return /^(ellipse|bitmask)/.test(type) ? 'outlines' : 'predictions of other kinds';
  if (finite(value.rotation) !== 0) return 'turned boxes';
  return {
    box: [value.x, value.y, value.width, value.height].map((each) => finite(each) / 100) as unknown as Box,
  };
}

/** Of a brush: it is as large as the largest image that is read. */
const MOST_PIXELS = 100_000_000;

function brushMask(
  { rle }: Fields,
  { width, height }: Record<'width' | 'height', number>,
): RunLengths | null {
  const pixels = width * height;
  const runs = pixels > 0 && pixels <= MOST_PIXELS ? brushRuns(numbersOf(rle), pixels) : null;
  if (!runs) return null;
  const data = new Uint8Array(pixels);
  let at = 0;
  for (const [place, run] of runs.entries()) {
    if (place % 2 === 1) data.fill(1, at, at + run);
    at += run;
  }
  const region = maskRegion({ width, height, data }, MOST_RUNS);
  return region === null || region === 'too long' ? null : region.segmentation;
}

export const labelStudio: PredictionFormat = {
  sent: 'tasks of Label Studio with predictions',
  kind: 'list',
  isWhole: true,
  read: labelStudioImage,
  fits: ({ data, predictions }) => isFields(data) && Array.isArray(predictions),
};
