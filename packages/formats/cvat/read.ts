/** CVAT for images 1.1: `annotations.xml` with an element for each image, and the images in `images/`. */
import type { Entry } from '../src/read/entry.ts';
import { fittingFiles, MOST_FILES } from '../src/read/fitting-files.ts';
import { gather, type Line } from '../src/read/gather.ts';
import { folderOf, join } from '../src/read/image-index.ts';
import { LabelSink } from '../src/read/label-sink.ts';
import { saying } from '../src/read/losses.ts';
import { MOST_LABELS } from '../src/read/order-labels.ts';
import type { Reader, Source } from '../src/read/plan.ts';
import { setOf, setOfPath } from '../src/read/sets.ts';
import { boxWithin, finite, textOf } from '../src/text/values.ts';
import type { XmlAttributes } from '../src/text/xml.ts';

const IMAGE = 'annotations/image';

export const cvat: Reader = async (source) => {
  const files = await fittingFiles(source.files('xml').slice(0, MOST_FILES), (file) => fits(file, source));
  const declared: string[] = [];
  return gather(source, files, (file) => linesOf(file, source, declared), declared);
};

/** Its format for video has tracks instead of images. */
async function fits(file: Entry, { archive, xml }: Source): Promise<boolean> {
  const signs = xml.items(archive.stream(file), (path) =>
    path === IMAGE
      ? true
      : path === 'annotations/track' || !path.startsWith('annotations')
        ? false
        : undefined,
  );
  for await (const isImage of signs) return isImage;
  return false;
}

function linesOf(file: Entry, { archive, xml }: Source, declared: string[]): AsyncGenerator<Line> {
  const folder = folderOf(file.path);
  let sink = new LabelSink();
  const shapes: [tag: string, attributes: XmlAttributes][] = [];
  return xml.items(archive.stream(file), (path, content, attributes) => {
    if (/^annotations\/meta\/(task|project|job)\/labels\/label\/name$/.test(path)) {
      if (declared.length <= MOST_LABELS) declared.push(textOf(content));
    }
    if (path.startsWith(`${IMAGE}/`)) {
      const [tag = '', inner] = path.slice(IMAGE.length + 1).split('/');
      if (inner === 'attribute') sink.lose('attributes', saying([content]));
      else if (inner === undefined) shapes.push([tag, attributes]);
    }
    if (path !== IMAGE) return undefined;
    const size = { width: finite(attributes.width), height: finite(attributes.height) };
    for (const [tag, given] of shapes.splice(0)) noteShape(tag, given, size, sink);
    const { labels } = sink;
    sink = new LabelSink();
    const name = textOf(attributes.name);
    const set = setOf(textOf(attributes.subset)) ?? setOfPath(name);
    const subset = textOf(attributes.subset);
    return { name, set, folders: [join(folder, `images/${subset}`), join(folder, 'images'), folder], labels };
  });
}

function noteShape(
  tag: string,
  given: XmlAttributes,
  size: { width: number; height: number },
  sink: LabelSink,
): void {
  const label = textOf(given.label);
  const number = (name: string) => finite(given[name]);
  if (given.occluded === '1') sink.lose('difficult, truncated or occluded marks');
  if (tag === 'tag') sink.class(label);
  else if (tag === 'box') {
    const box = boxWithin([given.xtl, given.ytl, given.xbr, given.ybr]);
    sink.turned(label, box, { degrees: number('rotation') }, size);
  } else if (tag === 'polygon') sink.outline(label, numbersIn(given.points), size);
  else if (tag === 'mask') {
    const [left, top, width, height] = [number('left'), number('top'), number('width'), number('height')];
    const counts = numbersIn(given.rle);
    const source = { kind: 'rows', left, top, width, height, of: size, counts } as const;
    sink.mask(label, [left, top, width, height], source, size);
  } else if (tag === 'ellipse') {
    const [rx, ry] = [number('rx'), number('ry')];
    sink.lose('outlines');
    const box = [number('cx') - rx, number('cy') - ry, 2 * rx, 2 * ry];
    sink.turned(label, box, { degrees: number('rotation') }, size);
  } else if (tag === 'cuboid') sink.lose('labels of depth or in three dimensions');
  else sink.lose(tag === 'skeleton' ? 'keypoints' : 'lines and points');
}

/** Numbers with commas or semicolons between them. */
const numbersIn = (text = ''): number[] => (text.trim() === '' ? [] : text.split(/[,;]/).map(finite));
