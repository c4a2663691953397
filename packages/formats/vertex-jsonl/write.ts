/**
 * Vertex AI's import file in JSON Lines: the schemas `image_classification_single_label`, `image_classification_multi_label`
 * and `image_bounding_box` of `gs://google-cloud-aiplatform/schema/dataset/ioformat/`, version 1.0.0.
 */
import type { ManifestImage } from '../../records/src/manifest.ts';
import { SET_NAMES } from '../csv/csv-format.ts';
import type { Labels } from '../csv/labels.ts';
import { imageRows } from '../csv/rows.ts';
import { importLabels, isImportable, toCsvImage } from '../csv/write.ts';
import { isClassified } from '../src/format.ts';
import type { ExportSource } from '../src/write/export-source.ts';
import type { TextFormat } from '../src/write/text-format.ts';
import { ML_USE } from './read.ts';

export const vertexJsonl: TextFormat = { require: importLabels, lines: vertexLines };

async function* vertexLines(source: ExportSource): AsyncGenerator<string> {
  const labels = importLabels(source);
  for await (const page of source.images()) {
    const lines = page
      .filter(isImportable)
      .map((image) => `${JSON.stringify(lineOf(image, source, labels))}\n`);
    if (lines.length > 0) yield lines.join('');
  }
}

function lineOf(image: ManifestImage, { type }: ExportSource, labels: Labels): object {
  return {
    imageGcsUri: image.uri,
    ...annotationsOf(image, type, labels),
    dataItemResourceLabels: { [ML_USE]: SET_NAMES.vertex[image.set] },
  };
}

/** As in csv: leaves out what the importer rejects. */
function annotationsOf(image: ManifestImage, type: ExportSource['type'], labels: Labels): object {
  const made = imageRows(type, toCsvImage(image), image.set, labels, 'vertex');
  if (type === 'imageObjectDetection') {
    const boxes = made.rows.filter((row) => row.length > 2).map(toBox);
    return boxes.length === 0 ? {} : { boundingBoxAnnotations: boxes };
  }
  const [displayName] = made.labels;
  if (displayName === undefined) return {};
  if (isClassified(type)) return { classificationAnnotation: { displayName } };
  return { classificationAnnotations: made.labels.map((label) => ({ displayName: label })) };
}

/** Columns of a row: set, URI, label, x1, y1, two empty ones, x2, y2. */
const toBox = ([, , displayName, xMin, yMin, , , xMax, yMax]: readonly string[]) => ({
  displayName,
  xMin: Number(xMin),
  yMin: Number(yMin),
  xMax: Number(xMax),
  yMax: Number(yMax),
});
