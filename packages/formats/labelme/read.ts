/** LabelMe (also AnyLabeling): a JSON file beside each image, with its shapes in pixels. */
import type { Entry } from '../src/read/entry.ts';
import { folderOf, join, withoutEnding } from '../src/read/image-index.ts';
import { type Fields, fieldsOf, listOf, numbersOf } from '../src/read/json-fields.ts';
import { LabelSink, OWN } from '../src/read/label-sink.ts';
import { saying } from '../src/read/losses.ts';
import { boundsOf } from '../src/read/outline-box.ts';
import { perImage } from '../src/read/per-image.ts';
import type { ImageLabels, Reader, Source } from '../src/read/plan.ts';
import { jsonItems } from '../src/text/text-streams.ts';
import { isFields, textOf } from '../src/text/values.ts';

export const labelme: Reader = (source) =>
  perImage(source, source.files('json'), {
    fits: (file) => fits(file, source),
    stemOf: ({ path }) => {
      const folder = folderOf(path);
      const stem = withoutEnding(path.slice(folder === '' ? 0 : folder.length + 1));
      return { stem, folders: [folder, join(folderOf(folder), 'images'), folderOf(folder)] };
    },
    read: (file) => read(file, source),
  });

async function fits(file: Entry, { archive }: Source): Promise<boolean> {
  for await (const { key, value } of jsonItems(archive.stream(file), { members: ['imagePath'] }))
    if (key === 'imagePath') return true;
    else if (key === 'shapes') return isFields(value) && Array.isArray(value.points);
  return false;
}

async function read(file: Entry, { archive }: Source): Promise<ImageLabels> {
  const sink = new LabelSink();
  for await (const { key, value } of jsonItems(archive.stream(file), { members: ['flags'] }))
    if (key === 'shapes') noteShape(fieldsOf(value), sink);
    // Marks of the whole image.
    else if (key === 'flags')
      for (const [name, isSet] of Object.entries(fieldsOf(value)))
        if (isSet === true) sink.class(textOf(name));
  return sink.labels;
}

function noteShape(shape: Fields, sink: LabelSink): void {
  const label = textOf(shape.label);
  const points = listOf(shape.points).flatMap((point) => numbersOf(point).slice(0, 2));
  const { group_id: group, description, flags, attributes, difficult } = shape;
  sink.lose(
    'attributes',
    saying([group, description, attributes, difficult]) + saying(Object.values(fieldsOf(flags))),
  );
  if (typeof shape.score === 'number') sink.lose('scores');
  const type = textOf(shape.shape_type) || 'polygon';
  if (type === 'polygon' || type === 'rotation') sink.outline(label, points, OWN);
  else if (type === 'mask' && typeof shape.mask === 'string')
    sink.patch(label, shape.mask, points.slice(0, 2).map(Math.round));
  else if (type === 'rectangle' || type === 'mask') {
    if (type === 'mask') sink.lose('masks in an encoding that is not read');
    sink.box(label, boundsOf([points]) ?? [], OWN);
  } else if (type === 'circle') {
    const [x = 0, y = 0, x2 = 0, y2 = 0] = points;
    const radius = Math.hypot(x2 - x, y2 - y);
    sink.lose('outlines');
    sink.box(label, [x - radius, y - radius, 2 * radius, 2 * radius], OWN);
  } else sink.lose('lines and points');
}
