/** The content of an archive in its order: text first, then each image with its labels and masks. */

import type {
  ArchiveFormat,
  DrawnFile,
  PlacedImage,
} from '../../../../../packages/formats/src/write/archive-format.ts';
import type { ExportSource } from '../../../../../packages/formats/src/write/export-source.ts';
import type { ManifestImage } from '../../../../../packages/records/src/manifest.ts';
import type { Objects } from '../../../common/ports.ts';
import { ownObject } from '../../../common/storage/own-objects.ts';
import type { KeptObject } from './kept-object.ts';

/**
 * A file to write. `image`: id of the image to which it belongs, `''` for none; `object`: null if it is not of the dataset.
 */
export type Job = { path: string; image: string } & (
  | { kind: 'text'; text: string }
  | { kind: 'image' | 'mask'; object: KeptObject | null; bytes: number }
  | { kind: 'drawn'; draw: DrawnFile['draw']; bytes: number; pixels: number }
);

interface Options {
  /** False: only text. */
  withBytes: boolean;
  objects: Objects;
  /** Called with each image before its files. */
  placed(image: PlacedImage): void;
}

/**
 * @returns each image with its jobs, so that a missing image removes them too
 */
export async function* archiveJobs(
  format: ArchiveFormat,
  source: ExportSource,
  { withBytes, objects, placed }: Options,
): AsyncGenerator<Job> {
  for (const text of format.head?.(source) ?? []) yield { ...text, image: '', kind: 'text' };
  for await (const each of placedImages(format, source)) {
    placed(each);
    yield* jobsOf(each, source.dataset, withBytes, objects);
  }
}

export async function* placedImages(
  format: ArchiveFormat,
  source: ExportSource,
): AsyncGenerator<PlacedImage> {
  const placeOf = format.placing(source);
  let number = 0;
  for await (const page of source.images()) {
    for (const image of page) {
      number += 1;
      const place = placeOf(image);
      if (place) yield { image, place, number };
    }
  }
}

/** The image first: without it neither labels nor masks are written. */
function* jobsOf(
  { image, place }: PlacedImage,
  dataset: string,
  withBytes: boolean,
  objects: Objects,
): Generator<Job> {
  const { paths, masks = [], texts = [], drawn } = place;
  const object = (uri: string, rest: Omit<KeptObject, 'name'>): KeptObject | null => {
    const name = ownObject(uri, dataset, objects);
    return name === null ? null : { name, ...rest };
  };
  const about = { image: image.image };
  if (withBytes) {
    const original = object(image.uri, { generation: image.generation, known: image });
    for (const path of paths) yield { ...about, path, kind: 'image', object: original, bytes: image.size };
    for (const { path, mask } of masks) {
      const kept = object(mask.uri, { generation: mask.generation, known: null });
      yield { ...about, path, kind: 'mask', object: kept, bytes: bytesOfMask(image) };
    }
  }
  for (const text of texts) yield { ...about, ...text, kind: 'text' };
  const pixels = image.masks.length * image.width * image.height;
  if (drawn) yield { ...about, ...drawn, kind: 'drawn', pixels };
}

/** An estimate, because manifests do not contain it: masks with few regions are much smaller. */
const bytesOfMask = ({ width, height }: ManifestImage): number => 200 + (width * height) / 16;
