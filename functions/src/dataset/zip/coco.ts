import type { Annotation, Tag } from '../../common/model.ts';
import { clampBox } from '../boxes.ts';

/** An image in the archive; `width` and `height` are upright, in pixels. */
export interface CocoImage {
  path: string;
  width: number;
  height: number;
  tags: readonly Annotation[];
}

/** Decimals of a pixel that are written: 3. */
const GRAIN = 1e3;

/**
 * `annotations.json` of a detection archive in the COCO format (Contract 4), in pieces: images, annotations and categories,
 * numbered from 1 in their order. Boxes are in pixels and clipped to the image. Points, boxes outside the image, and
 * annotations whose tag the dataset does not have are left out.
 * @param images read twice; without those that could not be read
 */
export function* cocoJson(images: Iterable<CocoImage>, tags: readonly Tag[]): Generator<string> {
  const categories = new Map(tags.map((tag, index) => [tag.id, { id: index + 1, name: tag.name }]));
  yield '{"info":{"description":"Sightline"},"licenses":[],"images":[';
  yield* joined(imageEntries(images));
  yield '],"annotations":[';
  yield* joined(annotationEntries(images, categories));
  yield `],"categories":${JSON.stringify([...categories.values()])}}\n`;
}

function* joined(entries: Iterable<object>): Generator<string> {
  let separator = '\n';
  for (const entry of entries) {
    yield separator + JSON.stringify(entry);
    separator = ',\n';
  }
}

function* imageEntries(images: Iterable<CocoImage>): Generator<object> {
  let id = 0;
  for (const { path, width, height } of images) {
    id += 1;
    yield { id, file_name: path, width, height };
  }
}

function* annotationEntries(
  images: Iterable<CocoImage>,
  categories: ReadonlyMap<string, { id: number }>,
): Generator<object> {
  let id = 0;
  let imageId = 0;
  for (const image of images) {
    imageId += 1;
    for (const annotation of image.tags) {
      const category = categories.get(annotation.tag);
      const bbox = pixelBox(annotation, image);
      if (!category || !bbox) continue;
      id += 1;
      const area = round(bbox[2] * bbox[3]);
      yield {
        id,
        image_id: imageId,
        category_id: category.id,
        bbox,
        area,
        iscrowd: 0,
        segmentation: [],
      };
    }
  }
}

/** x, y, width, height in pixels; null if the annotation has no box. */
function pixelBox(
  annotation: Annotation,
  { width, height }: CocoImage,
): [number, number, number, number] | null {
  if (annotation.type === 'point') return null;
  const { x1, y1, x2, y2 } = clampBox(annotation);
  const box = [x1 * width, y1 * height, (x2 - x1) * width, (y2 - y1) * height].map(round) as [
    number,
    number,
    number,
    number,
  ];
  return box[2] > 0 && box[3] > 0 ? box : null;
}

const round = (pixels: number): number => Math.round(pixels * GRAIN) / GRAIN;
