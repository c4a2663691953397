/** Ultralytics' NDJSON: a line about the dataset, then one for each image. */
import type { Entry } from '../src/read/entry.ts';
import { gather, type Line } from '../src/read/gather.ts';
import { folderOf } from '../src/read/image-index.ts';
import { FileFault } from '../src/read/import-fault.ts';
import { type Fields, fieldsOf, filesWith, listOf, numbersOf, objectsOf } from '../src/read/json-fields.ts';
import { MOST_LABELS } from '../src/read/order-labels.ts';
import { boxAround } from '../src/read/outline-box.ts';
import type { ImageLabels, LabelBox, LabelMask, Reader, Source } from '../src/read/plan.ts';
import { setOf } from '../src/read/sets.ts';
import { isFields, namesByNumber, textOf } from '../src/text/values.ts';
import { boxOf } from '../yolo/read.ts';

export const ndjson: Reader = async (source) => {
  const files = await filesWith(source, (first) => first.type === 'dataset' && isFields(first.class_names));
  const declared: string[] = [];
  return gather(source, files, (file) => ndjsonLines(file, source, declared), declared);
};

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
