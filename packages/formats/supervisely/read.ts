/** Supervisely: `<dataset>/ann/<image>.json` beside `<dataset>/img/`, and the classes in `meta.json`. */
import { inflateSync } from 'node:zlib';
import { LONGEST } from '../src/read/budget.ts';
import type { Entry } from '../src/read/entry.ts';
import { baseOf, folderOf, join, withoutEnding } from '../src/read/image-index.ts';
import { unlessFault } from '../src/read/import-fault.ts';
import { type Fields, fieldsOf, listOf, numbersOf } from '../src/read/json-fields.ts';
import { LabelSink, OWN } from '../src/read/label-sink.ts';
import { saying } from '../src/read/losses.ts';
import { MOST_LABELS } from '../src/read/order-labels.ts';
import { boundsOf } from '../src/read/outline-box.ts';
import { perImage } from '../src/read/per-image.ts';
import type { ImageLabels, Reader, Source } from '../src/read/plan.ts';
import { jsonItems } from '../src/text/text-streams.ts';
import { textOf } from '../src/text/values.ts';

const isAnnotation = ({ path }: Entry): boolean => /(^|\/)ann\/[^/]+\.json$/i.test(path);

export const supervisely: Reader = async (source) => {
  const files = source.files('json').filter(isAnnotation);
  if (files.length === 0) return null;
  const metas = source.files('json').filter(({ path }) => baseOf(path) === 'meta.json');
  source.use(metas);
  return perImage(source, files, {
    fits: (file) => fits(file, source),
    stemOf: ({ path }) => {
      const folder = folderOf(folderOf(path));
      // The name of the image, with its extension, is within that of the file.
      const name = withoutEnding(baseOf(path));
      return { stem: withoutEnding(name), name, folders: [join(folder, 'img'), join(folder, 'images')] };
    },
    read: (file) => read(file, source),
    declared: await classesOf(metas, source),
  });
};

async function fits(file: Entry, { archive }: Source): Promise<boolean> {
  for await (const { key } of jsonItems(archive.stream(file), { members: ['size'] }))
    if (key === 'size' || key === 'objects') return true;
  return false;
}

async function classesOf(metas: readonly Entry[], source: Source): Promise<string[]> {
  const classes = new Set<string>();
  const note = async (file: Entry) => {
    for await (const { key, value } of jsonItems(source.archive.stream(file)))
      if (key === 'classes' && classes.size <= MOST_LABELS) classes.add(textOf(fieldsOf(value).title));
  };
  for (const file of metas) await unlessFault(note(file), () => {});
  return [...classes].filter((name) => name !== '');
}

async function read(file: Entry, { archive }: Source): Promise<ImageLabels> {
  const sink = new LabelSink();
  for await (const { key, value } of jsonItems(archive.stream(file)))
    if (key === 'objects') noteObject(fieldsOf(value), sink);
    else if (key === 'tags') noteTag(fieldsOf(value), sink);
  return sink.labels;
}

/** A tag of the image without a value is a class. */
function noteTag({ name, value }: Fields, sink: LabelSink): void {
  if (saying([value]) > 0) sink.lose('attributes');
  else sink.class(textOf(name));
}

/** A PNG that is packed once more, in base64. `''` if it is not. */
function unpacked(data: unknown): string {
  const packed = Buffer.from(typeof data === 'string' ? data : '', 'base64');
  try {
    return inflateSync(packed, { maxOutputLength: LONGEST }).toString('base64');
  } catch {
    return '';
  }
}

function noteObject(object: Fields, sink: LabelSink): void {
  const label = textOf(object.classTitle);
  const { exterior, interior } = fieldsOf(object.points);
  const points = listOf(exterior).flatMap((point) => numbersOf(point).slice(0, 2));
  sink.lose('attributes', listOf(object.tags).length);
  const type = object.geometryType ?? object.shape;
  if (type === 'rectangle') sink.box(label, boundsOf([points]) ?? [], OWN);
  else if (type === 'polygon') {
    // The even-odd rule leaves out what is inside two outlines.
    if (listOf(interior).length > 0) sink.lose('holes of outlines', listOf(interior).length);
    sink.outline(label, points, OWN);
  } else if (type === 'bitmap') {
    const { data, origin } = fieldsOf(object.bitmap);
    sink.patch(label, unpacked(data), numbersOf(origin));
  } else if (type === 'graph' || type === 'keypoints') sink.lose('keypoints');
  else if (textOf(type).startsWith('cuboid')) sink.lose('labels of depth or in three dimensions');
  else sink.lose('lines and points');
}
