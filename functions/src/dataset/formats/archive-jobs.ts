/** The content of an archive in its order: text first, then each image with its labels and masks. */
import type { ManifestImage } from '../../common/manifest.ts';
import { ownObject } from '../../common/own-objects.ts';
import type { Objects } from '../../common/ports.ts';
import type { ArchiveFormat, PlacedImage } from './archive-format.ts';
import type { ExportSource } from './export-source.ts';

/** A file to write. `image`: id of the image to which it belongs, `''` for none. */
export type Job = { path: string; image: string } & (
  | { kind: 'text'; text: string }
  | { kind: 'image' | 'mask'; object: string | null; generation: string; bytes: number }
);

/**
 * @param withBytes false: only text
 * @returns each image with its jobs, so that a missing image removes them too
 */
export async function* archiveJobs(
  format: ArchiveFormat,
  source: ExportSource,
  { withBytes, objects }: { withBytes: boolean; objects: Objects },
): AsyncGenerator<Job> {
  for (const text of format.head(source)) yield { ...text, image: '', kind: 'text' };
  for await (const placed of placedImages(format, source))
    yield* jobsOf(placed, source.dataset, withBytes, objects);
}

export async function* placedImages(
  format: ArchiveFormat,
  source: ExportSource,
): AsyncGenerator<PlacedImage> {
  const placeOf = format.placing(source);
  for await (const page of source.images()) {
    for (const image of page) {
      const place = placeOf(image);
      if (place) yield { image, place };
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
  const { paths, masks = [], texts = [] } = place;
  const object = (uri: string) => ownObject(uri, dataset, objects);
  const about = { image: image.image };
  if (withBytes) {
    const { generation, size: bytes } = image;
    for (const path of paths)
      yield { ...about, path, kind: 'image', object: object(image.uri), generation, bytes };
    for (const { path, mask } of masks)
      yield {
        ...about,
        path,
        kind: 'mask',
        object: object(mask.uri),
        generation: mask.generation,
        bytes: bytesOfMask(image),
      };
  }
  for (const text of texts) yield { ...about, ...text, kind: 'text' };
}

/** An estimate, because manifests do not contain it: masks with few regions are much smaller. */
export const bytesOfMask = ({ width, height }: ManifestImage): number => 200 + (width * height) / 16;
