/**
 * Vertex AI's JSON Lines, by the schemas that cloud.google.com/vertex-ai/docs/image-data/... shows
 * (image_classification_single_label, image_classification_multi_label, image_bounding_box; io format 1.0.0).
 */
import type { ReadImage } from './read.ts';

const SETS: Record<string, ReadImage['set']> = { training: 'train', validation: 'val', test: 'test' };
const KEYS = new Set([
  'imageGcsUri',
  'classificationAnnotation',
  'classificationAnnotations',
  'boundingBoxAnnotations',
  'dataItemResourceLabels',
]);

interface Line {
  imageGcsUri: string;
  classificationAnnotation?: { displayName: string };
  classificationAnnotations?: { displayName: string }[];
  boundingBoxAnnotations?: { displayName: string; xMin: number; yMin: number; xMax: number; yMax: number }[];
  dataItemResourceLabels: Record<string, string>;
}

export function readVertexLines(jsonl: string): ReadImage[] {
  return jsonl
    .trimEnd()
    .split('\n')
    .map((line) => {
      const each = JSON.parse(line) as Line;
      const unknown = Object.keys(each).filter((key) => !KEYS.has(key));
      if (unknown.length > 0 || !each.imageGcsUri.startsWith('gs://'))
        throw new Error(`not of the schema: ${line}`);
      const set = SETS[each.dataItemResourceLabels['aiplatform.googleapis.com/ml_use'] ?? ''];
      if (!set) throw new Error(`no set: ${line}`);
      const whole = [
        ...(each.classificationAnnotation ? [each.classificationAnnotation] : []),
        ...(each.classificationAnnotations ?? []),
      ];
      const boxes = (each.boundingBoxAnnotations ?? []).map(({ displayName, xMin, yMin, xMax, yMax }) => {
        if (
          ![xMin, yMin, xMax, yMax].every((edge) => edge >= 0 && edge <= 1) ||
          xMax - xMin < 0.01 - 1e-9 ||
          yMax - yMin < 0.01 - 1e-9
        )
          throw new Error(`no box: ${line}`);
        return {
          name: displayName,
          box: [(xMin + xMax) / 2, (yMin + yMax) / 2, xMax - xMin, yMax - yMin] as [
            number,
            number,
            number,
            number,
          ],
        };
      });
      return {
        uri: each.imageGcsUri,
        set,
        classes: whole.map(({ displayName }) => displayName),
        boxes,
        masks: [],
      };
    });
}
