/**
 * Ultralytics' NDJSON: a line about the dataset, then one per image. Its reader (`convert_ndjson_to_yolo`) uses only the
 * first key of `annotations`, names label files by the stem of `file`, gives class 0 to an image without a class, and splits
 * off a tenth for `val` if there is none.
 */
import type { ManifestImage } from '../../records/src/manifest.ts';
import { isClassified } from '../src/format.ts';
import type { LinkOf } from '../src/write/archive-format.ts';
import { type ExportSource, SHORT_SETS } from '../src/write/export-source.ts';
import { FileNames, folderNames } from '../src/write/file-names.ts';
import type { TextFormat, TextInput } from '../src/write/text-format.ts';
import { rounded, unitBox } from '../src/write/unit-box.ts';

export const ndjson: TextFormat = { lines };

async function* lines(source: ExportSource, { linkOf }: TextInput): AsyncGenerator<string> {
  const { type, classes } = source;
  const names = new FileNames();
  const isTree = isClassified(type);
  // For classification, the reader converts them to folders.
  const shown = isTree ? folderNames(classes.names) : classes.names;
  const class_names = Object.fromEntries(shown.map((name, number) => [String(number), name]));
  yield `${JSON.stringify({ type: 'dataset', task: isTree ? 'classify' : 'detect', class_names })}\n`;
  for await (const page of source.images()) {
    const made = page.map((image) => {
      const number = classes.of(image.tag);
      if (isTree && number === undefined) return '';
      const annotations = isTree ? { classification: [number] } : boxesOf(image, source);
      return lineOf(image, annotations, names, linkOf);
    });
    yield made.join('');
  }
}

function lineOf(image: ManifestImage, annotations: object, names: FileNames, linkOf: LinkOf | null): string {
  const { width, height, set } = image;
  return `${JSON.stringify({
    type: 'image',
    file: names.take(image, set).file,
    // Its reader ignores it; for whoever looks an image up.
    image: image.image,
    ...(linkOf && { url: linkOf(image) }),
    width,
    height,
    split: SHORT_SETS[set],
    annotations,
  })}\n`;
}

/** Class, center, width and height; no key for an image without boxes, which is a background. */
export function boxesOf({ tags }: ManifestImage, { classes }: ExportSource): { boxes?: number[][] } {
  const boxes = tags.flatMap((annotation) => {
    const number = classes.of(annotation.tag);
    const box = unitBox(annotation);
    if (number === undefined || !box) return [];
    const { x1, y1, x2, y2 } = box;
    return [[number, ...[(x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1].map(rounded)]];
  });
  return boxes.length === 0 ? {} : { boxes };
}
