import type { Datasets, ImageFilter, ImagePages, PagePlace } from '../../common/ports.ts';
import { readIfPermitted } from '../prefetch-dataset.ts';
import type { Target } from '../require-dataset.ts';
import { type ListedImage, toListed } from './listed-image.ts';
import { placeText } from './place.ts';

export interface PageRequest {
  limit: number;
  after: PagePlace | null;
  thumbnails: boolean;
}

export interface ListedPage {
  images: ListedImage[];
  /** Value of `after` for the next page; null if there is none. */
  next: string | null;
}

/**
 * A page of a dataset's images, newest first (Contract 9).
 * @throws HttpError `dataset not found`
 */
export async function listImages(
  input: Target & { filter: ImageFilter; page: PageRequest },
  { datasets, imagePages }: { datasets: Datasets; imagePages: ImagePages },
): Promise<ListedPage> {
  const { images, next } = await readIfPermitted(input, 'viewer', datasets, (id) =>
    imagePages.page(id, input.filter, input.page),
  );
  return {
    images: images.map(({ record, thumbnail }) => toListed(record, thumbnail)),
    next: next && placeText(next),
  };
}
