/** Datumaro's JSON, also of CVAT: `annotations/<subset>.json`, with the images in `images/` or `images/<subset>/`. */

import { boundsOfShape, shapeOf } from '../coco/objects.ts';
import type { Entry } from '../src/read/entry.ts';
import { fittingFiles, MOST_FILES } from '../src/read/fitting-files.ts';
import { gather, type Line } from '../src/read/gather.ts';
import { folderOf, join, stemOf } from '../src/read/image-index.ts';
import { type Fields, fieldsOf, listOf, numbersOf } from '../src/read/json-fields.ts';
import { LabelSink } from '../src/read/label-sink.ts';
import { saying } from '../src/read/losses.ts';
import { MOST_LABELS } from '../src/read/order-labels.ts';
import type { ImageLabels, Reader, Source } from '../src/read/plan.ts';
import { setOfFile } from '../src/read/sets.ts';
import { jsonItems } from '../src/text/text-streams.ts';
import { boxWithin, finite, isFields, textOf } from '../src/text/values.ts';

export const datumaro: Reader = async (source) => {
  const listed = source.files('json').slice(0, MOST_FILES);
  const files = await fittingFiles(listed, (file) => fits(file, source));
  const declared: string[] = [];
  return gather(source, files, (file) => linesOf(file, source, declared), declared);
};

async function fits(file: Entry, { archive }: Source): Promise<boolean> {
  for await (const { key, value } of jsonItems(archive.stream(file), { members: ['categories'] }))
    if (key === 'categories') return isFields(value) && isFields(value.label);
    else if (key === 'items') return isFields(value) && Array.isArray(value.annotations) && 'id' in value;
  return false;
}

async function* linesOf(file: Entry, { archive }: Source, declared: string[]): AsyncGenerator<Line> {
  const subset = stemOf(file.path);
  const root = folderOf(folderOf(file.path));
  const folders = [join(root, `images/${subset}`), join(root, 'images'), root];
  let names: string[] = [];
  for await (const { key, value } of jsonItems(archive.stream(file), { members: ['categories'] }))
    if (key === 'categories') {
      names = listOf(fieldsOf(fieldsOf(value).label).labels).map((each) => textOf(fieldsOf(each).name));
      declared.push(...names.slice(0, MOST_LABELS + 1));
    } else if (key === 'items' && isFields(value)) {
      const { path, size } = fieldsOf(value.image ?? value.media);
      const stated = textOf(path);
      const [height = 0, width = 0] = numbersOf(size);
      const labels = labelsOf(listOf(value.annotations).map(fieldsOf), names, { width, height });
      const name = stated === '' ? textOf(value.id) : stated;
      yield { name, isStem: stated === '', set: setOfFile(file.path), folders, labels };
    }
}

function labelsOf(
  annotations: readonly Fields[],
  names: readonly string[],
  size: { width: number; height: number },
): ImageLabels {
  const sink = new LabelSink();
  for (const annotation of annotations) {
    const label = typeof annotation.label_id === 'number' ? (names[annotation.label_id] ?? '') : '';
    const { occluded, ...others } = fieldsOf(annotation.attributes);
    if (occluded === true) sink.lose('difficult, truncated or occluded marks');
    sink.lose('attributes', saying(Object.values(others)));
    noteShape(annotation, label, size, sink);
  }
  return sink.labels;
}

function noteShape(
  { type, bbox, points, rle, caption, ...rest }: Fields,
  label: string,
  size: { width: number; height: number },
  sink: LabelSink,
): void {
  if (type === 'label') sink.class(label);
  else if (type === 'bbox') sink.box(label, numbersOf(bbox), size);
  else if (type === 'polygon') sink.outline(label, numbersOf(points), size);
  else if (type === 'mask') {
    const shape = shapeOf(rle);
    if (shape) sink.mask(label, boundsOfShape(shape) ?? [], shape, size);
    else sink.lose('annotations without a place');
  } else if (type === 'ellipse') {
    sink.lose('outlines');
    sink.box(label, boxWithin(numbersOf(points)), size);
  } else if (type === 'rotated_bbox') {
    const [cx = 0, cy = 0, w = 0, h = 0] = numbersOf(bbox ?? [rest.cx, rest.cy, rest.w, rest.h]);
    sink.turned(label, [cx - w / 2, cy - h / 2, w, h], { degrees: finite(rest.r) }, size);
  } else if (type === 'caption' || textOf(caption) !== '') sink.lose('captions');
  else if (type === 'skeleton') sink.lose('keypoints');
  else if (textOf(type).startsWith('cuboid')) sink.lose('labels of depth or in three dimensions');
  else sink.lose('lines and points');
}
