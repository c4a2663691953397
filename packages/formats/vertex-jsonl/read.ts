/** Vertex AI's JSON Lines. */
import type { Entry } from '../src/read/entry.ts';
import { gather, type Line } from '../src/read/gather.ts';
import { folderOf } from '../src/read/image-index.ts';
import { type Fields, fieldsOf, filesWith, listOf, objectsOf } from '../src/read/json-fields.ts';
import type { LabelBox, Reader, Source } from '../src/read/plan.ts';
import { VERTEX_SETS } from '../src/read/sets.ts';
import { finite, textOf } from '../src/text/values.ts';
/** The label that names the set; without it, the importer splits by itself. */
export const ML_USE = 'aiplatform.googleapis.com/ml_use';

export const vertexJsonl: Reader = async (source) => {
  const files = await filesWith(source, (first) => typeof first.imageGcsUri === 'string');
  return gather(source, files, (file) => vertexLines(file, source));
};

async function* vertexLines(file: Entry, source: Source): AsyncGenerator<Line> {
  for await (const fields of objectsOf(file, source)) {
    const one = fieldsOf(fields.classificationAnnotation);
    const classes = [one, ...listOf(fields.classificationAnnotations).map(fieldsOf)]
      .map(({ displayName }) => textOf(displayName))
      .filter((name) => name !== '');
    const boxes = listOf(fields.boundingBoxAnnotations).map(fieldsOf).map(vertexBox);
    const use = textOf(fieldsOf(fields.dataItemResourceLabels)[ML_USE]);
    yield {
      name: textOf(fields.imageGcsUri),
      set: VERTEX_SETS.get(use) ?? 'PREDETERMINED',
      folders: [folderOf(file.path)],
      labels: { classes, boxes, masks: [] },
    };
  }
}

function vertexBox({ displayName, ...box }: Fields): LabelBox {
  const [x, y] = [finite(box.xMin), finite(box.yMin)];
  const place = { x, y, w: finite(box.xMax) - x, h: finite(box.yMax) - y };
  return { label: textOf(displayName), type: 'rect', unit: 'share', ...place };
}
