import { type Fields, fieldsOf, listOf, numbersOf } from '../src/read/json-fields.ts';
import { scoreOf } from '../src/runs/json-values.ts';
import type { PredictionFormat } from '../src/runs/prediction-format.ts';
import type { RawImage, RawPrediction } from '../src/runs/raw.ts';
import { isFields, textOf } from '../src/text/values.ts';

/** A line of a batch prediction of Vertex AI. Its boxes are [xMin, xMax, yMin, yMax]. */
function vertexImage({ instance, prediction }: Fields): RawImage {
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

export const vertex: PredictionFormat = {
  sent: 'batch predictions of Vertex AI',
  kind: 'lines',
  isWhole: true,
  read: vertexImage,
  fits: ({ instance, prediction }) => isFields(instance) && isFields(prediction),
};
