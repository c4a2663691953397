/** Tables with a header: Roboflow's classes, boxes for TensorFlow, and OpenImages. */
import { textWeight } from '../archive/budget.ts';
import type { Entry } from '../archive/directory.ts';
import { baseOf, folderOf, join } from '../archive/image-index.ts';
import { recordsOf } from '../archive/text-streams.ts';
import { finite, textOf } from '../archive/values.ts';
import { MOST_LABELS } from '../labels/order-labels.ts';
import type { ImageLabels, LabelBox, PlannedImage, Reader, Source } from '../plan.ts';
import { gather, type Line } from '../reading/gather.ts';
import { LabelSink } from '../reading/label-sink.ts';
import { rowsOf, tablesWith } from '../reading/rows.ts';
import { setOfFile, setOfPath } from '../sets.ts';

/** `_classes.csv`: a column for each class, with 1 where the image has it. */
export const classesCsv: Reader = async (source) => {
  const files = await tablesWith(
    source,
    ([first], { path }) => first === 'filename' && baseOf(path) === '_classes.csv',
  );
  const declared: string[] = [];
  return gather(source, files, (file) => classLines(file, source, declared), declared);
};

async function* classLines(file: Entry, source: Source, declared: string[]): AsyncGenerator<Line> {
  const folder = folderOf(file.path);
  const known = new Set(declared);
  for await (const { filename = '', ...classes } of rowsOf(file, source)) {
    const sink = new LabelSink();
    for (const [name, mark] of Object.entries(classes)) {
      if (!known.has(name) && known.size <= MOST_LABELS) declared.push(textOf(name));
      known.add(name);
      if (finite(mark) > 0) sink.class(textOf(name));
    }
    yield { name: filename, set: setOfPath(file.path), folders: [folder], labels: sink.labels };
  }
}

const BOX = ['filename', 'class', 'xmin', 'ymin', 'xmax', 'ymax'];

/** `_annotations.csv` of Roboflow, and tables like it: a row for each box, in pixels. */
export const tensorflowCsv: Reader = async (source) => {
  const files = await tablesWith(source, (header) => BOX.every((name) => header.includes(name)));
  return gather(source, files, (file) => boxLines(file, source));
};

async function* boxLines(file: Entry, source: Source): AsyncGenerator<Line> {
  const folder = folderOf(file.path);
  for await (const row of rowsOf(file, source)) {
    const sink = new LabelSink();
    const [x, y] = [finite(row.xmin), finite(row.ymin)];
    const size = { width: finite(row.width), height: finite(row.height) };
    if (row.score || row.confidence) sink.lose('scores');
    sink.box(textOf(row.class), [x, y, finite(row.xmax) - x, finite(row.ymax) - y], size);
    const folders = [folder, join(folder, 'images'), 'images'];
    yield { name: row.filename ?? '', set: setOfFile(file.path), folders, labels: sink.labels };
  }
}

const DESCRIPTIONS = /(class-descriptions|classnames)[^/]*\.csv$/i;
const WHOLE = { width: 1, height: 1 };

/** OpenImages: a row for each box or class, whose names are in another table. */
export const openImages: Reader = async (source) => {
  const files = await tablesWith(
    source,
    (header) => header.includes('ImageID') && header.includes('LabelName'),
  );
  const names = files.length === 0 ? new Map<string, string>() : await namesOf(source);
  const reading = await gather(source, files, (file) => openLines(file, names, source));
  return reading && { ...reading, images: reading.images.map(withoutTwice) };
};

/** The box of a mask is in the table of boxes, too. */
function withoutTwice(image: PlannedImage): PlannedImage {
  const { boxes, ...labels } = image.labels() as ImageLabels;
  const keyOf = ({ label, x, y, w, h }: LabelBox) => JSON.stringify([label, x, y, w, h]);
  const masked = new Set(boxes.filter(({ type }) => type === 'mask').map(keyOf));
  const once = boxes.filter((box) => box.type === 'mask' || !masked.has(keyOf(box)));
  return { ...image, labels: () => ({ ...labels, boxes: once }) };
}

/** A picture of the mask, in which what is not 0 is the object; its size may be another than the image's. */
function noteMask(label: string, row: Record<string, string>, { index, use }: Source, sink: LabelSink): void {
  const entry = index.find(row.MaskPath ?? '', []);
  if (!entry) {
    sink.lose('masks whose pictures are missing');
    return;
  }
  use([entry]);
  const [x, y] = [finite(row.BoxXMin), finite(row.BoxYMin)];
  const box = [x, y, finite(row.BoxXMax) - x, finite(row.BoxYMax) - y];
  sink.mask(label, box, { kind: 'picture', entry, isScaled: true }, WHOLE);
}

async function namesOf({ files, archive, budget, use }: Source): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const file of files('csv').filter(({ path }) => DESCRIPTIONS.test(path))) {
    use([file]);
    for await (const [id = '', name = ''] of recordsOf(archive.stream(file))) {
      budget.hold(textWeight(id) + textWeight(name));
      names.set(id, textOf(name));
    }
  }
  return names;
}

async function* openLines(
  file: Entry,
  names: ReadonlyMap<string, string>,
  source: Source,
): AsyncGenerator<Line> {
  const folder = folderOf(file.path);
  const set = setOfFile(file.path);
  for await (const row of rowsOf(file, source)) {
    const sink = new LabelSink();
    const label = names.get(row.LabelName ?? '') ?? textOf(row.LabelName);
    if (row.MaskPath !== undefined) noteMask(label, row, source, sink);
    else if (row.XMin !== undefined) {
      const [x, y] = [finite(row.XMin), finite(row.YMin)];
      sink.box(label, [x, y, finite(row.XMax) - x, finite(row.YMax) - y], WHOLE);
    } else if (finite(row.Confidence) > 0) sink.class(label);
    else sink.lose('classes that are not in the image');
    if (row.IsGroupOf === '1') sink.lose('crowd marks');
    if (row.IsOccluded === '1' || row.IsTruncated === '1')
      sink.lose('difficult, truncated or occluded marks');
    if (row.IsDepiction === '1' || row.IsInside === '1') sink.lose('attributes');
    const name = row.ImageID ?? '';
    yield { name, isStem: true, set, folders: [folder, join(folder, 'images')], labels: sink.labels };
  }
}
