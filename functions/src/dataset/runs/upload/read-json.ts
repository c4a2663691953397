/** One item of each JSON format as what a model said of an image. Anything may be in it. */

import type { RunLengths } from '../../../common/runs/run-lines.ts';
import { RunText } from '../../formats/outline/rle.ts';
import { finite, isFields, textOf } from '../../import/archive/values.ts';
import { pictureOf } from '../../import/readers/label-studio.ts';
import { type Fields, fieldsOf, listOf, numbersOf } from '../../import/readers/lines.ts';
import type { ImageKey, RawImage, RawPrediction, RunLoss } from './raw.ts';

type Box = readonly [number, number, number, number];

const scoreOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

const boxOf = (value: unknown): Box | undefined => {
  const [x, y, w, h] = numbersOf(value);
  return h === undefined ? undefined : ([x, y, w, h] as Box);
};

/** A line of a run's own file. */
export function ownImage({ image, predictions }: Fields): RawImage {
  return {
    key: { id: textOf(image).replace(/^\/?image\//, '') },
    predictions: listOf(predictions).map((each): RawPrediction => {
      const { tag, score, box, rle } = fieldsOf(each);
      const [place, runs] = [boxOf(box), runsOf(rle)];
      return {
        label: textOf(tag).replace(/^\/?dataset\/[^/]+\/tag\//, ''),
        score: scoreOf(score),
        unit: 'share',
        ...(place && { box: place }),
        ...(runs && { rle: runs }),
      };
    }),
  };
}

/**
 * A result of COCO: one prediction. `image_id` is the image's number in the exports of a version.
 * @param isNamed it is the stem of its name instead, as Ultralytics writes it
 */
export const cocoImage =
  (isNamed: boolean) =>
  ({ image_id: id, file_name: name, category_id: category, bbox, score, segmentation }: Fields): RawImage => {
    const isNumber = Number.isSafeInteger(id);
    // Ultralytics writes 123 for 000123.jpg.
    const number = !isNumber
      ? { stem: textOf(id) }
      : isNamed
        ? { digits: id as number }
        : { number: id as number };
    const key: ImageKey = textOf(name) === '' ? number : { ...number, name: textOf(name) };
    const [box, rle] = [boxOf(bbox), runsOf(segmentation)];
    const isLost = segmentation !== undefined && !rle;
    const loss = Array.isArray(segmentation) ? 'outlines' : 'masks in an encoding that is not read';
    return {
      key,
      predictions: [
        {
          label: finite(category) - 1,
          score: scoreOf(score),
          unit: 'pixels',
          ...(box && { box }),
          ...(rle && { rle }),
        },
      ],
      ...(isLost && { lost: { [loss]: 1 } }),
    };
  };

/** A line of a batch prediction of Vertex AI. Its boxes are [xMin, xMax, yMin, yMax]. */
export function vertexImage({ instance, prediction }: Fields): RawImage {
  const { displayNames, confidences, bboxes } = fieldsOf(prediction);
  const uri = textOf(fieldsOf(instance).content);
  const boxes = listOf(bboxes).map(numbersOf);
  const scores = listOf(confidences);
  return {
    key: { uri, name: uri },
    predictions: listOf(displayNames).map((name, at): RawPrediction => {
      const [left = 0, right = 0, top = 0, bottom = 0] = boxes[at] ?? [];
      return {
        label: textOf(name),
        score: scoreOf(scores[at]),
        unit: 'share',
        ...(boxes[at] && { box: [left, top, right - left, bottom - top] as const }),
      };
    }),
  };
}

/** A task of Label Studio. Of several predictions the first counts. */
export function labelStudioImage(task: Fields): RawImage {
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

/** Run lengths of COCO: as text, or, from other programs, as a list of numbers. */
function runsOf(value: unknown): RunLengths | undefined {
  if (!isFields(value)) return undefined;
  const [height, width] = numbersOf(value.size);
  if (!isSide(height) || !isSide(width)) return undefined;
  const { counts } = value;
  if (typeof counts === 'string') return { counts, size: [height, width] };
  if (!Array.isArray(counts)) return undefined;
  const runs = new RunText();
  for (const each of counts) {
    if (!Number.isSafeInteger(each) || each < 0 || each > height * width) return undefined;
    runs.add(each);
  }
  return { counts: runs.text(), size: [height, width] };
}

const isSide = (value: number | undefined): value is number =>
  value !== undefined && Number.isInteger(value) && value > 0 && value <= 65_535;
