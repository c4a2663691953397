import { type Fields, fieldsOf, listOf } from '../src/read/json-fields.ts';
import { type Box, scoreOf } from '../src/runs/json-values.ts';
import type { PredictionFormat } from '../src/runs/prediction-format.ts';
import type { RawImage, RawPrediction, RunLoss } from '../src/runs/raw.ts';
import { finite, isFields, textOf } from '../src/text/values.ts';
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
  if (type !== 'rectanglelabels')
    return /^(polygon|brush|ellipse|bitmask)/.test(type) ? 'outlines' : 'predictions of other kinds';
  if (finite(value.rotation) !== 0) return 'turned boxes';
  const box = [value.x, value.y, value.width, value.height].map(
    (each) => finite(each) / 100,
  ) as unknown as Box;
  return listOf(value.rectanglelabels).map((each) => ({
    label: textOf(each),
    score: given,
    unit: 'share',
    box,
  }));
}

export const labelStudio: PredictionFormat = {
  sent: 'tasks of Label Studio with predictions',
  kind: 'list',
  isWhole: true,
  read: labelStudioImage,
  fits: ({ data, predictions }) => isFields(data) && Array.isArray(predictions),
};
