import { type Fields, numbersOf } from '../src/read/json-fields.ts';
import { boxOf, runsOf, scoreOf } from '../src/runs/json-values.ts';
import { placesOf, type SaidImages } from '../src/runs/places.ts';
import type { PredictionFormat } from '../src/runs/prediction-format.ts';
import type { ImageKey, RawImage } from '../src/runs/raw.ts';
import { finite, textOf } from '../src/text/values.ts';
import type { Classes } from '../src/write/export-source.ts';
import { roundedPixels } from '../src/write/unit-box.ts';
import { joinedEntries } from './json.ts';

/** COCO's results, as `loadRes` of pycocotools reads them beside the annotations of the version. */
export async function* writeResults(images: SaidImages, classes: Classes): AsyncGenerator<string> {
  yield '[';
  yield* joinedEntries(cocoEntries(images, classes));
  yield '\n]\n';
}

async function* cocoEntries(images: SaidImages, classes: Classes): AsyncGenerator<object[]> {
  for await (const { image, number, name, predictions } of images) {
    const { width, height } = image;
    if (width === 0 || height === 0) continue;
    yield placesOf(predictions, classes).map(({ place: [x, y, w, h], score, is, rle }) => ({
      image_id: number,
      file_name: name.file,
      category_id: is + 1,
      bbox: [x * width, y * height, w * width, h * height].map(roundedPixels),
      score,
      ...(rle && { segmentation: rle }),
    }));
  }
}

/**
 * A result of COCO: one prediction. `image_id` is the image's number in the exports of a version.
 * @param isNamed it is the stem of its name instead, as Ultralytics writes it
 */
const cocoImage =
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
    const outlines = Array.isArray(segmentation) ? segmentation.map(numbersOf) : undefined;
    const isLost = segmentation !== undefined && !rle && !outlines;
    return {
      key,
      predictions: [
        {
          label: finite(category) - 1,
          score: scoreOf(score),
          unit: 'pixels',
          ...(box && { box }),
          ...(rle && { rle }),
          ...(outlines && { outlines }),
        },
      ],
      ...(isLost && { lost: { 'masks in an encoding that is not read': 1 } }),
    };
  };

const isResult = ({ image_id: id, category_id: category }: Fields): boolean =>
  (typeof id === 'string' || typeof id === 'number') && typeof category === 'number';

export const cocoResults: PredictionFormat = {
  sent: 'results of COCO',
  kind: 'list',
  isWhole: false,
  read: cocoImage(false),
  fits: (item) => isResult(item) && typeof item.image_id === 'number',
};

export const ultralytics: PredictionFormat = {
  ...cocoResults,
  sent: 'predictions.json of Ultralytics',
  read: cocoImage(true),
  fits: (item) => isResult(item) && typeof item.image_id === 'string',
};
