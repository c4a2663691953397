import { type Fields, fieldsOf, listOf } from '../src/read/json-fields.ts';
import { boxOf, runsOf, scoreOf } from '../src/runs/json-values.ts';
import type { PredictionFormat } from '../src/runs/prediction-format.ts';
import type { RawImage, RawPrediction } from '../src/runs/raw.ts';
import { textOf } from '../src/text/values.ts';

/** A line of a run's own file. */
function ownImage({ image, predictions }: Fields): RawImage {
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

export const ownLines: PredictionFormat = {
  sent: 'NDJSON',
  kind: 'lines',
  isWhole: true,
  read: ownImage,
  fits: ({ image, predictions }) => typeof image === 'string' && Array.isArray(predictions),
};
