import { imagePages } from '../../common/adapters/firestore/images/image-pages.ts';
import type { ImageFilter, ImagePages } from '../../common/ports.ts';
import { readIfPermitted } from '../prefetch-dataset.ts';
import type { Target } from '../require-dataset.ts';
import { type ListedImage, toListed } from './listed-image.ts';
import { placeText } from './place.ts';

export type PageRequest = Parameters<ImagePages['page']>[2];

/**
 * A page of a dataset's images, newest first (Contract 9: GET images).
 * @returns `next`: value of `after` for the next page; null if there is none. `at`: when it was read
 * @throws HttpError `dataset not found`
 */
export async function listImages(
  input: Target & { filter: ImageFilter; page: PageRequest },
): Promise<{ images: ListedImage[]; next: string | null; at: number }> {
  const at = Date.now();
  const { images, next } = await readIfPermitted(input, 'viewer', (id) =>
    imagePages.page(id, input.filter, input.page),
  );
  return {
    images: images.map(({ record, thumbnail }) => toListed(record, thumbnail)),
    next: next && placeText(next),
    at,
  };
}
