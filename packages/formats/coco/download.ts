import type { Annotation } from '../../records/src/image.ts';
import { clampBox, cocoBox, type PixelBox, pixelBox } from '../src/write/boxes.ts';
import { cocoJson } from './json.ts';

/** An image in the archive; `width` and `height` are upright, in pixels. */
export interface CocoImage {
  path: string;
  width: number;
  height: number;
}

/** The annotations of an image. */
interface Annotated {
  id: string;
  tags: readonly Annotation[];
}

/** Decimals of a pixel that are written: 3. */
const GRAIN = 1e3;

/**
 * `annotations.json` of a detection archive in the COCO format (Contract 4), in pieces: images, annotations and categories,
 * numbered from 1 in their order. Boxes are in pixels and clipped to the image. Points, boxes outside the image, and
 * annotations whose tag the dataset does not have are left out.
 * @param images by id, without those that could not be read
 * @param annotated pages of the same images, read when they are written; one that is missing has no annotations
 */
export function annotationsJson(
  images: ReadonlyMap<string, CocoImage>,
  annotated: AsyncIterable<readonly Annotated[]>,
  tags: readonly { id: string; name: string }[],
): AsyncGenerator<string> {
  const numbers = new Map(Array.from(images.keys(), (image, index) => [image, index + 1]));
  const categories = new Map(tags.map((tag, index) => [tag.id, { id: index + 1, name: tag.name }]));
  function* imageEntries() {
    for (const [image, { path, width, height }] of images)
      yield [{ id: numbers.get(image), file_name: path, width, height }];
  }
  async function* boxEntries() {
    let id = 0;
    for await (const page of annotated)
      for (const { id: image, tags: annotations } of page) {
        const size = images.get(image);
        const boxes = size ? boxesOf(annotations, size, categories) : [];
        yield boxes.map(({ category, bbox }) => ({
          ...{ id: ++id, image_id: numbers.get(image), category_id: category, iscrowd: 0 },
          ...cocoBox(bbox, round),
        }));
      }
  }
  return cocoJson(imageEntries(), boxEntries(), [...categories.values()]);
}

const boxesOf = (
  annotations: readonly Annotation[],
  size: CocoImage,
  categories: ReadonlyMap<string, { id: number }>,
): { category: number; bbox: PixelBox }[] =>
  annotations.flatMap((annotation) => {
    const category = categories.get(annotation.tag)?.id;
    const bbox = boxOf(annotation, size);
    return category !== undefined && bbox ? [{ category, bbox }] : [];
  });

/** In pixels; null if the annotation has no box. */
function boxOf(annotation: Annotation, size: CocoImage): PixelBox | null {
  if (annotation.type === 'point') return null;
  const box = pixelBox(clampBox(annotation), size, round);
  return box[2] > 0 && box[3] > 0 ? box : null;
}

const round = (pixels: number): number => Math.round(pixels * GRAIN) / GRAIN;
