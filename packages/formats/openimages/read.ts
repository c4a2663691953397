/** OpenImages: tables with a header. */
import type { Entry } from '../src/read/entry.ts';
import { gather, type Line } from '../src/read/gather.ts';
import { folderOf, join } from '../src/read/image-index.ts';
import { LabelSink } from '../src/read/label-sink.ts';
import type { ImageLabels, LabelBox, PlannedImage, Reader, Source } from '../src/read/plan.ts';
import { rowsOf, tablesWith } from '../src/read/rows.ts';
import { setOfFile } from '../src/read/sets.ts';
import { recordsOf } from '../src/text/text-streams.ts';
import { boxWithin, finite, textOf } from '../src/text/values.ts';

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
  const box = boxWithin([row.BoxXMin, row.BoxYMin, row.BoxXMax, row.BoxYMax]);
  sink.mask(label, box, { kind: 'picture', entry, isScaled: true }, WHOLE);
}

async function namesOf({ files, archive, use }: Source): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const file of files('csv').filter(({ path }) => DESCRIPTIONS.test(path))) {
    use([file]);
    for await (const [id = '', name = ''] of recordsOf(archive.stream(file))) {
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
    else if (row.XMin !== undefined)
      sink.box(label, boxWithin([row.XMin, row.YMin, row.XMax, row.YMax]), WHOLE);
    else if (finite(row.Confidence) > 0) sink.class(label);
    else sink.lose('classes that are not in the image');
    if (row.IsGroupOf === '1') sink.lose('crowds');
    if (row.IsOccluded === '1' || row.IsTruncated === '1')
      sink.lose('difficult, truncated or occluded marks');
    if (row.IsDepiction === '1' || row.IsInside === '1') sink.lose('attributes');
    const name = row.ImageID ?? '';
    yield { name, isStem: true, set, folders: [folder, join(folder, 'images')], labels: sink.labels };
  }
}
