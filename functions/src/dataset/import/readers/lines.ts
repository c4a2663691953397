/** Formats with a JSON object per line: Ultralytics' NDJSON and Vertex AI's JSON Lines; and what other readers share with them. */
import type { Entry } from '../archive/directory.ts';
import { folderOf } from '../archive/image-index.ts';
import { jsonLines } from '../archive/json-lines.ts';
import { finite, isFields, namesByNumber, textOf } from '../archive/values.ts';
import { FileFault } from '../import-fault.ts';
import { MOST_LABELS } from '../labels/order-labels.ts';
import { boxAround } from '../labels/outline-box.ts';
import type { ImageLabels, LabelBox, LabelMask, Reader, Source } from '../plan.ts';
import { fittingFiles } from '../reading/fitting-files.ts';
import { gather, type Line } from '../reading/gather.ts';
import { setOf, VERTEX_SETS } from '../sets.ts';
import { boxOf } from './yolo.ts';

export type Fields = Record<string, unknown>;

const ML_USE = 'aiplatform.googleapis.com/ml_use';

export const ndjson: Reader = async (source) => {
  const files = await filesWith(source, (first) => first.type === 'dataset' && isFields(first.class_names));
  const declared: string[] = [];
  return gather(source, files, (file) => ndjsonLines(file, source, declared), declared);
};

export const vertexJsonl: Reader = async (source) => {
  const files = await filesWith(source, (first) => typeof first.imageGcsUri === 'string');
  return gather(source, files, (file) => vertexLines(file, source));
};

/** The files whose first line is of the format. */
export const filesWith = (source: Source, fits: (first: Fields) => boolean): Promise<Entry[]> =>
  fittingFiles(source.files('jsonl', 'ndjson'), async (file) => {
    for await (const first of objectsOf(file, source)) return fits(first);
    return false;
  });

export const objectsOf = (file: Entry, { archive }: Source): AsyncGenerator<Fields> =>
  jsonLines(archive.stream(file));

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const numbersOf = (value: unknown): number[] => listOf(value).map(finite);
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** Each file numbers its classes in its first line. */
async function* ndjsonLines(file: Entry, source: Source, declared: string[]): AsyncGenerator<Line> {
  let names: string[] = [];
  for await (const { type, class_names, file: name, split, annotations } of objectsOf(file, source)) {
    if (type === 'dataset') {
      names = namesByNumber(fieldsOf(class_names));
      for (const each of names.slice(0, MOST_LABELS + 1)) if (each !== '') declared.push(each);
    }
    if (type !== 'image') continue;
    const set = textOf(split);
    const folders = [folderOf(file.path), `images/${set}`, set, 'images'];
    const labels = ndjsonLabels(fieldsOf(annotations), names);
    yield { name: textOf(name), set: setOf(set) ?? 'PREDETERMINED', folders, labels };
  }
}

/** @throws FileFault for a class without a name */
function ndjsonLabels(annotations: Fields, names: readonly string[]): ImageLabels {
  const nameOf = (number: number): string => {
    const name = names[number] ?? '';
    if (name === '') throw new FileFault(`class ${number} has no name`);
    return name;
  };
  const boxes = listOf(annotations.boxes).map((box): LabelBox => {
    const [number = -1, ...place] = numbersOf(box);
    return boxOf(nameOf(number), place);
  });
  const masks: LabelMask[] = [];
  for (const segment of listOf(annotations.segments)) {
    const [number = -1, ...points] = numbersOf(segment);
    const label = nameOf(number);
    boxes.push(...boxAround(label, points));
    masks.push({ label, source: { kind: 'polygons', unit: 'share', polygons: [points] } });
  }
  const lost = { keypoints: listOf(annotations.pose).length };
  return { classes: numbersOf(annotations.classification).map(nameOf), boxes, masks, lost };
}

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
