import { trash } from '../../common/adapters/firestore/images/trash.ts';
import { requireDataset, type Target } from '../require-dataset.ts';
import type { PageRequest } from './list-images.ts';
import { type ListedImage, toListed } from './listed-image.ts';
import { placeText } from './place.ts';

export type ListedTrash = ListedImage & { at: number; by: string; until: number };

/**
 * A page of a dataset's rejected images, most recently rejected first (Contract 9: GET trash).
 * @throws HttpError `dataset not found`, `forbidden`
 */
export async function listTrash(
  input: Target & { page: PageRequest },
): Promise<{ images: ListedTrash[]; next: string | null }> {
  const { id } = await requireDataset(input, 'editor');
  const { images, next } = await trash.page(id, input.page);
  return {
    images: images.map(({ trashed: { record, at, by, until }, thumbnail }) => ({
      ...toListed(record, thumbnail),
      at,
      by,
      until,
    })),
    next: next && placeText(next),
  };
}
